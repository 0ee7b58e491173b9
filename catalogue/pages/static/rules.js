// The rules of a board of any shape: its units, which cells see each other, what fits, what contradicts.

import { cellsOf, isBroken } from "./checks.js";
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
  // `blocks` are as the program writes them: "3x2" for 3 rows and 2 columns, "none" for a Latin square. `rules` are the
  // table of a variant, as catalogue/pages/boards.py makes it; it has all units.
  constructor(size, blocks, rules = null) {
    this.size = size;
    this.blocks = blocks;
    this.rules = rules;
    this.cells = size * size;
    this.units = rules ? rules.units.map(([name, cells]) => ({ name, cells })) : usualUnits(size, blocks);
    this.implied = new Set(rules?.implied);
    this.parts = (rules?.parts ?? []).map(([name, cells, checks]) => ({ name, cells, checks }));
    this.unitsOf = Array.from({ length: this.cells }, () => []);
    for (const unit of this.units) for (const cell of unit.cells) this.unitsOf[cell].push(unit);
    this.peers = this.#peers();
  }

  #peers() {
    const peers = this.unitsOf.map((units) => new Set(units.flatMap(({ cells }) => cells)));
    for (const [one, ...others] of this.parts.flatMap(({ checks }) => checks.flatMap((check) => this.#apart(check)))) {
      for (const other of others) {
        peers[one].add(other);
        peers[other].add(one);
      }
    }
    return peers.map((seen, cell) => [...seen].filter((other) => other !== cell));
  }

  // Cells, each with those that have to differ from it.
  #apart([kind, ...about]) {
    if (kind === "house") return about[0].map((cell, place) => [cell, ...about[0].slice(place + 1)]);
    if (kind !== "relation") return [];
    const [one, other, table] = about;
    const every = 2 ** this.size - 1;
    return this.rules.tables[table].every((allowed, digit) => allowed === (every & ~(1 << digit))) ? [[one, other]] : [];
  }

  name(cell) {
    return `r${Math.floor(cell / this.size) + 1}c${(cell % this.size) + 1}`;
  }

  // The cells of a unit or a part of a rule by its name, such as "row 3"; of two marks that meet by both names.
  unit(name) {
    const found = [...this.units, ...this.parts].find((each) => each.name === name);
    return found ? found.cells : name.includes(" and ") ? name.split(" and ").flatMap((each) => this.unit(each)) : [];
  }

  // A unit or a part of a rule in the language of the page.
  said(name) {
    const [kind, number] = name.split(" ");
    return this.rules?.names[name] ?? SAID[kind]?.(number) ?? name;
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
    const broken = this.unitsOf[cell].filter(({ name, cells }) => !this.implied.has(name) && cells.some(has));
    return broken.map(({ name }) => this.said(name));
  }

  // The parts of named rules that the digits break, each with its name and the cells with the digits that do.
  broken(values) {
    return this.parts.flatMap(({ name, checks }) => {
      const broken = checks.filter((check) => isBroken(check, values, this.size, this.rules.tables));
      const cells = new Set(broken.flatMap((check) => cellsOf(check, values)).filter((cell) => values[cell]));
      return broken.length ? [{ name: this.said(name), cells: [...cells] }] : [];
    });
  }

  // Whether digits and rules say all: without it the digits of a full board may break a rule that the table lacks.
  get isWhole() {
    return this.rules?.is_whole ?? true;
  }
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
