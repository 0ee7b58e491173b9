// The engine in this thread: boards in, boards out, as engine/*.py does it. A board is a text of a character a cell, and many are
// a list of texts or a Uint8Array of a byte a cell, row by row.

import { Shape, DIGITS } from "./shape.js";
import { Begun, Stepping } from "./steps.js";

const SYMMETRIES = { d4: "d4", "d4+relabel": "d4_relabel", full: "full" };
const BY_NUMBER = ["class", "class-order"]; // they need a table of 13 MB
const MOST_SEED = 2n ** 63n;

/** A puzzle, many, or typed arrays of them: checked, since the kernels trust what they get. */
export class Batch {
  constructor(boards, { blocks, size, shape } = {}) {
    this.isText = typeof boards === "string";
    this.isList = Array.isArray(boards);
    const texts = this.isText ? [boards] : this.isList ? boards : null;
    const length = texts?.[0]?.length ?? 81;
    if (!shape && !Number.isInteger(Math.sqrt(length))) throw new Error(`a board of ${length} characters has no square of cells`);
    this.shape = shape ?? Shape.of(texts ? Math.sqrt(length) : size, blocks);
    const { cells } = this.shape;
    if (texts?.some((text) => text.length !== cells)) throw new Error("a text is not a board of the size of the first");
    this.rows = texts ? Uint8Array.from(texts.join(""), digitOf) : Uint8Array.from(boards);
    this.count = this.rows.length / cells;
    if (!Number.isInteger(this.count)) throw new Error(`${this.rows.length} cells are no boards of ${cells}`);
    const strange = this.rows.findIndex((value) => value > this.shape.size);
    if (strange < 0) return;
    const where = `board [${Math.floor(strange / cells)}]: ${this.shape.cellName(strange % cells)}`;
    throw new Error(`${where} is ${this.rows[strange]}, not in 0..${this.shape.size}`);
  }

  /** Boards in the form of those that were given. */
  boards(rows) {
    if (!this.isText && !this.isList) return rows;
    const texts = this.each((place) => asText(this.board(rows, place)));
    return this.isText ? texts[0] : texts;
  }

  board(rows, place) {
    return rows.subarray(place * this.shape.cells, (place + 1) * this.shape.cells);
  }

  /** Some of the boards, perhaps several times. */
  pick(places) {
    const rows = new Uint8Array(places.length * this.shape.cells);
    places.forEach((place, row) => rows.set(this.board(this.rows, place), row * this.shape.cells));
    return { shape: this.shape, count: places.length, rows };
  }

  /** Answers, or the only one of a single text. */
  answers(list) {
    return this.isText ? list[0] : list;
  }

  each(work) {
    return Array.from({ length: this.count }, (_, place) => work(place));
  }
}

function digitOf(symbol) {
  const value = DIGITS.indexOf(symbol.toUpperCase());
  if (value >= 0) return value;
  if ("0*_-".includes(symbol)) return 0;
  throw new Error(`${JSON.stringify(symbol)} is no digit and no empty cell`);
}

const asText = (board) => Array.from(board, (value) => DIGITS[value]).join("");

function seedOf(seed, name = "seed") {
  if (seed === undefined) throw new Error(`a ${name} is needed: a whole number from 0 on`);
  const number = BigInt(seed);
  if (number < 0n || number >= MOST_SEED) throw new Error(`${name} ${seed} is not in 0 .. 2**63 - 1`);
  return number;
}

