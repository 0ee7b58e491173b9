// What makes a puzzle of a draft: givens until there is one solution, as few as can be, a value that a solution has.

import { SYMBOLS, digitsOf } from "./shape.js";
import { shuffled } from "./shuffling.js";

/**
 * @typedef {(name: string, puzzle: string, more?: object) => Promise<any>} Ask asks the engine about a puzzle under the rules of the draft
 */

const empty = (puzzle) => [...puzzle].flatMap((symbol, cell) => (symbol === "." ? [cell] : []));
const put = (puzzle, cells, board) => [...puzzle].map((symbol, cell) => (cells.includes(cell) ? board[cell] : symbol)).join("");
const without = (puzzle, cells) => put(puzzle, cells, ".".repeat(puzzle.length));

/** Where a cell goes in each symmetry: givens come and go by the cells of an orbit. */
const SYMMETRIES = {
  none: () => [],
  turn: (row, column, last) => [[last - row, last - column]],
  "left-right": (row, column, last) => [[row, last - column]],
  "top-bottom": (row, column, last) => [[last - row, column]],
  diagonal: (row, column) => [[column, row]],
};

export function orbit(cell, size, symmetry) {
  const others = SYMMETRIES[symmetry](Math.floor(cell / size), cell % size, size - 1);
  return [...new Set([cell, ...others.map(([row, column]) => row * size + column)])];
}

/** A solution at random: of the cells that are open, some get a digit that they can have. */
export async function anySolution(ask, puzzle) {
  let filled = puzzle;
  let drawn = 0;
  for (;;) {
    const masks = await ask("trueCandidates", filled);
    const open = empty(filled).filter((cell) => masks[cell] & (masks[cell] - 1));
    if (masks.slice(0, puzzle.length).some((mask) => !mask)) return null;
    if (!open.length) return ask("solve", filled);
    const cell = shuffled(open)[0];
    const [digit] = shuffled(digitsOf(masks[cell]));
    filled = put(filled, [cell], { [cell]: SYMBOLS[digit] });
    if (++drawn === MANY) return ask("solve", filled); // the rest is as the engine has it
  }
}

/** A solution of a draft other than one, null if there is none; a `signal` ends the search. */
export async function otherSolution({ ask, puzzle }, solution, signal = null) {
  const { solutions, counts } = await ask("solve", puzzle, { limit: 2, signal });
  if (counts < 2) return counts && solutions !== solution ? solutions : null;
  if (solutions !== solution) return solutions;
  const masks = await ask("trueCandidates", puzzle, { signal });
  const cell = shuffled(empty(puzzle)).find((each) => masks[each] & (masks[each] - 1));
  const digit = digitsOf(masks[cell]).find((each) => SYMBOLS[each] !== solution[cell]);
  return ask("solve", put(puzzle, [cell], { [cell]: SYMBOLS[digit] }));
}

/**
 * What says of several uses at a time whether each holds on a full board, null where no cells can have its value; `rules` is the
 * engine of puzzles under rules.
 */
export const holding = (rules, options, board) => function holds(uses) {
  if (!uses.length) return [];
  try {
    const broken = new Set(rules.brokenRules(board, { ...options, uses }).map(({ number }) => number));
    return uses.map((_, place) => !broken.has(place));
  } catch {
    if (uses.length === 1) return [null];
    const half = uses.length >> 1;
    return [...holds(uses.slice(0, half)), ...holds(uses.slice(half))];
  }
};

const MANY = 12; // digits at random, after which a solution is random enough

/** The puzzle with givens of a solution until it is the only one, those that are not needed left out again. */
export async function finished(ask, puzzle, board, symmetry) {
  const size = Math.sqrt(puzzle.length);
  const added = [];
  let fuller = puzzle;
  for (;;) {
    const masks = await ask("trueCandidates", fuller);
    const open = empty(fuller).filter((cell) => masks[cell] & (masks[cell] - 1));
    if (!open.length) break;
    const count = (cell) => digitsOf(masks[cell]).length;
    const most = Math.max(...open.map(count));
    const cells = orbit(shuffled(open.filter((cell) => count(cell) === most))[0], size, symmetry);
    added.push(cells);
    fuller = put(fuller, cells.filter((cell) => fuller[cell] === "."), board);
  }
  for (const cells of shuffled(added)) {
    const fewer = without(fuller, cells.filter((cell) => puzzle[cell] === "."));
    if ((await ask("countSolutions", fewer, { limit: 2 })) === 1) fuller = fewer;
  }
  return fuller;
}

/** The puzzle with the fewest givens that some tries find: none of them can go. `onfewer` gets each that has fewer. */
export async function fewest(ask, puzzle, symmetry, tries, onfewer) {
  const size = Math.sqrt(puzzle.length);
  const number = (text) => text.length - empty(text).length;
  const given = [...puzzle].flatMap((symbol, cell) => (symbol === "." ? [] : [cell]));
  let best = puzzle;
  for (let attempt = 0; attempt < tries; attempt++) {
    let left = puzzle;
    for (const cell of shuffled(given)) {
      const fewer = without(left, orbit(cell, size, symmetry));
      if (fewer !== left && (await ask("countSolutions", fewer, { limit: 2 })) === 1) left = fewer;
    }
    if (number(left) < number(best)) onfewer((best = left));
  }
  return best;
}

/**
 * The value of a mark that fits a solution: `holds(uses)` says of each of several uses whether it does. Of an optional value that
 * several numbers fit, such as a least difference, there is none. Undefined if no value fits. `impossible` are numbers that no cells
 * can have; it gets those that are found.
 */
export function fitting(use, tool, most, holds, impossible = new Set()) {
  const numbers = ["number", "factors"].includes(tool.kind) ? Array.from({ length: most + 1 }, (_, number) => number) : [];
  const values = numbers.filter((number) => !impossible.has(number));
  const fits = holds(values.map((value) => ({ ...use, value })));
  values.filter((_, place) => fits[place] === null).forEach((value) => impossible.add(value));
  const found = values.filter((_, place) => fits[place]);
  if (found.length === 1 || (found.length && tool.needed)) return found[0];
  return holds([{ ...use, value: null }])[0] || (use.value !== null && holds([use])[0]) ? (found.length ? null : use.value) : undefined;
}
