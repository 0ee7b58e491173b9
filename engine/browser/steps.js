// Paths, the next step and mistakes, as engine/paths/path.py has them, for plain puzzles.

import { Calls } from "./calls.js";
import { drawn } from "./drawing.js";
import { CELL, Position, has } from "./position.js";
import { ratedStep } from "./rated.js";
import { scoredStep, uniqueSpots } from "./scored.js";
import { Words, isSingle, sentenceOf, toldOf } from "./sentences.js";
import { DIGITS } from "./shape.js";

const VERSION = 1; // as EXPLANATION_VERSION of engine/paths/record.py
export const NO_LIMIT = 2 ** 31 - 1;
const SEEN = { "full-house": 0, "hidden-single": 1, "naked-single": 3 }; // how far eyes have to look
const MOST_OF_A_TECHNIQUE = 20;
const NESTED = ["dynamic-chains-plus", "nested-chains", "nested-multiple-chains", "nested-dynamic-chains", "twice-nested-chains"];
const FORCING = ["forcing-chain", "forcing-net", "brute-force"]; // of these there are steps for nearly every candidate

/** A puzzle with one solution in a style, and the position of a player. */
export class Begun {
  constructor(engine, batch, values, { candidates, style = engine.styles[0], language = "en", drawn: isDrawn = false, room } = {}) {
    const { shape, count, rows } = batch;
    if (count !== 1) throw new Error("one puzzle is needed, not several");
    if (style && !engine.styles.includes(style)) throw new Error(`style ${style} is not one of ${engine.styles.join(", ")}`);
    if (style) engine.checkStyle(style, shape);
    this.tables = engine.words[language];
    if (!this.tables) throw new Error(`the words of ${language} are not loaded`);
    const { solutions, counts } = engine.solved(batch, 2);
    if (counts[0] !== 1) throw new Error(`the puzzle has ${counts[0] ? "several solutions" : "no solution"}, so it has no solution path`);
    const every = 2 ** shape.size - 1;
    this.marks = Array.from(candidates ?? rows, (mask) => (candidates ? mask : 0));
    const kept = this.marks.map((mask) => mask || every);
    Object.assign(this, { engine, shape: engine.shapeOf(batch), clues: rows, values: values ?? rows, kept, solution: solutions, style, isDrawn, room });
    const changed = rows.findIndex((clue, cell) => clue && clue !== this.values[cell]);
    if (this.values.length !== shape.cells || kept.length !== shape.cells) throw new Error(`a position of this puzzle has ${shape.cells} cells`);
    if (changed >= 0) throw new Error(`${shape.cellName(changed)} is a clue: it cannot change`);
  }

  mistakes() {
    const { words } = this;
    return Array.from(this.solution).flatMap((right, cell) => {
      const digit = this.values[cell], mask = this.marks[cell];
      const says = (name) => [{ cell, digit, sentence: words.say("mistakes", name, { cell: this.shape.cellName(cell), digit: DIGITS[digit] }) }];
      if (digit) return digit === right ? [] : says("wrong_digit");
      return mask && !has(mask, right) ? says("missing_mark") : [];
    });
  }

  check() {
    const found = this.mistakes();
    if (found.length) throw new Error(found.map((mistake) => mistake.sentence).join("; "));
  }

  get words() {
    return new Words(this.tables, this.shape);
  }

  sentence(step) {
    return sentenceOf(step, this.words);
  }

  /** The position of the player. */
  get position() {
    return new Position(this.shape, this.values, this.kept);
  }

  /** The steps from the position on, each with the position before it. */
  *steps(most) {
    const { position } = this;
    if (this.style === "score") {
      yield* this.scoredPath(position, most);
      return;
    }
    const next = (at) => (this.style === "rating" ? this.ratedStep(at) : this.seenStep(at));
    for (let step; position.values.includes(0) && (step = next(position)); position.take(step)) yield [step, position];
  }

