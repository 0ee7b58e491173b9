// Steps of people under rules, as engine/paths/people.py makes them of what the kernels find.

import { MACHINES, TECHNIQUES } from "./people-board.js";
import { CELL, ascending, digitsOf, unique } from "./position.js";
import { RuleWords, sentenceUnderRules } from "./rule-sentences.js";
import { Begun, NO_LIMIT } from "./steps.js";

const [SEEN, IN_CELL, IN_UNIT, BY_PART, LOCKED, WAYS] = [1, 2, 3, 4, 5, 6]; // of Reason in core/people/step.hpp
const LEVELS = { easy: 45, medium: 100, hard: 180, unfair: 430 }; // their greatest costs

/** A step from what the kernels found (core/bind/steps.hpp). */
function stepOf(board, facts) {
  const machine = MACHINES[facts.machine];
  const [cell, digit] = facts.placed;
  const [units, parts] = reasonsOf(board, facts, machine);
  const isChain = facts.links.length > 0;
  const named = parts.map((part) => ({ role: "rule", cells: part.isWide ? [] : part.cells, digits: [], where: [part.where] }));
  return {
    technique: TECHNIQUES.get(facts.technique).name,
    score: facts.weight,
    level: Object.keys(LEVELS).find((level) => facts.cost <= LEVELS[level]) ?? "extreme",
    cells: isChain ? [] : unique([...facts.cells, ...facts.minus]).sort(ascending),
    digits: isChain ? [] : digitsOf(facts.digits),
    where: [...units, ...parts].map((each) => each.where),
    links: facts.links.length,
    placement: cell >= 0 ? [cell, digit] : null,
    eliminations: facts.lost.flatMap(([lost, mask]) => digitsOf(mask).map((each) => [lost, each])),
    parts: [...named, ...(isChain ? [] : leftOf(facts))],
    chains: isChain ? [linksOf(board, facts)] : [],
    shape: board,
    facts,
    machine,
  };
}

/** The units and the rules that a step follows from, those by which cells see each other after its own. */
function reasonsOf(board, facts, machine) {
  const units = [...facts.units];
  const parts = facts.part >= 0 ? [facts.part] : [];
  const count = board.units.length;
  if (["rule-of-45", "ways-to-fill-a-unit", "rules-together", "ways-to-fill-rules", "sum-parity"].includes(machine)) parts.push(...facts.others);
  if (["law-of-leftovers", "finned-fish"].includes(machine)) {
    units.push(...facts.others.filter((number) => number < count));
    parts.push(...facts.others.filter((number) => number >= count).map((number) => number - count));
  }
  for (const [, , unit, part] of facts.links.length ? [] : [...facts.apart, ...facts.sights]) {
    if (unit >= 0) units.push(unit);
    else parts.push(part);
  }
  return [unique(units).map((unit) => board.units[unit]), unique(parts).map((part) => board.parts[part])];
}

/** The digits that the cells of the reason may hold; of a sum those of both sides. */
function leftOf({ lost, digits, cells, minus, masks }) {
  const gone = new Map(lost);
  const some = digits ? cells : unique([...cells, ...minus]).sort(ascending);
  return some.map((cell) => [cell, masks[cell] & ~(gone.get(cell) ?? 0)]).filter(([, left]) => left).map(([cell, left]) => {
    return { role: "left", cells: [cell], digits: digitsOf(left), where: [] };
  });
}

/** The links of a chain, one for each digit; in an alternating chain each follows from the one before. */
function linksOf(board, { links, sights }) {
  const by = new Map(sights.map(([cell, other, unit, part]) => [`${cell} ${other}`, [unit, part]]));
  const found = [];
  const places = [];
  for (const [cell, mask, holds, reason, number, after] of links) {
    const all = after.flatMap((place) => places[place]);
    const before = all.length || !found.length ? all : [found.length - 1];
    const own = [];
    if (cell >= 0) {
      const [unit, part] = (reason === SEEN && by.get(`${number} ${cell}`)) || [-1, -1];
      const [kind, where] = unit >= 0 ? ["weak", board.units[unit].where] : reasonIn(board, holds, ...(part >= 0 ? [BY_PART, part] : [reason, number]));
      for (const digit of digitsOf(mask)) own.push(found.push({ cell, digit, holds, kind, where, after: before, nested: null }) - 1);
    }
    places.push(own);
  }
  return found;
}

/** The kind of a link, and where it lies. */
function reasonIn(board, holds, reason, number) {
  if (reason === IN_CELL) return [holds ? "strong" : "weak", CELL];
  if (reason === IN_UNIT) return ["strong", board.units[number].where];
  if (reason === BY_PART) return [board.parts[number].rule, board.parts[number].where];
  if (reason === LOCKED) return ["locked-candidates", board.units[number].where];
  if (reason === WAYS) return ["ways-to-fill-a-unit", board.units[number].where];
  return [reason ? "weak" : "assumption", null];
}

/** A puzzle under rules with one solution, and the position of a player. */
export class BegunUnderRules extends Begun {
  check() {
    super.check();
    this.marks = Uint16Array.from(this.marks);
    this.filled = Uint8Array.from(this.values);
  }

  *steps(most = NO_LIMIT) {
    const { engine, shape, filled, marks, solution, position } = this;
    for (const facts of JSON.parse(engine.text("people_path", shape.numbers, filled, marks, solution, filled.length, most))) {
      const step = stepOf(shape, facts);
      yield [step, position];
      position.take(step);
    }
  }

  possible(technique) {
    const { engine, shape, filled, marks } = this;
    const found = JSON.parse(engine.text("people_steps", shape.numbers, filled, marks, filled.length)).map((facts) => stepOf(shape, facts));
    return technique ? found.filter((step) => step.technique === technique) : found;
  }

  get words() {
    return new RuleWords(this.tables, this.shape);
  }

  sentence(step) {
    return sentenceUnderRules(step, this.words);
  }
}
