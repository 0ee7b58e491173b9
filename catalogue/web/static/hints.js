// The panel of hints: where to look, which technique, all of it; and what is wrong already.

import { ask } from "./api.js";
import { draw, explained, made, roles } from "./explanation.js";
import { SYMBOLS } from "./rules.js";

export class Hints {
  constructor(board, game, panel) {
    Object.assign(this, { board, game });
    this.text = panel.querySelector(".explained");
    this.legend = panel.querySelector(".legend");
    this.takes = panel.querySelector("#take");
    this.shown = null; // the step that is drawn
    this.onclear = () => {}; // the board has to be shown again
    this.asked = 0;
    for (const button of panel.querySelectorAll("[data-depth]")) {
      button.addEventListener("click", () => this.hint(button.dataset.depth));
    }
    panel.querySelector("#check").addEventListener("click", () => this.check());
    this.takes.addEventListener("click", () => {
      const step = this.shown;
      this.clear();
      game.take(step);
    });
  }

  async hint(depth) {
    const found = await this.#answer("hint", { depth });
    if (!found) return;
    if (found.mistakes) this.#wrong(found.mistakes);
    else if (found.none) this.#say(`There is no next step: ${found.none}.`);
    else {
      this.game.countHint();
      this.#tell(found);
    }
  }

  async check() {
    const found = await this.#answer("mistakes", {});
    if (!found) return;
    if (found.mistakes.length) this.#wrong(found.mistakes);
    else this.#say("Nothing is wrong so far.");
  }

  clear() {
    this.asked++;
    this.#reset();
    this.text.replaceChildren();
  }

  async #answer(address, more) {
    const asked = ++this.asked;
    const { game } = this;
    try {
      const found = await ask(address, {
        puzzle: this.board.element.dataset.clues,
        blocks: game.shape.blocks,
        values: game.values.map((value) => SYMBOLS[value]).join(""),
        candidates: game.values.map((_, cell) => game.candidates(cell)),
        ...more,
      });
      if (asked !== this.asked) return null; // the board has changed since
      this.#reset();
      return found;
    } catch (error) {
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
    this.takes.hidden = true;
    this.board.flag("look", []);
    this.board.flag("wrong", []);
  }

  #say(text) {
    this.text.replaceChildren(made("p", text));
  }

  #wrong(mistakes) {
    this.board.flag("wrong", mistakes.map(({ cell }) => cell));
    this.text.replaceChildren(...mistakes.map((mistake) => made("p", sentence(mistake.sentence))));
  }

  #tell(found) {
    const { board, game } = this;
    const cells = [...found.units.flatMap((name) => game.shape.unit(name)), ...found.cells];
    if (!found.step) {
      board.flag("look", cells);
      const more = found.technique
        ? [made("h3", `${found.title}, rated ${found.rating.toFixed(1)}`), made("p", `${found.meaning}.`)]
        : [];
      this.text.replaceChildren(...more, made("p", found.where));
      return;
    }
    this.shown = found.step;
    const words = roles(found.step);
    board.cells.forEach((_, cell) => {
      const value = game.values[cell];
      const all = game.shape.candidates(game.values, cell);
      board.show(cell, { value, candidates: value ? 0 : (game.candidates(cell) || all) & all });
      board.remark(cell, words.get(cell) ?? "");
    });
    draw(board, this.legend, found.step.drawing);
    this.text.replaceChildren(...explained(found.step, board));
    this.takes.hidden = false;
  }
}

// Words of the server as a sentence; the name of a cell keeps its small letter.
function sentence(words) {
  return /^r\d/.test(words) ? `${words}.` : `${words[0].toUpperCase()}${words.slice(1)}.`;
}
