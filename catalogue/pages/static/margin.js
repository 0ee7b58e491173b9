// Buttons around the board for clues outside it: a click places the clue that looks from there along its row, column or diagonal.
// They are for pointers; by keys a clue is placed from the cell at the edge.

import { withUse } from "./draft.js";
import { cellAt, isClue, isSameWay, lineThrough, placeBefore } from "./tools.js";

const STRAIGHT = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const DIAGONAL = [[1, 1], [1, -1], [-1, -1], [-1, 1]];

/** The lines that a clue of a rule beside a board looks along from a place outside, of at least two cells. */
export function linesFrom(row, column, size, isDiagonal) {
  return (isDiagonal ? DIAGONAL : STRAIGHT).flatMap(([down, right]) => {
    const cells = [1, 2].map((far) => cellAt(row + far * down, column + far * right, size));
    return cells.includes(-1) ? [] : [lineThrough(cells, size, isDiagonal)];
  });
}

/** The places around a board, row by row. */
export function placesAround(size) {
  const ring = Array.from({ length: size + 2 }, (_, at) => at - 1);
  return ring.flatMap((row) => ring.map((column) => [row, column])).filter(([row, column]) => [row, column].some((at) => at < 0 || at === size));
}

export class Margin {
  constructor(desk) {
    this.desk = desk;
    this.element = Object.assign(document.createElement("div"), { className: "margin", ariaHidden: "true" });
    this.element.addEventListener("pointerdown", (event) => event.stopPropagation());
    this.element.addEventListener("click", ({ target }) => target.lines && this.#place(target.lines));
  }

  show() {
    const { board, draft, tool } = this.desk;
    const isShown = Boolean(tool && isClue(tool));
    board.element.classList.toggle("margined", isShown);
    const what = isShown ? `${tool.where} ${draft.size}` : "";
    if (this.what !== what) this.element.replaceChildren(...(isShown ? this.#buttons(draft.size, tool.where === "ray") : []));
    this.what = what;
    if (this.element.parentElement !== board.element) board.element.append(this.element);
    const taken = new Set(draft.uses.filter(({ rule, cells }) => cells.length > 1 && isClue(this.desk.toolOf(rule))).map(({ cells }) => String(placeBefore(cells, draft.size))));
    for (const button of this.element.children) button.classList.toggle("has", taken.has(button.dataset.place));
  }

  #buttons(size, isDiagonal) {
    return placesAround(size).flatMap(([row, column]) => {
      const lines = linesFrom(row, column, size, isDiagonal);
      if (!lines.length) return [];
      const button = Object.assign(document.createElement("button"), { type: "button", tabIndex: -1, lines });
      button.dataset.place = String([row, column]);
      button.style.setProperty("--row", String(row));
      button.style.setProperty("--column", String(column));
      return [button];
    });
  }

  // A new clue; one that is there is chosen, and turns where there are two diagonals.
  async #place(lines) {
    const { desk } = this;
    const place = desk.draft.uses.findIndex(({ rule, cells }) => rule === desk.toolName && lines.some((line) => isSameWay(line, cells)));
    if (place < 0) await desk.drawn(lines[0].slice(0, 2));
    else if (lines.length > 1) {
      const turn = lines.findIndex((line) => isSameWay(line, desk.draft.uses[place].cells)) + 1;
      await desk.put(withUse(desk.draft, place, { cells: lines[turn % lines.length] }).uses, place);
    } else if (desk.chosen !== place) desk.choose(place);
    const [cell] = desk.draft.uses[desk.chosen]?.cells ?? lines[0];
    desk.board.select([cell], cell);
    desk.board.cells[cell].focus({ preventScroll: true });
  }
}