export function within(name, value, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} ${value} is not in ${least} .. ${most}`);
  }
  return value;
}

const READERS = { i1: "Int8", u1: "Uint8", b1: "Uint8", i2: "Int16", u2: "Uint16", i4: "Int32", u4: "Uint32", i8: "BigInt64", u8: "BigUint64" };

export class Engine extends Stepping {
  styles = ["rating", "score", "eye"];

  constructor(module) {
    super(module);
    this.facts = JSON.parse(this.text("facts"));
    this.facts.meanings = Object.fromEntries(this.facts.techniques.map(([, name, , , meaning]) => [name, meaning])); // in English
    this.facts.techniques = this.facts.techniques.map(([, name]) => name);
    this.facts.solvingTechniques = this.facts.solvingTechniques.map(([number, name, rule, score, level, enabled]) => {
      return { number, name, rule, score, level: this.facts.levels[level], enabled };
    });
  }

  /** Records as objects, from their bytes. */
  records([fields, size], bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const names = fields.map(([name]) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()));
    return Array.from({ length: bytes.length / size }, (_, row) => {
      const record = {};
      fields.forEach(([, kind, width, elements, offset], field) => {
        const read = (place) => {
          const value = view[`get${READERS[kind + width]}`](row * size + offset + place * width, true);
          return kind === "b" ? Boolean(value) : width === 8 && kind === "i" ? Number(value) : value;
        };
        record[names[field]] = elements ? Array.from({ length: elements }, (_, place) => read(place)) : read(0);
      });
      return record;
    });
  }

  // --- Boards ---

  generate(count, { size, blocks, seed, start = 0, method } = {}) {
    const shape = Shape.of(size, blocks);
    const name = method ?? (shape.size > 9 ? "wfc+backtrack" : "wfc");
    const number = this.facts.methods.indexOf(name);
    if (BY_NUMBER.includes(name) || number < 0) throw new Error(`method ${name} is not one of ${this.facts.methods.join(", ")}`);
    if (name === "uniform" && !["2x2", "3x3"].includes(shape.blocks)) throw new Error("method uniform is for sizes 4 and 9");
    const boards = new Uint8Array(within("count", count, 0, 2 ** 31) * shape.cells);
    this.run("generate", { shape, count }, number, seedOf(seed), seedOf(start, "start"), boards, new Int32Array(count));
    return boards;
  }

  full(boards, options) {
    const batch = new Batch(boards, options);
    const row = this.run("first_incomplete", batch, batch.rows);
    if (row >= 0) throw new Error(`board [${row}] is not a full board: some row, column or block lacks a digit`);
    return batch;
  }

  carve(boards, { seed, clues, pattern, effort = 100_000, ...options } = {}) {
    const batch = this.full(boards, options);
    const { shape, count, rows } = batch;
    const images = pattern ? this.facts.patterns[pattern] : 1;
    const fitting = shape.rows === shape.columns || shape.rows === 1 ? Object.keys(this.facts.patterns) : ["rotate180", "mirror", "flip", "mirrors"];
    if (pattern && !fitting.includes(pattern)) throw new Error(`pattern ${pattern} does not fit: it is not one of ${fitting.join(", ")}`);
    if (clues !== undefined) within("clues", clues, 1, shape.cells);
    within("effort", effort, 1, 10 ** 8);
    const searched = clues && shape.blocks === "3x3" && !pattern ? clues : null;
    const puzzles = new Uint8Array(rows.length);
    const isAbove = (place) => batch.board(puzzles, place).reduce((sum, value) => sum + (value > 0), 0) > searched;
    if (!searched || searched >= 23) {
      this.run("carve", batch, rows, seedOf(seed), clues ?? 0, images, puzzles, new BigInt64Array(count));
    }
    if (!searched) return batch.boards(puzzles);
    const above = batch.each((place) => place).filter((place) => searched < 23 || isAbove(place));
    const hard = batch.pick(above);
    const found = new Uint8Array(hard.rows.length);
    const most = Math.max(searched, 17);
    if (hard.count) this.run("few_clues", hard, hard.rows, seedOf(seed), most, BigInt(effort), found, null);
    above.forEach((place, row) => puzzles.set(batch.board(found, row), place * shape.cells));
    return batch.boards(puzzles);
  }

  // --- Puzzles ---

  solved(batch, limit) {
    const solutions = new Uint8Array(batch.rows.length);
    const counts = new Int32Array(batch.count);
    this.run("solve", batch, batch.rows, Math.min(limit, 2 ** 31 - 1), solutions, counts);
    return { solutions, counts };
  }

  solve(puzzles, { limit, ...options } = {}) {
    const batch = new Batch(puzzles, options);
    const { solutions, counts } = this.solved(batch, limit === undefined ? 1 : within("limit", limit, 1, Infinity));
    const boards = batch.boards(solutions);
    return limit === undefined ? boards : { solutions: boards, counts: batch.answers(counts) };
  }

  countSolutions(puzzles, { limit = 2, ...options } = {}) {
    const batch = new Batch(puzzles, options);
    return batch.answers(this.counts(batch, within("limit", limit, 1, Infinity)));
  }

  counts(batch, limit = 2) {
    const counts = new Int32Array(batch.count);
    this.run("solve", batch, batch.rows, Math.min(limit, 2 ** 31 - 1), null, counts);
    return counts;
  }

  /** Solutions of puzzles that have one each. */
  onlySolutions(batch) {
    const { solutions, counts } = this.solved(batch, 2);
    const row = counts.findIndex((count) => count !== 1);
    if (row < 0) return solutions;
    throw new Error(`board [${row}] has ${counts[row] ? "several solutions" : "no solution"}, not one`);
  }

  minimal(puzzles, options) {
    const batch = new Batch(puzzles, options);
    const counts = this.counts(batch);
    const proper = batch.each((place) => place).filter((place) => counts[place] === 1);
    const given = batch.pick(proper);
    const needed = this.necessary(given, batch, proper);
    const isMinimal = counts.map((count) => count === 1);
    needed.forEach((is, at) => is || !given.rows[at] || (isMinimal[proper[Math.floor(at / batch.shape.cells)]] = 0));
    return batch.answers(Array.from(isMinimal, Boolean));
  }

  /** Which clues are proven necessary: of `given`, some of a batch with one solution each. */
  necessary(given, batch, places) {
    const { cells, size } = given.shape;
    const needed = new Uint8Array(given.rows.length);
    if (size > 9) { // most searches are long there, and knowing the solution makes them shorter
      this.run("necessary", given, given.rows, this.solved(given, 1).solutions, needed);
      return needed;
    }
    const clues = [...given.rows.keys()].filter((at) => given.rows[at]);
    const without = batch.pick(clues.map((at) => places[Math.floor(at / cells)]));
    clues.forEach((at, row) => (without.rows[row * cells + (at % cells)] = 0));
    this.counts(without).forEach((count, row) => (needed[clues[row]] = count > 1));
    return needed;
  }

  trueCandidates(puzzles, options) {
    const batch = new Batch(puzzles, options);
    const { size } = batch.shape;
    const found = new Uint16Array(batch.rows.length);
    if (size > 16) throw new Error(`sizes go up to 16, not ${size}`);
    batch.each((place) => {
      const puzzle = batch.board(batch.rows, place);
      const masks = found.subarray(place * batch.shape.cells);
      const hold = (cell, digit) => {
        const given = Uint8Array.from(puzzle);
        given[cell] = digit;
        const { solutions, counts } = this.solved({ shape: batch.shape, count: 1, rows: given }, 1);
        if (counts[0]) solutions.forEach((value, each) => (masks[each] |= 1 << (value - 1)));
        return counts[0];
      };
      if (!hold(0, puzzle[0])) return;
      puzzle.forEach((value, cell) => {
        for (let digit = 1; !value && digit <= size; ++digit) if (!((masks[cell] >> (digit - 1)) & 1)) hold(cell, digit);
      });
    });
    return found;
  }

  measure(puzzles, { mostNodes, ...options } = {}) {
    const batch = new Batch(puzzles, options);
    const most = mostNodes ?? (batch.shape.size > 9 ? 100_000 : Number.MAX_SAFE_INTEGER);
    const bytes = new Uint8Array(batch.count * this.facts.metrics[1]);
    this.run("measure", batch, batch.rows, BigInt(within("mostNodes", most, 1, Infinity)), bytes);
    return batch.answers(this.records(this.facts.metrics, bytes));
  }

  // --- Symmetry ---

  canonical(boards, { symmetry = "d4", ...options } = {}) {
    const name = SYMMETRIES[symmetry];
    if (!name) throw new Error(`symmetry ${symmetry} is not one of ${Object.keys(SYMMETRIES).join(", ")}`);
    const batch = new Batch(boards, options);
    const out = new Uint8Array(batch.rows.length);
    if (this.run("first_incomplete", batch, batch.rows) < 0) this.run(`canonical_${name}`, batch, batch.rows, out);
    else this.run(`canonical_puzzles_${name}`, batch, batch.rows, this.onlySolutions(batch), out, null);
    return batch.boards(out);
  }

  canonicalPuzzles(puzzles, options) {
    return this.canonical(puzzles, options);
  }

  automorphisms(boards, options) {
    const batch = this.full(boards, options);
    const counts = new BigInt64Array(batch.count);
    this.run("automorphisms", batch, batch.rows, counts);
    return batch.answers(Array.from(counts, Number));
  }

  // --- Difficulty ---

  rate(puzzles, { ceiling, ...options } = {}) {
    const batch = new Batch(puzzles, options);
    const { rated, statuses, techniques, noCeiling } = this.facts;
    this.checkRated(batch.shape);
    if (ceiling !== undefined && !(ceiling >= 0)) throw new Error(`ceiling ${ceiling} is no rating`);
    const tenths = ceiling === undefined ? noCeiling : Math.round(10 * Math.min(ceiling, noCeiling / 10));
    const bytes = new Uint8Array(batch.count * rated[1]);
    this.run("rate", batch, batch.rows, new Int32Array(2), tenths, this.counts(batch), bytes);
    const found = this.records(rated, bytes).map(({ counts, ...of }) => {
      return { ...of, status: statuses[of.status], hardest: techniques[of.hardest] ?? null, counts: named(techniques, counts) };
    });
    return batch.answers(found);
  }

  checkRated({ size }) {
    const largest = this.facts.largestRated;
    if (size > largest) throw new Error(`puzzles of size ${size} have no rating: only those up to ${largest}x${largest} have one`);
  }

  /** The rules that HoDoKu tries by default, as the kernels read them. */
  get ruleTable() {
    const rules = this.facts.solvingTechniques.filter((each) => each.enabled && each.number === each.rule);
    return Int32Array.from(rules.flatMap(({ number, score, level }) => [number, score, this.facts.levels.indexOf(level)]));
  }

  score(puzzles, options) {
    const batch = new Batch(puzzles, options);
    this.checkScored(batch.shape);
    const { scored, levels, scoringStatuses, solvingTechniques, highestScores } = this.facts;
    const bytes = new Uint8Array(batch.count * scored[1]);
    const { solutions, counts } = this.solved(batch, 1);
    counts.set(this.counts(batch));
    const table = this.ruleTable;
    this.run("score", batch, batch.rows, solutions, counts, Int32Array.from(highestScores), table, table.length / 3, bytes);
    const names = solvingTechniques.map((each) => each.name);
    const found = this.records(scored, bytes).map(({ counts, ...of }) => {
      const words = { status: scoringStatuses[of.status], level: levels[of.level], hardest: names[of.hardest] ?? null };
      return { ...of, ...words, counts: named(names, counts) };
    });
    return batch.answers(found);
  }

  checkScored({ blocks, size }) {
    if (blocks !== "3x3") throw new Error(`scores are for 9x9 puzzles here, not ${size}x${size} in blocks of ${blocks}`);
  }

  // --- Steps ---

  begun(puzzle, values, options) {
    return new Begun(this, new Batch(puzzle, options), values && new Batch(values, options).rows, options);
  }

  checkStyle(style, shape) {
    if (style === "rating") this.checkRated(shape);
    else this.checkScored(shape);
  }

  shapeOf({ shape }) {
    return shape;
  }
}

const named = (names, counts) => Object.fromEntries(counts.map((count, place) => [names[place], count]).filter(([, count]) => count));
