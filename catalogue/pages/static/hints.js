// The panel of hints: where to look, which technique, all of it; all steps, the path from here; and what is wrong already.

import { draw, explained, made, roles } from "./explanation.js";
import { phrase, many } from "./phrases.js";
import { Position } from "./position.js";
import { SYMBOLS } from "./shape.js";
import { settings } from "./settings.js";
import { source } from "./source.js";

const LEAST_ROOM = 0.3; // of a narrow screen, for the words

export class Hints {
  constructor(board, game, panel) {
    this.board = board;
    this.game = game;
    this.panel = panel;
    this.text = panel.querySelector(".explained");
    this.legend = panel.querySelector(".legend");
    this.takes = panel.querySelector("#take");
    this.back = panel.querySelector("#back-to-steps");
    this.shown = null; // the step that is drawn
    this.taken = []; // the steps that "Take" takes
    this.list = null; // what "Back to the list" shows again
    this.onclear = () => {}; // the board has to be shown again
    this.asked = 0;
    for (const button of panel.querySelectorAll("[data-depth]")) {
      button.addEventListener("click", () => this.hint(button.dataset.depth));
    }
    panel.querySelector("#check").addEventListener("click", () => this.check());
    panel.querySelector("#all-steps").addEventListener("click", () => this.steps());
    panel.querySelector("#path").addEventListener("click", () => this.path());
    panel.querySelector("#close-hint").addEventListener("click", () => this.clear());
    this.back.addEventListener("click", () => this.#show(this.list));
    this.takes.addEventListener("click", () => {
      const steps = this.taken;
      this.clear();
      if (steps.length > 1) game.takeAll(steps);
      else game.take(steps[0]);
    });
  }

  async hint(depth) {
    const found = await this.#answer((position) => source.hint(position, depth));
    if (!found || this.#isWrong(found)) return;
    if (found.none) this.#say(phrase("There is no next step: {reason}.", { reason: found.none }));
    else {
      this.game.countHint();
      this.#tell(found);
    }
  }

  // All steps that are possible now, by technique.
  async steps() {
    const found = await this.#answer(source.steps);
    if (!found || this.#isWrong(found)) return;
    if (!found.steps.length) return this.#say(phrase("No technique applies."));
    this.game.countHint();
    const groups = Map.groupBy(found.steps, (step) => step.technique);
    const parts = [...groups.values()].map((steps) => {
      const details = document.createElement("details");
      const number = steps.length < 20 ? steps.length : phrase("20 or more");
      details.append(made("summary", `${steps[0].title} (${number})`), this.#listed(steps, (step) => step.sentence, (step) => [step]));
      return details;
    });
    if (parts.length < 4) parts[0].open = true;
    this.#show([made("h3", phrase("Possible now")), ...parts]);
    this.list = [...this.text.childNodes];
  }

  // The path from this position; a step shows the board before it.
  async path() {
    const found = await this.#answer(source.path);
    if (!found || this.#isWrong(found)) return;
    if (!found.steps.length) return this.#say(phrase("There is no step to take."));
    this.game.countHint();
    const words = (step) => phrase("{title}: {sentence}", step);
    const list = this.#listed(found.steps, words, (_, place) => found.steps.slice(0, place + 1));
    const end = found.is_solved ? "" : phrase("No technique known here goes on from its end.");
    const about = [found.about, end].filter(Boolean).map((text) => made("p", text));
    this.#show([made("h3", many(found.steps.length, "The path from here, {count} step", "The path from here, {count} steps")), list, ...about]);
    this.list = [...this.text.childNodes];
  }

  async check() {
    const found = await this.#answer(source.mistakes);
    if (!found || this.#isWrong(found)) return;
    this.#say(phrase("Nothing is wrong so far."));
  }

  clear() {
    this.asked++;
    this.list = null;
    this.#reset();
    this.text.replaceChildren();
    this.#fit();
  }

  async #answer(ask) {
    const asked = ++this.asked;
    const { board, game } = this;
    const style = document.getElementById("style") ? settings.get("style") : "score";
    try {
      const found = await ask({
        ...board.position,
        values: game.values.map((value) => SYMBOLS[value]).join(""),
        candidates: game.values.map((_, cell) => game.candidates(cell)),
        style,
      });
      if (asked !== this.asked) return null; // the board has changed since
      this.#reset();
      this.list = null;
      return found;
    } catch (error) {
      if (asked !== this.asked) return null;
      this.#reset();
      this.#say(sentence(error.message));
      return null;
    }
  }

  #reset() {
    if (this.shown) {
      this.shown = null;
      draw(this.board, this.legend, null);
      this.onclear();
    }
    this.takes.hidden = this.back.hidden = true;
    this.board.flag("look", []);
    this.board.flag("wrong", []);
  }

  #say(text) {
    this.#show([made("p", text)]);
  }

  #show(parts) {
    this.#reset();
    this.text.replaceChildren(...parts);
    this.#fit();
  }

  // On a narrow screen the words take the place of the pad, below the board, which is brought in view for that.
  #fit() {
    const { board, panel } = this;
    const isOpen = Boolean(this.text.childNodes.length);
    panel.classList.toggle("open", isOpen);
    if (!isOpen || !matchMedia("(max-width: 59.99rem) and (orientation: portrait)").matches) return;
    const frame = board.element.closest(".playing");
    const above = document.querySelector(".heading").offsetHeight;
    scrollTo({ top: scrollY + frame.getBoundingClientRect().top - above });
    const sheet = panel.querySelector(".sheet");
    sheet.scrollTop = 0;
    const others = panel.getBoundingClientRect().bottom - sheet.getBoundingClientRect().bottom;
    const left = innerHeight - sheet.getBoundingClientRect().top - others;
    panel.style.setProperty("--room", `${Math.max(left, innerHeight * LEAST_ROOM)}px`);
  }

  #isWrong(found) {
    const mistakes = found.mistakes ?? [];
    if (!mistakes.length) return false;
    this.#show(mistakes.map((mistake) => made("p", sentence(mistake.sentence))));
    this.board.flag("wrong", mistakes.map(({ cell }) => cell));
    return true;
  }