  /** A position as the kernels take it. */
  given({ values, masks }) {
    return [this.clues, Uint8Array.from(values), Uint16Array.from(masks), this.solution];
  }

  *scoredPath(position, most, masks = this.kept) {
    const { engine, shape } = this;
    const given = this.given({ values: position.values, masks });
    const found = JSON.parse(engine.text("scored_path", ...given, engine.ruleTable, engine.ruleTable.length / 3, most));
    for (const [facts, score, level] of found) {
      const step = scoredStep(engine, facts, shape, position.masks, { score, level: engine.facts.levels[level] });
      yield [step, position];
      position.take(step);
    }
  }

  /** All steps of a rule of scores, or with `most` each conclusion once and no more of a technique. */
  scoredSteps(rule, position, most) {
    const { engine, shape } = this;
    const { number } = engine.facts.solvingTechniques.find((each) => each.name === rule);
    const found = JSON.parse(engine.text("scored_steps", ...this.given(position), number, false));
    const ofTechnique = new Map(); // by conclusions
    for (const facts of most ? found : []) {
      const own = ofTechnique.get(facts.technique) ?? new Map();
      const conclusion = JSON.stringify([facts.placed, uniqueSpots(facts.removed)]);
      if (own.size < most && !own.has(conclusion)) ofTechnique.set(facts.technique, own.set(conclusion, facts));
    }
    const wanted = most ? [...ofTechnique.values()].flatMap((own) => [...own.values()]) : found;
    return wanted.map((facts) => scoredStep(engine, facts, shape, position.masks));
  }

  /** The rule that finds a technique. */
  ruleOf(technique) {
    const all = this.engine.facts.solvingTechniques;
    const found = all.find((each) => each.name === technique);
    if (!found) throw new Error(`no technique is called ${technique}`);
    return all.find((each) => each.number === found.rule).name;
  }

  /** The single that eyes see first, or else the first step of scores. */
  seenStep(position) {
    const singles = Object.keys(SEEN).flatMap((rule) => this.scoredSteps(rule, position));
    if (singles.length) return singles.reduce((one, other) => (howFarSeen(other) < howFarSeen(one) ? other : one));
    return this.scoredPath(position, 1, position.masks).next().value?.[0];
  }

  /** The steps that the position allows, the easiest techniques first, each conclusion once; or all of a technique. */
  possible(technique) {
    const { engine, position } = this;
    const isRated = this.style === "rating";
    if (technique) return (isRated ? [this.ratedStep(position, technique)] : this.scoredSteps(this.ruleOf(technique), position)).filter((step) => step?.technique === technique);
    const rules = engine.facts.solvingTechniques.filter((each) => each.enabled && each.number === each.rule);
    const found = new Map();
    for (const name of isRated ? engine.facts.families : rules.map((rule) => rule.name)) {
      if (found.size && (isRated ? NESTED : FORCING).includes(name)) break;
      const some = isRated ? [this.ratedStep(position, name)] : this.scoredSteps(name, position, MOST_OF_A_TECHNIQUE);
      for (const step of some.filter(Boolean)) {
        const key = JSON.stringify([step.technique, step.placement, step.eliminations]);
        if (!found.has(key)) found.set(key, step);
      }
    }
    const steps = [...found.values()];
    return this.style === "eye" ? steps.sort((one, other) => howFarSeen(one) - howFarSeen(other)) : steps;
  }

  /** The first step that a family of techniques finds in a position, or the one family. */
  ratedStep(position, only) {
    const { engine, shape } = this;
    const [values, kept] = [Uint8Array.from(position.values), Uint16Array.from(position.masks)];
    const bytes = new Uint8Array(engine.facts.record[1]);
    for (const [family, name] of engine.facts.families.entries()) {
      if ((only && name !== only) || !values.includes(0)) continue;
      const found = JSON.parse(engine.text("rated_step", shape.rows, shape.columns, family, values, kept, bytes));
      if (found) return ratedStep(engine, engine.records(engine.facts.record, bytes)[0], found, shape, position.masks);
    }
  }

