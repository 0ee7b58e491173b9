// Marks of chosen kinds for a solution: shapes at random, of which those stay that hold there and exclude other solutions.

import { fitting, orbit, otherSolution } from "./finishing.js";
import { SYMBOLS } from "./shape.js";
import { shuffled } from "./shuffling.js";
import { cellAt, isClue, isSame, isSameWay, lineThrough, made, placeOf, square } from "./tools.js";

/** @typedef {import("./tools.js").Tool} Tool */

const TRIED = 300; // shapes of a kind at a time
const KEPT = 80; // of those, that are asked about
const VALUED = 8; // of those whose number must be found
const PATIENCE = 2000; // milliseconds to tell whether a part is needed
const MOST_LATE = 8; // times
const ROUNDS = 4; // of all kinds, before none is found
const SIDES = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const DIAGONALS = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const AREAS = ["cells", "line"]; // rules of such shapes do not lie over each other

const isLate = (error) => {
  if (error.name !== "TimeoutError") throw error;
};

const below = (count) => Math.floor(Math.random() * count);
const pick = (items) => items[below(items.length)];

// Cells that touch: each beside the last one, or beside any of them.
function grow(size, count, steps, isLine) {
  const cells = [below(size * size)];
  while (cells.length < count) {
    const [row, column] = placeOf(isLine ? cells.at(-1) : pick(cells), size);
    const next = steps.map(([down, right]) => cellAt(row + down, column + right, size)).filter((cell) => cell >= 0 && !cells.includes(cell));
    if (next.length) cells.push(pick(next));
    else if (isLine) break;
  }
  return cells;
}

const IMPOSSIBLE = {}; // numbers of clues outside, by size, lowest digit and rule

const SHAPES = {
  pair: (size) => grow(size, 2, SIDES, true),
  line: (size) => grow(size, 3 + below(3), [...SIDES, ...DIAGONALS], true),
  cells: (size, { name, together }) => (name === "quadruple" ? square(grow(size, 1, SIDES), size) : grow(size, together ? 1 : 2 + below(3), SIDES)),
  outside(size) {
    const [number, isRow] = [below(size), below(2)];
    const line = Array.from({ length: size }, (_, at) => (isRow ? number * size + at : at * size + number));
    return below(2) ? line : line.reverse();
  },
  ray(size) {
    const [row, column] = [1 + below(size - 2), 1 + below(size - 2)];
    const [down, right] = pick(DIAGONALS);
    return lineThrough([row * size + column, (row + down) * size + column + right], size, true);
  },
};

/** Whether marks of a kind can be drawn at random: what they say follows from a solution. */
export const canGrow = ({ name, where, kind, tool }) => where in SHAPES && tool !== "none" && name !== "counting circles" && (["", "number"].includes(kind) || name === "quadruple");

const hasNumber = ({ kind, needed, where }) => kind === "number" && (needed || where === "cells");

const isArea = ({ where, name }) => AREAS.includes(where) && name !== "quadruple";

function isFree(tool, cells, uses, toolOf) {
  return uses.every((use) => {
    const other = toolOf(use.rule);
    if (isArea(tool)) return !isArea(other) || !use.cells.some((cell) => cells.includes(cell));
    if (isClue(tool)) return !isClue(other) || !isSameWay(use.cells, cells);
    return other.where !== tool.where || !isSame(use.cells, cells);
  });
}

/**
 * Marks of a kind that hold in a solution, some of very many. `holds(uses)` says of each whether it does, `isUseful(cells)` whether
 * a mark there is wanted.
 */
