// Marks of chosen kinds for a solution: shapes at random, of which those stay that hold there and exclude other solutions.

import { fitting, otherSolution, shuffled } from "./finishing.js";
import { SYMBOLS } from "./shape.js";
import { cellAt, isClue, isSame, isSameWay, lineThrough, made, placeOf, square } from "./tools.js";

/** @typedef {import("./tools.js").Tool} Tool */

const TRIED = 300; // shapes of a kind at a time
const KEPT = 80; // of those, that are asked about
const VALUED = 8; // of those whose number must be found
const ROUNDS = 4; // of all kinds, before none is found
const SIDES = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const DIAGONALS = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const AREAS = ["cells", "line"]; // rules of such shapes do not lie over each other

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
  if (tool.name === "quadruple") {
    const digits = ({ cells }) => shuffled(cells.map((cell) => SYMBOLS.indexOf(solution[cell]) - 1 + lowest)).slice(0, 2 + below(3)).sort((one, other) => one - other);
    return free.map((use) => ({ ...use, value: digits(use) }));
  }
  if (isNumber) {
    const valued = free.map((use) => ({ ...use, value: fitting(use, tool, size * (size + 1), holds) }));
    return valued.filter(({ value }) => typeof value === "number");
  }
  const fits = holds(free);
  return free.filter((_, place) => fits[place]);
}

/**
 * A draft with marks of some kinds so that a solution is its only one, if it `isLean` without those that are not needed; and whether
 * it is.
 * `asking(draft)` asks the engine about a draft, `holding(board)` says which uses hold there. `onmark` gets the number of marks.
 */
export async function grown({ draft, solution, tools, most, toolOf, isLean = true, asking, holding, onmark }) {
  const holds = holding(solution);
  const others = [];
  let marks = [];
  const now = (some = marks) => ({ ...draft, uses: [...draft.uses, ...some] });
  let isOnly = false;
  while (!isOnly && marks.length < most) {
    const other = await otherSolution(asking(now()), solution);
    isOnly = !other;
    if (isOnly) break;
    others.push(holding(other));
    const mark = best((cells) => cells.some((cell) => other[cell] !== solution[cell]));
    if (!mark) break;
    marks.push(mark);
    onmark(marks.length);
  }
  for (const mark of isOnly && isLean ? shuffled(marks) : []) {
    const fewer = marks.filter((each) => each !== mark);
    const { ask, puzzle } = asking(now(fewer));
    if ((await ask("countSolutions", puzzle, { limit: 2 })) === 1) marks = fewer;
  }
  return { draft: { ...draft, uses: joined(now().uses, toolOf) }, isOnly };

  // Of the kind that comes up, the mark that excludes the last solution found and most of those before.
  function best(isUseful) {
    for (const tool of Array.from({ length: ROUNDS }, () => shuffled(tools)).flat()) {
      const marks_ = proposed(tool, now(), solution, toolOf, holds, isUseful);
      if (!marks_.length) continue;
      const excludes = others.slice(-8).map((each) => each(marks_));
      const counts = marks_.map((_, place) => (excludes.at(-1)[place] ? 0 : excludes.filter((each) => !each[place]).length));
      const count = Math.max(...counts);
      if (count) return marks_[counts.indexOf(count)];
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
