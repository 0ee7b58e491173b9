// A board under rules as people see it, and their techniques, as engine/paths/people.py and engine/rules/houses.py have them.

import { people } from "./people-tables.js";
import { ascending, unique } from "./position.js";

const [HOUSE, SUM, RELATION, MASK] = [0, 1, 2, 4]; // of Kind in core/rules/statements.hpp

// --- Techniques by their numbers ----------------------------------------------------------------------------------

const [MEETING, FIRST_OF_RULES, FIRST_OF_LATER] = [31, 32, 240];
const MEETS = "marks-that-meet";
const OTHER = { number: 0, name: "rule", cost: 50, thing: "rule", needed: 75, in_units: 0 };
export const MACHINES = Object.keys(people.machines);

const techniqueOf = (rule) => people.rules[rule]?.technique ?? OTHER;
const firstOf = (rule) => FIRST_OF_RULES + 3 * techniqueOf(rule).number;
const thingOf = (rule) => people.rules[rule].technique?.thing ?? rule;
const kindOf = (rule) => people.rules[rule]?.house || rule;

/** The techniques by their numbers. */
export const TECHNIQUES = new Map([...MACHINES.map((name, place) => [place < MEETING ? place : place - MEETING + FIRST_OF_LATER, { name }]), [MEETING, { name: MEETS }]]);
for (const rule of ["", ...Object.keys(people.rules)].filter((rule) => !rule || people.rules[rule].technique)) {
  const { name, thing } = techniqueOf(rule);
  const hyphened = thing.replaceAll(" ", "-");
  const names = [[name, ""], [`${hyphened}-in-units`, "of_rule_in_units"], [`digit-of-${hyphened}`, "of_needed_digit"]];
  names.forEach(([each, further], place) => TECHNIQUES.set(firstOf(rule) + place, { name: each, rule, further, thing }));
}

/** What a technique of a named rule is about, by its name. */
export const OF_RULES = new Map([...TECHNIQUES.values()].filter(({ rule }) => rule !== undefined).map((each) => [each.name, each]));

// --- What rules mean ----------------------------------------------------------------------------------------------

const listOf = (numbers) => [numbers.length, ...numbers];

function statementsIn(taken) {
  return Array.from({ length: taken() }, () => {
    const kind = taken();
    const [cells, own] = [0, 1].map(() => Array.from({ length: taken() }, taken));
    const arcs = Array.from({ length: 3 * taken() }, taken);
    return { kind, cells, own, arcs, alternatives: Array.from({ length: taken() }, () => statementsIn(taken)) };
  });
}

const numbersOf = (statements) => [
  statements.length,
  ...statements.flatMap(({ kind, cells, own, arcs, alternatives }) => {
    return [kind, ...listOf(cells), ...listOf(own), arcs.length / 3, ...arcs, alternatives.length, ...alternatives.flatMap(numbersOf)];
  }),
];

const cellsOf = (statements) => unique(statements.flatMap(({ cells, alternatives }) => [...cells, ...cellsOf(alternatives.flat())])).sort(ascending);

/** A sum of one or two cells as a mask or a relation, so that a chain can go through it. */
function simple(one, size) {
  const { kind, cells, own: [by, other, total = other] } = one;
  const digits = Array.from({ length: size }, (_, place) => place + 1);
  const maskOf = (holds) => digits.reduce((mask, digit) => mask | (Number(holds(digit)) << (digit - 1)), 0);
  if (kind !== SUM || cells.length > 2) return one;
  if (cells.length === 1) return { ...one, kind: MASK, own: [maskOf((digit) => by * digit === other)] };
  return { ...one, kind: RELATION, own: digits.map((first) => maskOf((second) => by * first + other * second === total)) };
}

/** Whether it says that cells are different, and no more. */
function onlyDiffers({ kind, own }, size) {
  return kind === HOUSE || (kind === RELATION && own.every((mask, digit) => mask === (2 ** size - 1 & ~(1 << digit))));
}

// --- Where rules and units lie ------------------------------------------------------------------------------------

const cellName = (cell, size) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
const LONGEST_VALUE = 12;

