// What a stroke of cells means for a rule, by the shape of its cells, and values as people write them. The table of rules comes
// with the page (catalogue/pages/desk.py).

import { firstBeside } from "./draft.js";
import { phrase } from "./phrases.js";

/** @typedef {{ name: string, title: string, words: string, where: string, kind: string, value: string, needed: boolean, together: boolean, tool: string, field: any[] | null, titled: boolean, beside: any }} Tool */

const FIRST = { "cells of the pill": 2, "0 or 1": 0 }; // values to begin with
const LEAST = { pair: 2, line: 2, outside: 2, cells: 1, ray: 1 }; // cells

export const isSame = (one, other) => one.length === other.length && one.every((cell) => other.includes(cell));
export const isSameWay = (one, other) => isSame(one, other) && one[0] === other[0]; // a line has a clue at each of its ends
export const placeOf = (cell, size) => [Math.floor(cell / size), cell % size];
export const cellAt = (row, column, size) => (row >= 0 && row < size && column >= 0 && column < size ? row * size + column : -1);

export const isWhole = ({ where }) => where === "board" || where === "frame";
export const isClue = ({ where }) => where === "outside" || where === "ray";
export const made = (tool, more = {}) => ({ rule: tool.name, cells: [], value: FIRST[tool.value] ?? null, groups: [], alternatives: [], title: "", ...more });

/** Whether a use has all that its rule needs. */
export function isFinished(tool, use) {
  if (tool.needed && tool.kind && use.value === null) return false;
  if (tool.where === "groups") return Boolean(use.value) || use.groups.length > 1;
  return use.cells.length >= (LEAST[tool.where] ?? 0);
}

/**
 * The uses of a draft after a stroke, and the place of the mark that it made or changed, -1 for none; or why it means nothing.
 * The same stroke once more takes its mark away. `chosen` is the place of the mark that a further group belongs to.
 */
export function stroke(draft, tool, cells, chosen = -1) {
  const { uses, size } = draft;
  const first = tool.beside ? firstBeside(draft, tool.beside) : 0;
  if (first < 0) return { fault: phrase("Choose chaos construction first.") };
  const without = (place) => ({ uses: uses.filter((_, at) => at !== place), place: -1 });
  const changed = (place, more) => ({ uses: uses.map((use, at) => (at === place ? { ...use, ...more } : use)), place });
  const toggled = (own) => {
    const same = isClue(tool) ? isSameWay : isSame;
    const place = uses.findIndex((use) => use.rule === tool.name && same(use.cells, own));
    return place < 0 ? { uses: [...uses, made(tool, { cells: own })], place: uses.length } : without(place);
  };
  const shapes = {
    cells() {
      const own = tool.name === "quadruple" ? square(cells, size) : [...new Set(cells)];
      const place = tool.together ? uses.findIndex(({ rule }) => rule === tool.name) : -1;
      if (place < 0) return toggled(own);
      const before = uses[place].cells;
      const isThere = own.every((cell) => before.includes(cell));
      const after = isThere ? before.filter((cell) => !own.includes(cell)) : [...new Set([...before, ...own])];
      return after.length ? changed(place, { cells: after }) : without(place);
    },
    pair() {
      const pairs = cells.slice(1).map((cell, at) => [cells[at], cell]).filter(([one, other]) => isBeside(one, other, size));
      if (!pairs.length) return { fault: phrase("Draw from a cell to its neighbour.") };
      if (pairs.length === 1) return toggled(pairs[0]);
      const fresh = pairs.filter((pair) => !uses.some((use) => use.rule === tool.name && isSame(use.cells, pair)));
      return { uses: [...uses, ...fresh.map((pair) => made(tool, { cells: pair }))], place: uses.length + fresh.length - 1 };
    },
    line: () => (cells.length < 2 ? { fault: phrase("Draw a line of at least two cells.") } : toggled(cells)),
    outside() {
      const line = lineThrough(cells, size, tool.where === "ray");
      if (!line.length) return { fault: tool.where === "ray" ? phrase("Draw two cells of a diagonal, in the direction of the clue.") : phrase("Draw from the edge inwards.") };
      return toggled(line);
    },
    // The first cell counts how many of the cells are of one region, which cells beside the grid say.
    beside: () => ({ uses: [...uses, made(tool, { cells: [cells[0]], groups: [cells.map((cell) => first + cell)] })], place: uses.length }),
    groups() {
      const own = [...new Set(cells)];
      return uses[chosen]?.rule === tool.name ? changed(chosen, { groups: [...uses[chosen].groups, own] }) : { uses: [...uses, made(tool, { groups: [own] })], place: uses.length };
    },
  };
  const make = shapes[tool.beside ? "beside" : tool.where === "ray" ? "outside" : tool.where];
  return make ? make() : { fault: phrase("This rule is of the whole board.") };
}

