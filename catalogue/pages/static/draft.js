// A draft of the setter's desk: one record, from which text, drawing and truth follow; and its history. A change makes a new
// record. `regions` has a character for each cell, "." for none; a given is 1 for the lowest digit; uses are as the engine has them.

import { SYMBOLS, USUAL_BLOCKS } from "./shape.js";

const LETTERS = "ABCDEFGHIJKLMNOP";
export const TESTED = "board-catalogue/tested"; // what the player of a site without a server gets
const KEPT = 300; // changes that can be undone

/**
 * @typedef {{ rule: string, cells: number[], value: any, groups: number[][], alternatives: Use[][], title: string }} Use
 * @typedef {{ size: number, lowest: number, regions: string, givens: number[], uses: Use[], groups: any[], title: string, author: string, words: string, tags: string }} Draft
 */

/** @returns {Draft} */
export function emptyDraft(size = 9, lowest = 1) {
  const given = { givens: Array(size * size).fill(0), uses: [], groups: [] };
  return { size, lowest, regions: usualRegions(size), ...given, title: "", author: "", words: "", tags: "" };
}

export function usualRegions(size) {
  const [rows, columns] = (USUAL_BLOCKS[size] ?? "0x0").split("x").map(Number);
  if (!rows) return "";
  const name = (cell) => LETTERS[Math.floor(cell / size / rows) * (size / columns) + Math.floor((cell % size) / columns)];
  return Array.from({ length: size * size }, (_, cell) => name(cell)).join("");
}

/** The cells of each region by its name. */
export function regionsOf({ regions }) {
  const found = {};
  [...regions].forEach((name, cell) => name !== "." && (found[name] ??= []).push(cell));
  return found;
}

/** A draft whose cells have a region, "." for none. */
export function painted(draft, cells, name) {
  const regions = [...(draft.regions || ".".repeat(draft.size ** 2))];
  for (const cell of cells) regions[cell] = name;
  const text = regions.join("");
  return { ...draft, regions: /[^.]/.test(text) ? text : "" };
}

/** The names of the regions that a board can have. */
export const regionNames = ({ size }) => [...LETTERS.slice(0, size)];

/** Symbols of cells as givens. */
export const givensOf = (puzzle) => [...puzzle].map((symbol) => SYMBOLS.indexOf(symbol));

export function withGivens(draft, cells, digit) {
  const isThere = cells.every((cell) => draft.givens[cell] === digit);
  const givens = draft.givens.map((before, cell) => (cells.includes(cell) ? (isThere ? 0 : digit) : before));
  return { ...draft, givens };
}

/** All cells of a use, and of those that it is made of. */
export const cellsOf = ({ cells, groups = [], alternatives = [] }) => [...cells, ...groups.flat(), ...alternatives.flat().flatMap(cellsOf)];

const isBeside = ({ prefix }) => (group) => group.prefix === prefix;

/** The first of the cells beside the grid of a draft that are of a kind, -1 if it has none; each belongs to one of the grid. */
export function firstBeside({ size, groups }, kind) {
  const place = groups.findIndex(isBeside(kind));
  return place < 0 ? -1 : groups.slice(0, place).reduce((sum, { count }) => sum + count, size * size);
}

/** The draft with such cells, which come last; or without them, and without what needs them. */
export function withBeside(draft, kind, has) {
  const { size, groups, uses } = draft;
  if (has) return { ...draft, regions: "", groups: [...groups, { ...kind, count: size * size, columns: size }] };
  const first = firstBeside(draft, kind);
  return { ...draft, groups: groups.slice(0, groups.findIndex(isBeside(kind))), uses: uses.filter((use) => cellsOf(use).every((cell) => cell < first)) };
}

/** The draft with a mark and the next one as one, of which at least one holds; or with the marks of such a one by themselves. */
export function withEither(draft, place) {
  const [use, next] = draft.uses.slice(place, place + 2);
  const each = (one) => (one.rule === "or" ? one.alternatives : [[one]]);
  const either = { rule: "or", cells: [], value: null, groups: [], title: "", alternatives: [...each(use), ...each(next)] };
  return { ...draft, uses: draft.uses.toSpliced(place, 2, either) };
}

export const withEach = (draft, place) => ({ ...draft, uses: draft.uses.toSpliced(place, 1, ...draft.uses[place].alternatives.flat()) });

export const withUse = (draft, place, use) => ({ ...draft, uses: draft.uses.map((each, at) => (at === place ? { ...each, ...use } : each)) });
export const withoutUse = (draft, place) => ({ ...draft, uses: draft.uses.filter((_, at) => at !== place) });

/** A use that is moved; null if it leaves the board. */
export function moved(use, size, down, right) {
  const to = (cell) => {
    const [row, column] = [Math.floor(cell / size) + down, (cell % size) + right];
    return cell < size * size && row >= 0 && row < size && column >= 0 && column < size ? row * size + column : null;
  };
  const cells = use.cells.map(to);
  const groups = use.groups.map((group) => group.map(to));
  return [...cells, ...groups.flat()].includes(null) ? null : { ...use, cells, groups };
}

