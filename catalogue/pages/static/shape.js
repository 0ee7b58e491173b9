// A board of any shape on a page: its units, which cells see each other, what fits, what contradicts. What named rules say the
// engine knows: under rules the shape learns it as soon as the engine is loaded.

import { phrase } from "./phrases.js";

export const SYMBOLS = ".123456789ABCDEFGHIJKLMNOP";
export const USUAL_BLOCKS = { 4: "2x2", 6: "2x3", 8: "2x4", 9: "3x3", 10: "2x5", 12: "3x4", 15: "3x5", 16: "4x4" };

const KINDS = ["row", "column", "block"];
const SAID = {
  row: (number) => phrase("row {number}", { number }),
  column: (number) => phrase("column {number}", { number }),
  block: (number) => phrase("block {number}", { number }),
};

export class Shape {
  // `blocks` are as the program writes them: "3x2" for 3 rows and 2 columns, "none" for a Latin square. `rules` are those of
  // a variant, as catalogue/pages/boards.py writes them.
  constructor(size, blocks, rules = null) {
    this.size = size;
    this.blocks = blocks;
    this.rules = rules;
    this.cells = size * size;
    const regions = (rules?.regions ?? []).map((cells, number) => ({ name: `region ${number + 1}`, cells }));
    this.#know([...usualUnits(size, blocks), ...regions]);
    this.broken = (/** @type {number[]} */ _values) => []; // the rules that digits break, each with its name and cells
  }

  #know(units, peers = null) {
    this.units = units;
    this.unitsOf = Array.from({ length: this.cells }, () => []);
    for (const unit of units) for (const cell of unit.cells) this.unitsOf[cell].push(unit);
    this.peers = peers ?? this.unitsOf.map((of, cell) => [...new Set(of.flatMap(({ cells }) => cells))].filter((other) => other !== cell));
  }

  // What the engine says of the rules: units, parts of rules, peers, and what finds the rules that digits break.
  learn({ units, parts, peers, broken }) {
    this.isLearnt = true;
    if (units) this.#know(units, peers);
    this.parts = parts ?? [];
    const known = new Set(this.units.map(({ cells }) => String(cells))); // `conflicts` says more of these
    this.broken = (values) => broken(values).filter(({ cells }) => !known.has(String(cells)));
  }

  name(cell) {
    return `r${Math.floor(cell / this.size) + 1}c${(cell % this.size) + 1}`;
  }

  // The cells of a unit or a part of a rule by its name, such as "row 3"; of two marks that meet by both names.
  unit(name) {
    const found = [...this.units, ...(this.parts ?? [])].find((each) => each.name === name);
    return found ? found.cells : name.includes(" and ") ? name.split(" and ").flatMap((each) => this.unit(each)) : [];
  }

  // A mask of the digits that no peer of a cell has, bit 0 for digit 1.
  candidates(values, cell) {
    let mask = 2 ** this.size - 1;
    for (const peer of this.peers[cell]) if (values[peer]) mask &= ~(1 << (values[peer] - 1));
    return mask;
  }

  // The units of a cell, by name, that have its value in another cell too. Those that only follow break no rule.
  conflicts(values, cell) {
    if (!values[cell]) return [];
    const has = (other) => other !== cell && values[other] === values[cell];
    const broken = this.unitsOf[cell].filter(({ isImplied, cells }) => !isImplied && cells.some(has));
    return broken.map(({ name, said }) => said ?? nameOf(name));
  }

  // Whether digits and rules say all: with cells beside the grid a full board may contradict the solution.
  get isWhole() {
    return !this.rules || (this.isLearnt && !this.rules.groups.length);
  }
}

// A row, column or block in the language of the page.
function nameOf(name) {
  const [kind, number] = name.split(" ");
  return SAID[kind]?.(number) ?? name;
}

function usualUnits(size, blocks) {
  const [rows, columns] = blocks === "none" ? [1, size] : blocks.split("x").map(Number);
  const kinds = rows > 1 ? KINDS : KINDS.slice(0, 2);
  const units = kinds.map((kind) => Array.from({ length: size }, (_, number) => ({ name: `${kind} ${number + 1}`, cells: [] })));
  for (let cell = 0; cell < size * size; cell++) {
    const row = Math.floor(cell / size);
    const column = cell % size;
    const block = Math.floor(row / rows) * (size / columns) + Math.floor(column / columns);
    [row, column, block].slice(0, kinds.length).forEach((number, kind) => units[kind][number].cells.push(cell));
  }
  return units.flat();
}

export function digitsOf(mask) {
  const digits = [];
  for (let digit = 1; mask; digit++, mask >>>= 1) if (mask & 1) digits.push(digit);
  return digits;
}

export function listed(words) {
  return words.length > 1 ? phrase("{first} and {last}", { first: words.slice(0, -1).join(", "), last: words.at(-1) }) : (words[0] ?? "");
}
