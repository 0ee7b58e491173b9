// What the desk shows of its draft: the board, the pad, and what holds of the puzzle.

import { showPath } from "./difficulty.js";
import { regionNames, regionsOf } from "./draft.js";
import { made } from "./explanation.js";
import { many, phrase } from "./phrases.js";
import { SYMBOLS, digitsOf } from "./shape.js";

const element = (id) => document.getElementById(id);

/** The cells of the board: clues, candidates or a solution, and what is said of them. */
export function showBoard(desk) {
  const { draft, board, found } = desk;
  const { size } = draft;
  const { count, fault, solution } = found;
  const isKnown = found.candidates || count < 2 || fault;
  const candidates = isKnown ? found.candidates : desk.before;
  board.element.classList.toggle("stale", !isKnown);
  const every = 2 ** size - 1;
  const showsSolution = element("show-solution").checked && solution;
  const showsCandidates = element("show-candidates").checked && candidates;
  const left = (cell) => (draft.givens[cell] ? 0 : (candidates?.[cell] ?? 0));
  const counts = Array.from({ length: size * size }, (_, cell) => (showsCandidates && left(cell) !== every ? digitsOf(left(cell)).length : 0));
  draft.givens.forEach((given, cell) => {
    board.clues[cell] = given;
    board.cells[cell].classList.toggle("clue", given > 0);
    const value = given || (showsSolution ? Math.max(0, SYMBOLS.indexOf(solution[cell])) : 0);
    board.show(cell, { value, candidates: !value && counts[cell] ? left(cell) : 0 });
  });
  for (const [name, ...these] of /** @type {[string, ...number[]][]} */ ([["only", 1], ["two", 2], ["few", 3, 4]])) {
    board.flag(name, [...counts.keys()].filter((cell) => these.includes(counts[cell]) && !showsSolution));
  }
  board.flag("conflict", (found.contradiction?.clues ?? []));
  board.flag("needless", (found.needless?.clues ?? []));
  const region = (row, column) => draft.regions[row * size + column];
  board.cells.forEach((cell, place) => {
    const [row, column] = [Math.floor(place / size), place % size];
    cell.classList.toggle("ends-right", column + 1 < size && region(row, column) !== region(row, column + 1));
    cell.classList.toggle("ends-below", row + 1 < size && region(row, column) !== region(row + 1, column));
  });
}

/** Digits, or the regions with how many cells each has. Buttons stay where they are, with the focus. */
export function showPad(desk) {
  const { draft, board } = desk;
  const isRegions = desk.toolName === "regions";
  const isNumber = desk.toolName !== "givens" && !isRegions;
  const cells = regionsOf(draft);
  const names = isNumber ? [..."0123456789"] : regionNames(draft);
  element("pad").classList.toggle("small", draft.size > 9);
  const buttons = [...element("pad").children];
  while (buttons.length < names.length) buttons.push(Object.assign(made("button", ""), { type: "button" }));
  names.forEach((name, place) => {
    const button = buttons[place];
    const count = cells[name]?.length ?? 0;
    button.textContent = button.dataset.symbol = isNumber ? name : board.symbols[place + 1];
    button.ariaPressed = isRegions ? String(name === desk.region) : null;
    button.ariaLabel = isRegions ? many(count, "region {number}, {count} cell", "region {number}, {count} cells", { number: place + 1 }) : null;
    button.classList.toggle("done", isRegions && count === draft.size);
  });
  if (element("pad").children.length !== names.length) element("pad").replaceChildren(...buttons.slice(0, names.length));
  element("pad").hidden = isNumber && !desk.marks.takesNumber;
}

/** What holds, in words. */
export function showFound(desk) {
  const { count, isMore, isPart, fault, isWorking, needless, contradiction, solution } = desk.found;
  const lines = [];
  if (fault) lines.push(phrase("This cannot hold: {fault}.", { fault: fault.replace(/\.$/, "") }));
  else if (count === 0) lines.push(phrase("No solution"));
  else if (count === 1) lines.push(phrase("One solution"));
  else if (count) lines.push(isMore ? phrase("At least {count} solutions", { count }) : many(count, "{count} solution", "{count} solutions"));
  else lines.push(phrase("counting …"));
  if (element("count").textContent !== lines[0]) element("count").textContent = lines[0]; // a screen reader says what is new
  element("count").dataset.state = fault ? "none" : count === undefined ? "" : count === 1 ? "one" : count ? "several" : "none";
  const named = ({ clues, uses }) => [...clues.map((cell) => phrase("the clue of {cell}", { cell: desk.board.shape.name(cell) })), ...uses.map((place) => desk.marks.words(desk.draft.uses[place]))];
  const more = [];
  if (isPart) more.push([isWorking ? phrase("Candidates found so far; looking for more …") : phrase("Candidates found so far; there may be more."), []]);
  if (contradiction) more.push([phrase("These contradict each other:"), named(contradiction)]);
  if (needless && named(needless).length) more.push([phrase("Each of these can go:"), named(needless)]);
  if (needless && !named(needless).length && (desk.draft.uses.length || desk.draft.givens.some(Boolean))) more.push([phrase("Nothing can go."), []]);
  if (isWorking && count !== undefined && !needless && !contradiction && count < 2) more.push([count ? phrase("looking for what can go …") : phrase("looking for what contradicts …"), []]);
  const unfinished = desk.draft.uses.filter((each) => !desk.isFinished(each)).length;
  if (unfinished) more.push([many(unfinished, "{count} mark is not finished, and does not count.", "{count} marks are not finished, and do not count."), []]);
  const said = JSON.stringify(more);
  if (desk.said !== said) element("found").replaceChildren(...more.flatMap(([words, list]) => {
    const items = made("ul", "");
    items.append(...list.map((each) => made("li", each)));
    return [made("p", words), ...(list.length ? [items] : [])];
  }));
  desk.said = said;
  element("show-solution").disabled = !solution;
  showPath(desk.found.path, () => desk.board);
}