/** The draft on a board of another size: what is on it stays, but for what would not mean the same. */
export function resized(draft, size, isWhole) {
  const fresh = emptyDraft(size, draft.lowest);
  const kept = draft.uses.flatMap((use) => {
    const cells = cellsOf(use);
    if (use.alternatives.length || isWhole(use) || cells.some((cell) => cell >= draft.size ** 2)) return [];
    if (cells.some((cell) => Math.floor(cell / draft.size) >= size || cell % draft.size >= size)) return [];
    const to = (cell) => Math.floor(cell / draft.size) * size + (cell % draft.size);
    return [{ ...use, cells: use.cells.map(to), groups: use.groups.map((group) => group.map(to)) }];
  });
  const givens = fresh.givens.map((_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    const digit = row < draft.size && column < draft.size ? draft.givens[row * draft.size + column] : 0;
    return digit <= size ? digit : 0;
  });
  const { title, author, words, tags } = draft;
  return { ...fresh, givens, uses: kept, title, author, words, tags };
}

/**
 * What the engine is asked: regions that lack cells have no digit twice. `places` are those of the uses in the draft, `how` is what
 * the path is asked with: the blocks and the style of a plain puzzle, else the rules.
 */
export function askedOf(draft, isFinished) {
  const { size, lowest, groups, givens } = draft;
  const places = draft.uses.flatMap((use, place) => (isFinished(use) ? [place] : []));
  const regions = Object.values(regionsOf(draft));
  const partial = regions.filter((cells) => cells.length > 1 && cells.length !== size);
  const uses = [...places.map((place) => draft.uses[place]), ...partial.map((cells) => ({ rule: "all different", cells }))];
  const whole = regions.filter((cells) => cells.length === size);
  const options = { uses, regions: whole, lowest, groups };
  const isUsual = draft.regions === usualRegions(size);
  const isPlain = !uses.length && lowest === 1 && (isUsual || !draft.regions);
  const how = isPlain ? { blocks: isUsual ? (USUAL_BLOCKS[size] ?? "none") : "none", style: size === 9 && isUsual ? "score" : "rating" } : options;
  return { puzzle: givens.map((digit) => SYMBOLS[digit]).join(""), options, places, how, isPlain };
}

const isWithin = (least, most) => (number) => Number.isInteger(number) && number >= least && number <= most;
const isList = (is) => (all) => Array.isArray(all) && all.every(is);
const isText = (text) => typeof text === "string";

/**
 * A record of a file, a link or an earlier visit as a draft; null for what is none, such as one with a rule that is not among the
 * `tools`, by their names: the page would show nothing of it.
 * @returns {Draft | null}
 */
export function draftFrom(given, tools) {
  const { size, lowest = 1, givens } = given ?? {};
  if (!isWithin(4, 16)(size) || !isWithin(0, 1)(lowest) || !isList(isWithin(0, size))(givens) || givens.length !== size * size) return null;
  const draft = { ...emptyDraft(size, lowest), ...given, lowest };
  const isGroup = (group) => isText(group?.prefix) && isWithin(1, 256)(group.count);
  if (!isList(isGroup)(draft.groups) || !["regions", "title", "author", "words", "tags"].every((name) => isText(draft[name]))) return null;
  const isCells = isList(isWithin(0, draft.groups.reduce((sum, { count }) => sum + count, size * size) - 1));
  const isNumbers = isList(Number.isInteger);
  const isValue = (value, kind) => value === null || isNumbers(value) || (!["pairs", "counted"].includes(kind) && (isText(value) || Number.isInteger(value)));
  const complete = (use) => ({ cells: [], value: null, groups: [], title: "", ...use, alternatives: use?.alternatives?.map((some) => some.map(complete)) ?? [] });
  const isUse = ({ rule, cells, value, groups, title, alternatives }) => tools.has(rule) && isCells(cells) && isValue(value, tools.get(rule).kind) &&
    isList(isCells)(groups) && isText(title) && alternatives.flat().every(isUse);
  try {
    draft.uses = draft.uses.map(complete);
  } catch {
    return null; // no list of uses, or of alternatives
  }
  return [0, size * size].includes(draft.regions.length) && draft.uses.every(isUse) ? draft : null;
}

export class History {
  constructor(draft) {
    this.now = draft;
    this.past = [];
    this.future = [];
  }

  /** Whether it is a change. */
  change(draft) {
    if (JSON.stringify(draft) === JSON.stringify(this.now)) return false;
    this.past = [...this.past.slice(1 - KEPT), this.now];
    this.future = [];
    this.now = draft;
    return true;
  }

  undo() {
    return this.#step(this.past, this.future);
  }

  redo() {
    return this.#step(this.future, this.past);
  }

  #step(from, to) {
    if (!from.length) return false;
    to.push(this.now);
    this.now = from.pop();
    return true;
  }
}