/** The name of a unit, a rule where it holds, or two of these that meet, as in data. */
export function nameOf({ kind, number, thing, value, cells, isAround, one, other }) {
  if (one) return `${nameOf(one)} and ${nameOf(other)}`;
  if (kind) return `${kind} ${number}`;
  return `${thing}${value}${cells.length ? ` ${isAround ? "around" : "of"} ${cells.join("-")}` : ""}`;
}

/** A house of a rule by its number; of diagonals, 1 falls and 2 rises. */
export const houseNamed = (rule, number, cells, kind = kindOf(rule)) => ({ kind, number: kind === "diagonal" ? (cells.includes(0) ? 1 : 2) : number });

export const wholePlace = (thing) => ({ thing, value: "", cells: [] });
const eachOf = (use) => [use, ...(use.alternatives ?? []).flatMap((some) => some.flatMap(eachOf))];

/** A rule where it holds, such as "cage 15 of r1c1"; of a mark between two cells, of a code, and with `toLast` both ends. */
export function placeOf(use, size, toLast = false, own = use.rule) {
  const held = eachOf(use).flatMap(({ cells = [], groups = [] }) => (cells.length ? cells : groups.flat()));
  const [first, last] = [held[0] ?? 0, held.at(-1) ?? 0];
  const hasValue = typeof use.value === "number" || typeof use.value === "string";
  const value = hasValue ? (own.endsWith("line") ? ` (${use.value})` : ` ${use.value}`) : "";
  const isLong = [...value].length > LONGEST_VALUE;
  const ends = unique([first, toLast || isLong || people.rules[use.rule].where === "pair" ? last : first]);
  return { thing: isLong ? use.title || own : own, value: isLong ? "" : value, cells: ends.map((cell) => cellName(cell, size)) };
}

// --- The board ----------------------------------------------------------------------------------------------------

const keyOf = (cells) => [...cells].sort(ascending).join();
const combinations = (items, count) => count ? items.flatMap((one, place) => combinations(items.slice(place + 1), count - 1).map((rest) => [one, ...rest])) : [[]];
const inOrder = (some, other) => {
  const place = some.findIndex((cell, at) => cell !== other[at]);
  return place < 0 ? 0 : some[place] - other[place];
};

/** The houses that two or three lines leave beside one or two of the houses that lie in them. */
function housesThatFollow(given, lines, size) {
  const isLine = new Set(lines.flat().map(keyOf));
  const known = new Map(given.filter((house) => house.length === size).map((house) => [keyOf(house), house]));
  const own = new Set(known.keys());
  for (let count = -1; count < known.size; ) {
    count = known.size;
    const houses = [...known.values()];
    for (const [ways, many] of lines.flatMap((some) => [[some, 2], [some, 3]])) {
      for (const together of combinations(ways, many).map((some) => new Set(some.flat()))) {
        const inside = houses.filter((house) => house.every((cell) => together.has(cell)));
        for (const some of combinations(inside, many - 1)) {
          const rest = [...together].filter((cell) => !some.flat().includes(cell)).sort(ascending);
          if (rest.length === size && !isLine.has(keyOf(rest))) known.set(keyOf(rest), known.get(keyOf(rest)) ?? rest);
        }
      }
    }
  }
  return [...known].flatMap(([key, house]) => (own.has(key) ? [] : [[...house].sort(ascending)])).sort(inOrder);
}

/** Units, which cells see each other, and named rules by parts; and the numbers that the kernels take. */
export class PeopleBoard {
  constructor(engine, { shape, board, regions, uses }) {
    const { size, cells } = shape;
    Object.assign(this, { engine, size, cells, rows: shape.rows, uses, board });
    if (engine.answer("program", board, board.length, 0)[1] !== cells) throw new Error("rules with cells beside the grid have no steps");
    this.lines = [shape.units.slice(0, size), shape.units.slice(size, 2 * size)];
    this.regions = regions;
    this.block = shape.rows > 1 ? "block" : "region";
    this.made = uses.map((use) => this.meaning(use));
    const houses = this.furtherHouses();
    this.units = this.unitsWith(houses ?? this.housesOfRules());
    this.parts = this.partsOfRules();
    this.parts.push(...this.marksThatMeet());
    this.numbers = Int32Array.from([
      ...[size, ...Object.values(people.machines).map(([cost]) => cost), this.units.length],
      ...this.units.flatMap(({ kind, cells: own }) => [kind, ...own]),
      ...[this.parts.length, ...this.parts.flatMap((part) => this.numbersOf(part))],
    ]);
    this.peers = this.findPeers();
  }