  /** Whether it is a rating from the puzzle on. */
  get isWhole() {
    return this.style === "rating" && this.values === this.clues && this.marks.every((mask) => !mask);
  }

  /** The whole path of ratings, whose kernel remembers what it has tried. */
  *ratedPath() {
    const { engine, shape, clues } = this;
    const [fields, size] = engine.facts.record;
    const bytes = new Uint8Array(engine.facts.mostSteps * size);
    const explanations = JSON.parse(engine.text("rated_path", shape.rows, shape.columns, clues, bytes));
    const records = engine.records([fields, size], bytes.subarray(0, explanations.length * size));
    const position = new Position(shape, clues);
    for (const [place, record] of records.entries()) {
      const step = ratedStep(engine, record, explanations[place], shape, position.masks);
      yield [step, position];
      position.take(step);
    }
  }

  /** A step for programs, as `as_data` of engine/paths/record.py writes it; perhaps with what stands beside it, and drawn. */
  data(step, position) {
    return { ...this.plain(step), ...(this.isDrawn && this.shown(step, position)) };
  }

  shown(step, position) {
    const drawing = drawn({ ...step, isSingle: isSingle(step) }, position, this.sentence(step), this.room);
    return { ...toldOf(step, this.words, this.engine.facts.meanings), drawing };
  }

  plain(step) {
    const names = (where) => where.map((unit) => this.shape.unitName(unit));
    const link = ({ cell, digit, holds, kind, where, after, nested, cells }) => ({
      cell,
      digit,
      holds,
      kind,
      unit: where === null ? "" : where === CELL ? "cell" : this.shape.unitName(where),
      after,
      nested: nested && { links: nested.links, branches: nested.branches.map((branch) => branch.map(link)) },
      ...(cells && { cells }), // of a group
    });
    const { technique, rating, score, level, links, cells, digits, where, placement, eliminations, parts, chains } = step;
    return {
      version: VERSION,
      technique,
      ...(rating === undefined ? { score, level } : { rating: rating / 10 }),
      links,
      cells,
      digits,
      units: names(where),
      placement,
      eliminations,
      parts: parts.map(({ where: own, ...part }) => ({ ...part, units: names(own) })),
      chains: chains.map((branch) => branch.map(link)),
      sentence: this.sentence(step),
    };
  }
}

const howFarSeen = ({ technique, where, shape }) =>
  (SEEN[technique] ?? 4) + Number(technique === "hidden-single" && shape.kind(where[0]) !== "block");

/** An engine that finds steps: of plain puzzles, or of those under rules. */
export class Stepping extends Calls {
  words = {}; // by language

  /** The path from the puzzle, or from the values of a player. */
  steps(puzzle, options) {
    const begun = this.begun(puzzle, options?.values, options);
    begun.check();
    return Array.from(begun.isWhole ? begun.ratedPath() : begun.steps(NO_LIMIT), (found) => begun.data(...found));
  }

  nextStep(puzzle, values, options) {
    const begun = this.begun(puzzle, values, options);
    begun.check();
    const { value: found } = begun.steps(1).next();
    return found ? begun.data(...found) : null;
  }

  possibleSteps(puzzle, values, options) {
    const begun = this.begun(puzzle, values, options);
    begun.check();
    return begun.possible(options?.technique).map((step) => begun.data(step, begun.position));
  }

  mistakes(puzzle, values, options) {
    return this.begun(puzzle, values, { ...options, style: null }).mistakes();
  }
}

/** The languages that a method of the engine needs for an answer. */
export function languagesOf(name, given) {
  return ["steps", "nextStep", "possibleSteps", "mistakes"].includes(name) ? [given.at(-1)?.language ?? "en"] : [];
}