export function isBeside(one, other, size) {
  const [[row, column], [toRow, toColumn]] = [placeOf(one, size), placeOf(other, size)];
  return Math.abs(row - toRow) + Math.abs(column - toColumn) === 1;
}

// The 2x2 cells of a stroke, or those from its first cell on.
export function square(cells, size) {
  const [rows, columns] = [0, 1].map((which) => Math.min(...cells.map((cell) => placeOf(cell, size)[which]), size - 2));
  return [0, 1].flatMap((down) => [0, 1].map((right) => (rows + down) * size + columns + right));
}

/** The whole row, column or diagonal that the first and the last cell of a stroke are on, from the edge in its direction. */
export function lineThrough(cells, size, isDiagonal) {
  const [row, column] = placeOf(cells[0], size);
  const [toRow, toColumn] = placeOf(cells.at(-1), size);
  let [down, right] = [Math.sign(toRow - row), Math.sign(toColumn - column)];
  if (cells.length === 1 && !isDiagonal) [down, right] = inwards(row, column, size);
  if (isDiagonal ? !down || !right || Math.abs(toRow - row) !== Math.abs(toColumn - column) : Math.abs(down) + Math.abs(right) !== 1) return [];
  const line = [cells[0]];
  for (let at; (at = cellAt(...step(line[0], -1), size)) >= 0; ) line.unshift(at);
  for (let at; (at = cellAt(...step(line.at(-1), 1), size)) >= 0; ) line.push(at);
  return line;

  function step(cell, way) {
    const [fromRow, fromColumn] = placeOf(cell, size);
    return [fromRow + way * down, fromColumn + way * right];
  }
}

/** The place outside from which a clue looks along a line. */
export function placeBefore([first, next], size) {
  const [[row, column], [toRow, toColumn]] = [placeOf(first, size), placeOf(next, size)];
  return [2 * row - toRow, 2 * column - toColumn];
}

// From a cell at an edge that is no corner.
function inwards(row, column, size) {
  const [down, right] = [row, column].map((at) => (at === 0 ? 1 : at === size - 1 ? -1 : 0));
  return down && right ? [0, 0] : [down, right];
}

// --- Values --------------------------------------------------------------------------------------------------------

/** The value that a text says, null for an empty one, undefined for another text. `symbols` are those of the digits, from 1 on. */
export function parsed({ kind }, text, symbols) {
  const given = text.trim();
  if (!given) return null;
  const digits = () => {
    const each = /[\s,]/.test(given) ? given.split(/[\s,]+/) : /^\d+$/.test(given) ? [...given] : [given];
    return each.every((one) => /^\d+$/.test(one)) ? each.map(Number) : undefined;
  };
  if (kind === "number") return /^-?\d{1,9}$/.test(given) ? Number(given) : undefined;
  if (kind === "digits") return digits();
  if (kind === "word") return given;
  if (kind === "factors") {
    const [total, ...factors] = given.split(/\s*=\s*|\s+/).map((part) => (/^[+-]?\d{1,9}$/.test(part) ? Number(part) : undefined));
    return [total, ...factors].includes(undefined) ? undefined : factors.length ? [total, ...factors] : total;
  }
  if (kind === "counted") {
    const found = /^([\d,]+)(?: x(\d+))?$/.exec(given);
    return found ? [Number(found[2] ?? 0), ...found[1].split(",").map(Number)] : undefined;
  }
  const table = Array(symbols.length - 1).fill(0);
  for (const pair of given.split(/\s+/)) {
    const [one, other] = pair.split("-").map((symbol) => symbols.indexOf(symbol));
    if (!(one > 0 && other > 0)) return undefined;
    table[one - 1] |= 1 << (other - 1);
  }
  return table;
}

export function printed({ kind }, value, symbols) {
  if (value === null) return "";
  if (kind === "factors" && Array.isArray(value)) return `${value[0]} = ${value.slice(1).map((factor) => (factor < 0 ? factor : `+${factor}`)).join(" ")}`;
  if (kind === "counted") return value.slice(1).join(",") + (value[0] ? ` x${value[0]}` : "");
  if (kind !== "pairs") return [value].flat().join(",");
  const pairs = value.flatMap((mask, one) => [...symbols.slice(1)].map((symbol, other) => mask & (1 << other) && `${symbols[one + 1]}-${symbol}`));
  return pairs.filter(Boolean).join(" ");
}
