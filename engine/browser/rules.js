// Puzzles under rules, in this thread. Boards and rules become numbers, as engine/rules/coding.py writes them.

import { Batch, within } from "./engine.js";
import { BegunUnderRules } from "./people.js";
import { PeopleBoard, houseNamed, nameOf, placeOf, wholePlace } from "./people-board.js";
import { RuleWords } from "./rule-sentences.js";
import { Frame } from "./shape.js";
import { Stepping } from "./steps.js";

const list = (numbers) => [numbers.length, ...numbers];
const lists = (all) => [all.length, ...all.flatMap(list)];
const bytes = (text) => list([...new TextEncoder().encode(text)]);

const PAUSE = 200; // milliseconds between two reports of what is found so far
const MOST = 16; // rows, columns or digits under rules
const WHAT = ["row", "column", "region"]; // those of Alone in core/rules/named/meaning.hpp that are no rules
const [OF_USE, OF_PART] = [3, 5];

export class Rules extends Stepping {
  styles = ["score"];

  constructor(module) {
    super(module);
    this.facts = JSON.parse(this.text("facts"));
    this.numbers = new Map(this.facts.rules.map((name, number) => [name, number]));
  }

  // --- Numbers ---

  ofUses(uses) {
    return [uses.length, ...uses.flatMap((use) => this.ofUse(use))];
  }

  ofUse({ rule, cells = [], value, groups = [], alternatives = [], title = "" }) {
    if (!this.numbers.has(rule)) throw new Error(`rule ${JSON.stringify(rule)} is not known`);
    const inner = [alternatives.length, ...alternatives.flatMap((some) => this.ofUses(some))];
    return [this.numbers.get(rule), ...list(cells), ...ofValue(rule, value), ...lists(groups), ...inner, ...bytes(title)];
  }

  /** A batch of puzzles with the numbers of its board: blocks or regions, rules, and groups of cells beside the grid. */
  under(puzzles, { regions, groups = [], uses, lowest = 1, rows, columns, lines = true, ...options }) {
    const frame = rows || columns ? new Frame(within("rows", rows, 1, MOST), within("columns", columns, 1, MOST), within("size", options.size, 1, MOST)) : null;
    const batch = new Batch(puzzles, frame ? { shape: frame } : regions ? { ...options, blocks: "none" } : options);
    const { size } = batch.shape;
    const ofGroups = groups.flatMap(({ prefix, count = 1, columns = 0 }) => [...bytes(prefix), count, columns]);
    const inner = regions ?? batch.shape.units?.slice(2 * size) ?? [];
    const head = [size, frame?.high ?? size, frame?.wide ?? size, lowest, Number(lines), groups.length, ...ofGroups];
    return { batch, board: Int32Array.from([...head, ...lists(inner), ...this.ofUses(uses)], whole), regions: inner, uses, isUsual: !frame && lines && lowest === 1 };
  }

  one(puzzle, options) {
    const found = this.under(puzzle, options);
    if (found.batch.count !== 1) throw new Error(`${found.batch.count} puzzles: one at a time`);
    return found;
  }

  /** The numbers of an answer. An error says why no board obeys the rules. */
  answer(name, ...given) {
    const why = this.text(name, ...given);
    if (why) throw new Error(why);
    const { memory, numbers, count } = this.exports;
    return new Int32Array(memory.buffer, numbers(), count()).slice();
  }

  /** Runs a kernel of core/kernels/rules.cpp on puzzles, each a row of so many cells. */
  runUnder(name, { batch: { shape, count, rows }, board }, make) {
    const program = this.answer("program", board, board.length, 0);
    const width = program[1];
    const boards = new Uint8Array(count * width);
    for (let row = 0; row < count; row++) boards.set(rows.subarray(row * shape.cells, (row + 1) * shape.cells), row * width);
    const { given, out } = make(count, width);
    this.run(name, { shape, count }, boards, program, new BigInt64Array(1), 1, ...given);
    const narrow = out.constructor.from({ length: count * shape.cells }, (_, at) => {
      return out[Math.floor(at / shape.cells) * width + (at % shape.cells)];
    });
    return { program, out: narrow };
  }

  // --- Puzzles ---

  solved(under, limit) {
    const counts = new Int32Array(under.batch.count);
    const { out } = this.runUnder("solve_ruled", under, (count, width) => {
      const out = new Uint8Array(count * width);
      return { out, given: [Math.min(limit, 2 ** 31 - 1), 0n, out, counts, new BigInt64Array(count)] };
    });
    return { solutions: out, counts };
  }

  solve(puzzles, { limit, ...options }) {
    const under = this.under(puzzles, options);
    const { solutions, counts } = this.solved(under, limit === undefined ? 1 : within("limit", limit, 1, Infinity));
    const boards = under.batch.boards(solutions);
    return limit === undefined ? boards : { solutions: boards, counts: under.batch.answers(counts) };
  }

  countSolutions(puzzles, { limit = 2, ...options }) {
    const under = this.under(puzzles, options);
    return under.batch.answers(this.solved(under, within("limit", limit, 1, Infinity)).counts);
  }

  trueCandidates(puzzles, { onfound, ...options }) {
    const under = this.under(puzzles, options);
    let last = performance.now();
    const make = (count, width) => {
      const out = new Uint16Array(count * width);
      if (onfound && count === 1) this.ask = () => {
        if (performance.now() < last + PAUSE) return;
        last = performance.now();
        onfound(this.soFar(out).slice(0, under.batch.shape.cells));
      };
      return { out, given: [out] };
    };
    try {
      return this.runUnder("true_candidates", under, make).out;
    } finally {
      this.ask = undefined;
    }
  }