export function proposed(tool, { size, lowest, uses }, solution, toolOf, holds, isUseful = (/** @type {number[]} */ _cells) => true) {
  const isNumber = hasNumber(tool);
  const shapes = Array.from({ length: TRIED }, () => SHAPES[tool.where](size, tool)).filter((cells) => (cells.length > 1 || tool.together) && isUseful(cells));
  const free = shapes.filter((cells) => isFree(tool, cells, uses, toolOf)).slice(0, isNumber ? VALUED : KEPT).map((cells) => made(tool, { cells, value: null }));
  const digit = (cell) => SYMBOLS.indexOf(solution[cell]) - 1 + lowest;
  if (tool.name === "quadruple") {
    const digits = ({ cells }) => shuffled(cells.map(digit)).slice(0, 2 + below(3)).sort((one, other) => one - other);
    return free.map((use) => ({ ...use, value: digits(use) }));
  }
  if (isNumber) {
    // What lines of clues outside cannot have is the same for all of them; for others the sum of the cells comes first.
    const key = `${size} ${lowest} ${tool.name}`;
    const impossible = tool.where === "outside" ? (IMPOSSIBLE[key] ??= new Set()) : new Set();
    const total = ({ cells }) => cells.reduce((sum, cell) => sum + digit(cell), 0);
    const value = (use) => (tool.where !== "outside" && holds([{ ...use, value: total(use) }])[0] ? total(use) : fitting(use, tool, (size * (size + 1)) / 2, holds, impossible));
    return free.map((use) => ({ ...use, value: value(use) })).filter((use) => typeof use.value === "number");
  }
  const fits = holds(free);
  return free.filter((_, place) => fits[place]);
}

/** A draft with the digits of a solution in some cells, or without any there. */
export function withClues(draft, cells, solution) {
  return { ...draft, givens: draft.givens.map((given, cell) => (cells.includes(cell) ? (solution ? SYMBOLS.indexOf(solution[cell]) : 0) : given)) };
}

/**
 * A draft with marks of some kinds, and perhaps clues in orbits of a `symmetry`, so that a solution is its only one, if it `isLean`
 * without those that are not needed; and whether it is.
 * `asking(draft)` asks the engine about a draft, `holding(board)` says which uses hold there. `onmark` gets how many there are.
 */
export async function grown({ draft, solution, tools, clues, symmetry, most, toolOf, isLean = true, asking, holding, onmark }) {
  const holds = holding(solution);
  const others = [];
  let parts = []; // uses, or the cells of clues
  const now = (some = parts) => {
    const uses = [...draft.uses, ...some.filter((part) => !Array.isArray(part))];
    return withClues({ ...draft, uses }, some.filter(Array.isArray).flat(), solution);
  };
  let [isOnly, late] = [false, 0];
  while (parts.length < most) {
    const other = await otherSolution(asking(now()), solution, AbortSignal.timeout(2 * PATIENCE)).catch(isLate);
    if (other === undefined) {
      if (!parts.length || ++late > MOST_LATE) break;
      parts.splice(-2); // what makes the search so long goes, and something else comes
      continue;
    }
    isOnly = !other;
    if (isOnly) break;
    others.push(holding(other));
    const part = best([...solution].flatMap((symbol, cell) => (symbol === other[cell] ? [] : [cell])));
    if (!part) break;
    parts.push(part);
    onmark(parts.length);
  }
  for (const part of isOnly && isLean ? shuffled(parts) : []) {
    const fewer = parts.filter((each) => each !== part);
    const { ask, puzzle } = asking(now(fewer));
    const count = ask("countSolutions", puzzle, { limit: 2, signal: AbortSignal.timeout(PATIENCE) });
    if ((await count.catch(isLate)) === 1) parts = fewer; // what takes long to tell may be needed
  }
  const full = now();
  return { draft: { ...full, uses: joined(full.uses, toolOf) }, isOnly };

  // Of the kind that comes up, the mark that excludes the last solution found, which differs in some cells, and most of those before.
  function best(cells) {
    for (const tool of Array.from({ length: ROUNDS }, () => shuffled([...tools, ...(clues ? [null] : [])])).flat()) {
      if (!tool) return orbit(pick(cells), draft.size, symmetry).filter((cell) => !draft.givens[cell]);
      const marks = proposed(tool, now(), solution, toolOf, holds, (own) => own.some((cell) => cells.includes(cell)));
      if (!marks.length) continue;
      const excludes = others.slice(-8).map((each) => each(marks));
      const counts = marks.map((_, place) => (excludes.at(-1)[place] ? 0 : excludes.filter((each) => !each[place]).length));
      const count = Math.max(...counts);
      if (count) return marks[counts.indexOf(count)];
    }
  }
}

/** Uses of a rule whose cells are marked together, as one. */
export function joined(uses, toolOf) {
  const found = [];
  for (const use of uses) {
    const place = toolOf(use.rule).together ? found.findIndex(({ rule }) => rule === use.rule) : -1;
    if (place < 0) found.push(use);
    else found[place] = { ...found[place], cells: [...new Set([...found[place].cells, ...use.cells])] };
  }
  return found;
}