  #listed(steps, words, taken) {
    const list = document.createElement("ol");
    list.className = "choices-of-steps";
    steps.forEach((step, place) => {
      const button = made("button", words(step));
      button.type = "button";
      button.addEventListener("click", () => this.#draw(step, taken(step, place)));
      const item = document.createElement("li");
      item.append(button);
      list.append(item);
    });
    return list;
  }

  #tell(found) {
    const { board, game } = this;
    if (found.step) {
      this.#draw(found.step, [found.step]);
      return;
    }
    const more = found.technique ? [made("h3", `${found.title}, ${found.worth}`), made("p", `${found.meaning}.`)] : [];
    this.#show([...more, made("p", found.where)]);
    board.flag("look", [...found.units.flatMap((name) => game.shape.unit(name)), ...found.cells]);
  }

  // Draw a step in the position before it: the board, after the steps of a path that come first.
  #draw(step, taken) {
    const { board, game } = this;
    const list = this.list;
    this.#reset();
    this.shown = step;
    this.taken = taken;
    const position = new Position(game.shape, game.values);
    game.values.forEach((_, cell) => {
      const all = game.shape.candidates(game.values, cell);
      if (game.candidates(cell)) position.removed[cell] = all & ~game.candidates(cell);
    });
    taken.slice(0, -1).forEach((before) => position.take(before));
    const words = roles(step);
    board.cells.forEach((_, cell) => {
      const value = position.values[cell];
      const own = step.is_single ? (game.auto ? position.candidates(cell) : 0) : position.candidates(cell);
      const marks = step.is_single && !game.auto ? { corner: game.corner[cell], centre: game.centre[cell] } : {};
      board.show(cell, value ? { value } : { ...marks, candidates: own });
      board.remark(cell, words.get(cell) ?? "");
    });
    draw(board, this.legend, step.drawing);
    this.text.replaceChildren(...explained(step, board));
    this.takes.textContent = many(taken.length, "Take this step", "Take these {count} steps");
    this.takes.hidden = false;
    this.back.hidden = !list;
    this.#fit();
  }
}

// Words of the server as a sentence; the name of a cell keeps its small letter.
function sentence(words) {
  return /^r\d/.test(words) ? `${words}.` : `${words[0].toUpperCase()}${words.slice(1)}.`;
}
