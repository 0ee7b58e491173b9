// The marks of a draft as a list in words, and the one that is chosen: its value, and what can be done with it.

import { cellsOf, moved, withEach, withEither, withUse, withoutUse } from "./draft.js";
import { made } from "./explanation.js";
import { capital, phrase } from "./phrases.js";
import { isFinished, parsed, printed } from "./tools.js";

const element = (id) => document.getElementById(id);

export class Marks {
  constructor(desk) {
    this.desk = desk;
    this.said = { needless: [], contradiction: [] }; // places of uses of which the truth says so
    element("value").addEventListener("change", () => this.#take(element("value").value));
    element("value").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      this.#take(element("value").value); // a value that is the same as that of the mark before is no change of the field
      desk.board.focus();
    });
    element("delete").addEventListener("click", () => this.remove());
    element("copy-mark").addEventListener("click", () => this.copy());
    element("mark-title").addEventListener("change", ({ target }) => this.chosen && desk.change(withUse(desk.draft, desk.chosen, { title: target.value })));
    element("either").addEventListener("click", () => this.chosen && desk.change(withEither(desk.draft, desk.chosen)));
    element("each").addEventListener("click", () => this.chosen && desk.change(withEach(desk.draft, desk.chosen)));
    element("reshape").addEventListener("click", () => desk.reshape());
    for (const button of document.querySelectorAll("[data-move]")) {
      button.addEventListener("click", () => this.move(...button.dataset.move.split(" ").map(Number)));
    }
    element("marks").addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button) desk.choose(Number(button.dataset.place));
    });
  }

  get chosen() {
    return this.desk.draft.uses[this.desk.chosen];
  }

  /** A mark in words, such as "Cage 15: r1c1 r1c2". */
  words(use) {
    const tool = this.desk.toolOf(use.rule);
    const { board, draft } = this.desk;
    const count = board.cells.length;
    const isBeside = draft.groups.every((group) => group.count === count); // a cell beside the grid for each of the grid
    const named = (cells) => cells.map((cell) => (cell < count ? board.shape.name(cell) : isBeside ? board.shape.name(cell % count) : "+")).join(" ");
    if (use.alternatives.length) return `${capital(tool.title)}: ${use.alternatives.map((some) => some.map((each) => this.words(each)).join(" + ")).join(" | ")}`;
    const what = [capital(tool.title), use.title, tool.kind || use.value === null ? printed(tool, use.value, board.symbols) : ""].filter(Boolean).join(" ");
    const where = use.groups.length ? use.groups.map(named).join(" = ") : named(use.cells);
    return [what, where].filter(Boolean).join(": ");
  }

  show() {
    const { draft, chosen } = this.desk;
    const focused = element("marks").contains(document.activeElement) ? document.activeElement.dataset.place : null;
    element("marks").replaceChildren(...draft.uses.map((use, place) => {
      const button = made("button", this.words(use));
      Object.assign(button, { type: "button", ariaPressed: String(place === chosen) });
      button.dataset.place = String(place);
      const notes = [
        isFinished(this.desk.toolOf(use.rule), use) ? "" : phrase("not finished"),
        this.said.needless.includes(place) ? phrase("not needed") : "",
        this.said.contradiction.includes(place) ? phrase("contradicts") : "",
      ].filter(Boolean);
      const item = made("li", "");
      item.append(button, ...notes.map((note) => Object.assign(made("span", note), { className: "note" })));
      return item;
    }));
    if (focused !== null) element("marks").querySelector(`[data-place="${focused}"]`)?.focus();
    element("no-marks").hidden = draft.uses.length > 0;
    this.#showChosen();
  }

  #showChosen() {
    const use = this.chosen;
    element("chosen").hidden = !use;
    const cells = use ? cellsOf(use).filter((cell) => cell < this.desk.board.cells.length) : [];
    this.desk.board.flag("look", cells);
    if (!use) return;
    const tool = this.desk.toolOf(use.rule);
    element("chosen-name").textContent = this.words(use);
    element("chosen-words").textContent = tool.words;
    element("value-label").hidden = !tool.kind;
    element("value-name").textContent = VALUES[tool.value] ?? phrase("Value");
    // What holds of the puzzle comes while a value is typed, and leaves the field as it is.
    const isTyped = document.activeElement === element("value") && this.shown === use;
    if (!isTyped) element("value").value = tool.kind ? printed(tool, use.value, this.desk.board.symbols) : "";
    this.shown = use;
    element("value").inputMode = tool.kind === "number" ? "numeric" : "text";
    element("value").ariaInvalid = null;
    element("title-label").hidden = !tool.titled;
    if (document.activeElement !== element("mark-title")) element("mark-title").value = use.title;
    element("either").hidden = this.desk.chosen + 1 >= this.desk.draft.uses.length;
    element("each").hidden = !use.alternatives.length;
    const canMove = !["outside", "ray", "board", "frame", "alternatives"].includes(tool.where);
    for (const each of document.querySelectorAll("[data-move], #copy-mark, #reshape")) each.disabled = !canMove;
    element("reshape").setAttribute("aria-pressed", String(this.desk.isReshaping));
  }

  #take(text) {
    const use = this.chosen;
    if (!use) return;
    const symbols = this.desk.board.symbols.slice(0, this.desk.draft.size + 1);
    const value = parsed(this.desk.toolOf(use.rule), text, symbols);
    element("value").ariaInvalid = value === undefined ? "true" : null;
    if (value === undefined) this.desk.say(phrase("{text} is no value of this rule.", { text }));
    else this.desk.change(withUse(this.desk.draft, this.desk.chosen, { value }));
  }

  /** Whether digits that are typed are the number of the mark that was drawn. */
  get takesNumber() {
    return Boolean(this.chosen) && ["number", "factors"].includes(this.desk.toolOf(this.chosen.rule).kind);
  }

  /** A digit typed on the board goes to the number of the mark that was drawn; returns whether there is one. */
  typed(digit) {
    const use = this.chosen;
    if (!this.takesNumber) return false;
    const before = this.isTyping === this.desk.chosen && use.value !== null ? use.value : 0;
    const value = digit === null ? Math.floor(before / 10) || null : Math.min(before * 10 + digit, 999);
    this.isTyping = this.desk.chosen;
    this.desk.change(withUse(this.desk.draft, this.desk.chosen, { value }));
    return true;
  }

  move(down, right) {
    const use = this.chosen && moved(this.chosen, this.desk.draft.size, down, right);
    if (use) this.desk.put(withUse(this.desk.draft, this.desk.chosen, use).uses, this.desk.chosen);
    else if (this.chosen) this.desk.say(phrase("It cannot go beyond the edge."));
  }

  copy() {
    const { draft } = this.desk;
    const ways = [[0, 1], [1, 0], [0, -1], [-1, 0]].map((way) => moved(this.chosen, draft.size, ...way)).filter(Boolean);
    this.desk.put([...draft.uses, ways[0] ?? this.chosen], draft.uses.length);
  }

  remove() {
    if (this.chosen) this.desk.change(withoutUse(this.desk.draft, this.desk.chosen), -1);
  }
}

// What a value is, by the words of the table of rules.
const VALUES = {
  sum: phrase("Sum"),
  number: phrase("Number"),
  digit: phrase("Digit"),
  digits: phrase("Digits, such as 1 2 3"),
  difference: phrase("Difference"),
  ratio: phrase("Ratio"),
  modulus: phrase("Modulus"),
  place: phrase("Place"),
  "cells of the pill": phrase("Cells of the pill"),
  pattern: phrase("Expression, such as [12]*3"),
  automaton: phrase("Code of the automaton"),
  "cells of a region": phrase("Cells of a region"),
  "/ or \\": phrase("Which diagonal"),
  "sets of digits": phrase("Pairs, such as 1-2 3-1"),
};