  meaning(use) {
    const uses = Int32Array.from(this.engine.ofUses([use]));
    const found = this.engine.answer("meanings", this.board, this.board.length, uses, uses.length);
    let at = 0;
    return statementsIn(() => found[at++]);
  }

  isFull({ kind, cells }) {
    return kind === HOUSE && cells.length === this.size;
  }

  /** The houses of rules that are nothing else, and those that follow from them; null for other boards. */
  furtherHouses() {
    const { size, regions, uses, made, engine: { facts } } = this;
    if (size > facts.largestRated || regions.some((region) => region.length !== size)) return null;
    if (new Set(regions.flat()).size < regions.flat().length || made.flat().some(({ kind }) => kind !== HOUSE)) return null;
    const known = new Set([...this.lines.flat(), ...regions].map(keyOf));
    const kinds = [];
    for (const [place, { rule }] of uses.entries()) {
      const own = made[place].map(({ cells }) => cells);
      for (const house of [...own, ...housesThatFollow(own, this.lines, size)]) {
        if (house.length !== size) return null;
        if (known.has(keyOf(house))) continue;
        known.add(keyOf(house));
        let kind = kinds.find(({ name, cells }) => name === kindOf(rule) && !house.some((cell) => cells.has(cell)));
        if (!kind) kinds.push((kind = { name: kindOf(rule), houses: [], cells: new Set() }));
        kind.houses.push([...house].sort(ascending));
        for (const cell of house) kind.cells.add(cell);
      }
    }
    if (kinds.length > Math.min(facts.mostKinds, Math.floor(facts.mostHouses / size)) - 3) return null;
    return numbered(kinds.flatMap(({ name, houses }) => houses.map((cells) => [name, cells])));
  }

  housesOfRules() {
    const own = this.uses.map(({ rule }, place) => this.made[place].filter((one) => this.isFull(one)).map(({ cells }) => [rule, cells]));
    return numbered(own.flat());
  }

  unitsWith(further) {
    const named = [["row", this.lines[0]], ["column", this.lines[1]], [this.block, this.regions]];
    const units = named.flatMap(([kind, lines], place) => lines.flatMap((cells, number) => {
      return cells.length === this.size ? [{ where: { kind, number: number + 1 }, cells, kind: place }] : [];
    }));
    const known = new Set(units.map(({ cells }) => keyOf(cells)));
    const kinds = [];
    for (const { where, cells } of further) {
      if (known.has(keyOf(cells))) continue;
      known.add(keyOf(cells));
      let kind = kinds.findIndex((taken) => !cells.some((cell) => taken.has(cell)));
      if (kind < 0) kind = kinds.push(new Set()) - 1;
      for (const cell of cells) kinds[kind].add(cell);
      units.push({ where, cells: [...cells].sort(ascending), own: cells, kind: named.length + kind });
    }
    return units;
  }

  partsOfRules() {
    const { size, uses } = this;
    const places = uses.map((use) => JSON.stringify(placeOf(use, size, false, thingOf(use.rule))));
    return uses.flatMap((use, place) => {
      const rest = this.made[place].filter((one) => !this.isFull(one)).map((one) => simple(one, size));
      const isSeveral = places.filter((other) => other === places[place]).length > 1;
      return rest.length ? this.partsOf(use, rest, isSeveral) : [];
    });
  }

