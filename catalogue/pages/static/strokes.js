// Strokes on the board of the desk: by a pointer that is dragged, by a tap, or cell by cell with keys.

import { phrase } from "./phrases.js";
import { isBeside } from "./tools.js";

const REACH = 0.4; // of a cell, around its middle: so far a pointer means the cell on a line, and diagonals can be drawn

export class Strokes {
  /** `desk.draws` says whether cells are drawn, with `desk.tool`; `desk.drawn(cells)` takes a whole stroke. */
  constructor(desk) {
    this.desk = desk;
    this.cells = [];
    document.addEventListener("pointerup", () => this.desk.draws && this.cells.length && !this.byKeys && this.finish());
  }

  // A new board has come, or another tool is chosen.
  follow() {
    this.cancel();
    const { board, draws } = this.desk;
    board.ondrag = draws ? (cell) => this.#drag(cell) : null;
    board.reach = draws && this.desk.tool.where !== "cells" ? REACH : Infinity;
    board.element.onpointercancel = () => this.cancel();
  }

  #drag(cell) {
    if (this.byKeys) this.cancel();
    const { cells } = this;
    if (cells.at(-1) === cell) return;
    if (cells.at(-2) === cell) cells.pop(); // back on its own way
    else if (cells.includes(cell)) return;
    else cells.push(...this.#between(cells.at(-1), cell), cell);
    this.#show();
  }

  // A fast pointer may leave out cells of a straight line.
  #between(one, other) {
    const { size } = this.desk.draft;
    if (one === undefined || isBeside(one, other, size)) return [];
    const [down, right] = [Math.floor(other / size) - Math.floor(one / size), (other % size) - (one % size)];
    const far = Math.max(Math.abs(down), Math.abs(right));
    if (far < 2 || (down && right && Math.abs(down) !== Math.abs(right))) return [];
    const cells = Array.from({ length: far - 1 }, (_, at) => one + ((at + 1) * (down * size + right)) / far);
    return cells.filter((cell) => !this.cells.includes(cell));
  }

  // Space adds a cell or takes the last one back, Enter ends, Escape forgets. Returns whether it is such a key.
  key(event) {
    const { board, draws } = this.desk;
    if (!draws || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === " ") {
      const cell = board.current;
      this.byKeys = true;
      if (this.cells.at(-1) === cell) this.cells.pop();
      else if (!this.cells.includes(cell)) this.cells.push(cell);
      this.#show();
      this.desk.say(phrase("{cells}: Enter ends the stroke.", { cells: this.cells.map((each) => board.shape.name(each)).join(" ") || "–" }));
    } else if (event.key === "Enter" && !this.cells.length) {
      this.cells = [board.current];
      this.finish();
    } else if (event.key === "Enter") this.finish();
    else if (event.key === "Escape" && this.cells.length) this.cancel();
    else return false;
    return true;
  }

  finish() {
    const { cells } = this;
    this.cancel();
    this.desk.drawn(cells);
    const last = cells.at(-1);
    this.desk.board.select([last], last);
    this.desk.board.cells[last].focus({ preventScroll: true });
  }

  cancel() {
    this.cells = [];
    this.byKeys = false;
    this.#show();
  }

  #show() {
    const { board } = this.desk;
    board.flag("stroke", this.cells);
    const isLine = this.desk.tool && this.desk.tool.where !== "cells";
    board.drawLines(isLine ? this.cells.slice(1).map((cell, at) => `${this.cells[at]}-${cell}`) : []);
  }
}