  needless(puzzle, options) {
    return this.parts("needless", puzzle, options);
  }

  contradiction(puzzle, options) {
    return this.parts("contradiction", puzzle, options);
  }

  /** Some clues of a puzzle, by their cells, and some of its rules, by their places among those in use. */
  parts(name, puzzle, options) {
    const { batch, board } = this.one(puzzle, options);
    const first = options.uses.length;
    const found = [...this.answer(name, board, board.length, batch.rows, batch.rows.length)];
    return { clues: found.filter((part) => part >= first).map((part) => part - first), uses: found.filter((part) => part < first) };
  }

  // --- Pictures ---

  drawVariant(puzzle, { values, marked = [], title = "Sudoku", sentences = [], small = false, ...options }) {
    const { batch, board } = this.one(puzzle, options);
    if (small) return this.text("svg_small", board, board.length, batch.rows, batch.rows.length);
    const found = values === undefined ? batch.rows : this.one(values, options).batch.rows;
    if (found.length !== batch.rows.length) throw new Error("the values are of a board of another size");
    const lines = [title, ...sentences.flat()].map((line) => line.replaceAll(/[\n\0]/g, " "));
    const words = new TextEncoder().encode(`${lines.join("\n")}\n\0`);
    return this.text("svg", board, board.length, batch.rows, found, batch.rows.length, Int32Array.from(marked), marked.length, words);
  }

  drawMarks(puzzle, options) {
    const { board } = this.one(puzzle, options);
    const [mixed, covering] = this.text("svg_layers", board, board.length).split("\n");
    const { memory, numbers, count } = this.exports;
    const [margin, above, beside, ...labelled] = new Int32Array(memory.buffer, numbers(), count());
    return { mixed, covering, margin, room: { above: above / 100, beside: beside / 100 }, labelled };
  }

  /** The houses and rules that no digits in the empty cells can satisfy, each by itself. */
  brokenRules(values, options) {
    const { batch, board, uses } = this.under(values, options);
    const words = this.wordsOf(options, batch.shape);
    const counted = {};
    const whereOf = ({ what, number, cells }) => {
      if (WHAT[what]) return { kind: WHAT[what], number: number + 1 };
      const { rule } = uses[number];
      if (what === OF_USE) return placeOf(uses[number], batch.shape.wide ?? batch.shape.size);
      return what === OF_PART ? wholePlace(rule) : houseNamed(rule, (counted[rule] = (counted[rule] ?? 0) + 1), cells);
    };
    const found = this.answer("alone", board, board.length, Int32Array.from(batch.rows), batch.rows.length);
    let at = 1;
    const taken = () => found.subarray(at + 1, (at += 1 + found[at]));
    return Array.from({ length: found[0] }, () => {
      const [what, number] = [found[at], found[at + 1]];
      at += 2;
      return { what, number, cells: [...taken()].filter((cell) => cell < batch.shape.cells), program: taken() };
    }).map((one) => ({ ...one, where: whereOf(one) })).filter(({ program }) => !this.holds(batch.shape, program)).map(({ what, number, cells, where }) => {
      return { rule: WHAT[what] ?? uses[number].rule, number, cells, ...(words && { name: words.unit(where) }) };
    });
  }

  // --- Steps ---

  begun(puzzle, values, options) {
    const { batch, ...under } = this.under(puzzle, options);
    return new BegunUnderRules(this, { ...batch, ...under, batch }, values && this.under(values, options).batch.rows, options);
  }

  checkStyle() {} // there is one

  /** The words of a language that is loaded, else none. */
  wordsOf({ language }, shape) {
    return this.words[language] && new RuleWords(this.words[language], shape);
  }

  /** The board as people see it: units and rules by parts, with their names in data and in words, and which cells differ. */
  ground(puzzle, options) {
    const { batch, ...under } = this.under(puzzle, options);
    if (options.groups?.length || !under.isUsual) return {};
    const shape = this.shapeOf({ ...batch, ...under });
    const words = this.wordsOf(options, shape);
    const named = ({ where, cells }) => ({ name: nameOf(where), said: words.unit(where), cells });
    return { units: shape.units.map((unit) => ({ ...named(unit), isImplied: shape.isImplied(unit) })), parts: shape.parts.map(named), peers: shape.peers };
  }

  /** The board as people see it; the last one is kept. */
  shapeOf({ shape, board, regions, uses, isUsual }) {
    if (!isUsual) throw new Error("only square boards with the digits from 1 have steps");
    const key = JSON.stringify([String(board), uses]);
    if (this.seen?.key !== key) this.seen = { key, board: new PeopleBoard(this, { shape, board, regions, uses }) };
    return this.seen.board;
  }

  holds(shape, program) {
    const board = new Uint8Array(program[1]);
    const counts = new Int32Array(1);
    const given = [program, new BigInt64Array(1), 1, 1, 0n, board.slice(), counts, new BigInt64Array(1)];
    this.run("solve_ruled", { shape, count: 1 }, board, ...given);
    return counts[0] > 0;
  }
}

function ofValue(rule, value) {
  if (value === undefined || value === null) return [0];
  if (typeof value === "number") return [1, value];
  if (typeof value === "string") return [3, ...bytes(value)];
  if (Array.isArray(value)) return [2, ...list(value)];
  throw new Error(`${rule} has a value that no rule takes`);
}

function whole(number) {
  if (Number.isInteger(number) && Math.abs(number) < 2 ** 31) return number;
  throw new Error(`${number} is no whole number of at most 9 digits`);
}