  /** The parts of a rule: one, or of a rule of the whole board what it says around each cell. */
  partsOf(use, made, toLast) {
    const { size } = this;
    const { rule, cells = [], groups = [], alternatives = [], value } = use;
    const partWith = (where, statements, further) => ({ where, rule, statements, cells: cellsOf(statements), total: 0, ...further });
    if (cells.length || groups.length || alternatives.length) {
      // A cage that counts a cell twice holds no set of digits with its total, and no part of a unit's sum.
      const isPlain = rule === "cage" && unique(cells).length === cells.length && typeof value === "number";
      return [partWith(placeOf(use, size, toLast, thingOf(rule)), made, { total: isPlain ? value : 0 })];
    }
    const differing = made.filter((one) => onlyDiffers(one, size));
    const others = made.filter((one) => !onlyDiffers(one, size));
    const around = Array.from({ length: this.cells }, (_, cell) => {
      const mine = others.filter((one) => cellsOf([one]).includes(cell));
      const where = { thing: techniqueOf(rule).thing, value: "", cells: [cellName(cell, size)], isAround: true };
      return mine.length ? [partWith(where, mine, { isWide: true })] : [];
    });
    return [...(differing.length ? [partWith(wholePlace(rule), differing, { isWide: true })] : []), ...around.flat()];
  }

  /** Every two marks of two cells that share one, and whose other cells lie in one unit. */
  marksThatMeet() {
    const marks = this.parts.filter(({ cells, isWide, total }) => cells.length === 2 && !isWide && !total);
    return combinations(marks, 2).flatMap(([one, other]) => {
      const cells = unique([...one.cells, ...other.cells]).sort(ascending);
      const ends = cells.filter((cell) => one.cells.includes(cell) !== other.cells.includes(cell));
      if (ends.length !== 2 || !this.units.some((unit) => ends.every((cell) => unit.cells.includes(cell)))) return [];
      const where = { one: one.where, other: other.where };
      return [{ where, rule: one.rule, statements: [...one.statements, ...other.statements], cells, total: 0, meets: true }];
    });
  }

  numbersOf({ rule, statements, total, meets }) {
    const { size } = this;
    const { cost, in_units, needed } = techniqueOf(rule);
    const first = firstOf(rule);
    const head = meets
      ? [0, people.meanings[MEETS][0], 0, first, MEETING, first]
      : statements.every((one) => onlyDiffers(one, size)) // which cells see each other says all of it
        ? [0, 0, 0, first, first, first]
        : [cost, in_units, needed, first, first + 1, first + 2];
    const programs = statements.flatMap((one) => {
      const model = Int32Array.from([size, this.cells, ...(one.kind === HOUSE ? [...numbersOf([one]), 0] : [0, ...numbersOf([one])])]);
      return [...this.engine.answer("program_of", model, model.length).subarray(3)];
    });
    return [...head, total, statements.length, ...programs];
  }

  /** The cells that differ from each: by units, regions, and what rules say of no more than that. */
  findPeers() {
    const peers = Array.from({ length: this.cells }, () => new Set());
    const differ = (some) => some.forEach((cell) => some.forEach((other) => cell !== other && peers[cell].add(other)));
    for (const cells of [...this.units.map((unit) => unit.cells), ...this.regions]) differ(cells);
    for (const one of this.made.flat()) if (onlyDiffers(one, this.size)) differ(one.cells);
    return peers.map((some) => [...some].sort(ascending));
  }

  /** Whether a unit only follows, so that no rule names it. */
  isImplied({ cells, kind }) {
    return kind > 2 && !this.made.flat().some((one) => one.kind === HOUSE && keyOf(one.cells) === keyOf(cells));
  }

  // --- As a shape: of a step, of a position -----------------------------------------------------------------------

  unitName(where) {
    return nameOf(where);
  }

  cellName(cell) {
    return cellName(cell, this.size);
  }

  kind({ kind }) {
    return kind;
  }

  /** The cells of a unit in the order of its rule. */
  cellsOf(where) {
    const { own, cells } = this.units.find((unit) => unit.where === where);
    return own ?? cells;
  }
}

/** Houses with the numbers of their names. */
function numbered(houses) {
  const counted = {};
  return houses.map(([name, cells]) => {
    counted[name] = (counted[name] ?? 0) + 1;
    return { where: houseNamed(name, counted[name], cells), cells };
  });
}
