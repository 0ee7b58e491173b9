// Paths, the next step and mistakes, as engine/paths/path.py has them, for plain puzzles.

import { CELL, Position, has } from "./position.js";
import { ratedStep } from "./rated.js";
import { scoredStep } from "./scored.js";
import { sentenceOf, wordsOn } from "./sentences.js";
import { DIGITS } from "./shape.js";

const VERSION = 1; // as EXPLANATION_VERSION of engine/paths/record.py
const NO_LIMIT = 2 ** 31 - 1;

/** A puzzle with one solution in a style, and the position of a player. */
class Begun {
  constructor(engine, batch, values, { candidates, style = "rating", language = "en" } = {}) {
    const { shape, count, rows } = batch;
    if (count !== 1) throw new Error("one puzzle is needed, not several");
    if (style === "score") engine.checkScored(shape);
    else if (style === "rating") engine.checkRated(shape);
    else if (style) throw new Error(`style ${style} is not one of rating, score`);
    this.tables = engine.words[language];
    if (!this.tables) throw new Error(`the words of ${language} are not loaded`);
    const { solutions, counts } = engine.solved(batch, 2);
    if (counts[0] !== 1) throw new Error(`the puzzle has ${counts[0] ? "several solutions" : "no solution"}, so it has no solution path`);
    const every = 2 ** shape.size - 1;
    this.marks = Array.from(candidates ?? rows, (mask) => (candidates ? mask : 0));
    const kept = this.marks.map((mask) => mask || every);
    Object.assign(this, { engine, shape, clues: rows, values: values ?? rows, kept, solution: solutions, style });
    const changed = rows.findIndex((clue, cell) => clue && clue !== this.values[cell]);
    if (this.values.length !== shape.cells || kept.length !== shape.cells) throw new Error(`a position of this puzzle has ${shape.cells} cells`);
    if (changed >= 0) throw new Error(`${shape.cellName(changed)} is a clue: it cannot change`);
  }

  mistakes() {
    const words = wordsOn(this.tables, this.shape);
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

  /** The steps from the position on. */
  *steps(most) {
    const { engine, shape } = this;
    const position = new Position(shape, this.values, this.kept);
    if (this.style === "rating") {
      for (let step; (step = this.ratedStep(position)); position.take(step)) yield step;
      return;
    }
    const given = [this.clues, Uint8Array.from(this.values), Uint16Array.from(this.kept), this.solution];
    const found = JSON.parse(engine.text("scored_path", ...given, engine.ruleTable, engine.ruleTable.length / 3, most));
    for (const [facts, score, level] of found) {
      const step = scoredStep(engine, facts, shape, position.masks, { score, level: engine.facts.levels[level] });
      yield step;
      position.take(step);
    }
  }

  /** The first step that a family of techniques finds in a position. */
  ratedStep(position) {
    const { engine, shape } = this;
    const [values, kept] = [Uint8Array.from(position.values), Uint16Array.from(position.masks)];
    const bytes = new Uint8Array(engine.facts.record[1]);
    for (let family = 0; family < engine.facts.families.length && values.includes(0); ++family) {
      const found = JSON.parse(engine.text("rated_step", shape.rows, shape.columns, family, values, kept, bytes));
      if (found) return ratedStep(engine, engine.records(engine.facts.record, bytes)[0], found, shape, position.masks);
    }
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
      yield step;
      position.take(step);
    }
  }

  /** A step for programs, as `as_data` of engine/paths/record.py writes it. */
  data(step) {
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
      sentence: sentenceOf(step, this.tables),
    };
  }
}

export function steps(engine, batch, options) {
  const begun = new Begun(engine, batch, null, options);
  return Array.from(begun.style === "rating" ? begun.ratedPath() : begun.steps(NO_LIMIT), (step) => begun.data(step));
}

export function nextStep(engine, batch, values, options) {
  const begun = new Begun(engine, batch, values, options);
  begun.check();
  const { value: step } = begun.steps(1).next();
  return step ? begun.data(step) : null;
}

export function mistakes(engine, batch, values, options) {
  return new Begun(engine, batch, values, { ...options, style: null }).mistakes();
}
