// The steps of scores, read from what the kernels find, as engine/paths/scored.py reads it.

import { CELL, ascending, digitsOf, extras, has, isWithin, part, unique } from "./position.js";

const SINGLES = ["full-house", "naked-single", "hidden-single"];
const ALL = 511;

export const isFish = (technique) => /(x-wing|swordfish|jellyfish)$/.test(technique) || technique.startsWith("kraken-fish");

/** A step in a position with these masks of candidates, worth what its technique is unless `worth` says otherwise. */
export function scoredStep(engine, facts, shape, candidates, worth = {}) {
  const { name, score, level } = engine.facts.solvingTechniques[facts.technique];
  const finder = new Finder(engine.facts, facts, shape, candidates);
  const chains = finder.chains(name);
  const inPattern = !chains.length || isFish(name);
  return {
    technique: name,
    score,
    level,
    ...worth,
    links: facts.chains.flat().length,
    cells: inPattern ? facts.cells : [],
    digits: inPattern ? facts.digits : [],
    where: finder.where(name),
    placement: facts.placed[0] ?? null,
    eliminations: uniqueSpots(facts.removed),
    parts: finder.parts(name),
    chains,
    shape,
  };
}

export const uniqueSpots = (spots) => unique(spots.map(([cell, digit]) => cell * 16 + digit)).sort(ascending).map((spot) => [spot >> 4, spot & 15]);

class Finder {
  constructor({ firstGroup, firstSet }, facts, shape, candidates) {
    Object.assign(this, { firstGroup, firstSet, facts, shape, candidates });
  }

  // --- Units ---

  where(technique) {
    const { facts, shape } = this;
    if (SINGLES.includes(technique)) return this.unitOfSingle(technique);
    if (["locked-pair", "locked-triple"].includes(technique)) return shape.unitsWith(facts.cells);
    return [...facts.base, ...facts.cover];
  }

  /** The block if it makes the digit a single, else a line; none of a naked single. */
  unitOfSingle(technique) {
    if (technique === "naked-single") return [];
    const [[cell, digit]] = this.facts.placed;
    const unwanted = technique === "full-house" ? ALL : 1 << (digit - 1);
    const [row, column, block] = this.shape.unitsOf[cell];
    const isAlone = (unit) => this.shape.units[unit].every((other) => other === cell || !(this.candidates[other] & unwanted));
    return [[block, row, column].find(isAlone)];
  }

  // --- The parts of a pattern ---

  parts(technique) {
    const { facts, shape } = this;
    const { cells, digits, base, cover } = facts;
    const sets = facts.sets.map(([own, mask]) => [own, digitsOf(mask)]);
    const own = new Map(cells.map((cell) => [cell, digitsOf(this.candidates[cell])]));
    const locked = ([own, held]) => part("set", own, held, own.length > 1 ? shape.unitsWith(own).slice(0, 1) : []);
    const each = (role, some) => some.map((cell) => part(role, [cell], own.get(cell)));
    if (technique.startsWith("als-")) {
      const shared = facts.common.map(([first, digit]) => {
        return part("common", unique([...sets[first][0], ...sets[first + 1][0]]).sort(ascending), [digit]);
      });
      return [...sets.map(locked), ...shared];
    }
    if (technique.startsWith("grouped-")) return this.setsOfChains();
    if (isFish(technique)) {
      const fins = [["fin", facts.fins], ["endo-fin", facts.endo_fins]].filter(([, spots]) => spots.length);
      const finned = fins.map(([role, spots]) => part(role, spots.map(([cell]) => cell), digits));
      return [part("base", cells, digits, base), part("cover", cells, digits, cover), ...finned];
    }
    if (/^(simple|multi)-colors/.test(technique)) {
      return facts.colors.filter((color) => color.length).map((color, place) => part(`color-${place + 1}`, color, digits));
    }
    if (/^(uniqueness|hidden-rectangle|avoidable)/.test(technique)) {
      const others = sets.map(([places, held]) => part("set", places.filter((cell) => !cells.includes(cell)), held, base));
      return [part("loop", cells, digits), ...extras(digits, own), ...others];
    }
    switch (technique) {
      case "death-blossom":
        return [part("stem", cells, digits), ...sets.map(locked)];
      case "pointing":
      case "claiming":
        return [part("places", cells, digits, [...base, ...cover])];
      case "locked-pair":
      case "locked-triple":
        return [part("set", cells, digits, shape.unitsWith(cells))];
      case "skyscraper":
      case "two-string-kite":
        return [0, 1].map((place) => part("strong", [cells[place], cells[place + 2]], digits, [base[place]]));
      case "empty-rectangle":
        return [part("places", facts.fins.map(([cell]) => cell), digits, base), part("strong", cells, digits, cover.slice(2))];
      case "w-wing":
        return [...each("pincer", cells.slice(0, 2)), part("strong", cells.slice(2), digits.slice(1), base)];
      case "xy-wing":
      case "xyz-wing":
        return [...each("pivot", cells.slice(0, 1)), ...each("pincer", cells.slice(1))];
      case "bug-plus-1":
        return [part("extra", cells, digits)];
      case "sue-de-coq":
        return ["crossing", "set", "set"].map((role, place) => part(role, ...sets[place], [base, base.slice(0, 1), base.slice(1)][place]));
    }
    return /^(naked|hidden)-/.test(technique) && !SINGLES.includes(technique) ? [part("set", cells, digits, base)] : [];
  }

  // --- Chains of links ---

  chains(technique) {
    const { chains } = this.facts;
    if (!technique.startsWith("forcing-net")) return chains.map((chain) => this.branch(chain.map((each) => this.literal(each))));
    // HoDoKu leaves some causes out, so nets are followed again to the last literal that belongs to no side branch
    return chains.map((chain) => {
      const [start, end] = [chain[0], [...chain].reverse().find((each) => each > 0)].map((each) => this.literal(each));
      return new Net(this.shape, this.candidates, key(start)).branch(key(end));
    });
  }

  /** The almost locked sets that the chains run through. */
  setsOfChains() {
    const literals = this.facts.chains.flat().filter((each) => each >= this.firstSet).map((each) => this.literal(each));
    const sets = new Map(literals.map(({ locks }) => [String(locks), locks]));
    return [...sets.values()].map((cells) => {
      const digits = unique(cells.flatMap((cell) => digitsOf(this.candidates[cell]))).sort(ascending);
      return part("set", cells, digits, this.shape.unitsWith(cells).slice(0, 1));
    });
  }

  /** A digit in one of some cells, or in none; `locks` are those of the almost locked set that is locked without it. */
  literal(each) {
    const holds = Boolean(each & 1);
    const kind = each >= this.firstSet ? "sets" : each >= this.firstGroup ? "groups" : null;
    if (!kind) return { cells: [Math.floor(each / 20)], digit: Math.floor(each / 2) % 10, holds, locks: null };
    const [cells, mask] = this.facts[kind][(each - (kind === "sets" ? this.firstSet : this.firstGroup)) >> 1];
    const digit = 32 - Math.clz32(mask);
    if (kind === "groups") return { cells, digit, holds, locks: null };
    return { cells: placesIn(cells, digit, this.candidates), digit, holds, locks: cells };
  }

  branch(literals) {
    return literals.map(({ cells, digit, holds, locks }, place) => {
      const before = literals[place - 1];
      const kind = !place ? "assumption" : before.locks ? "als" : holds ? "strong" : "weak";
      const where = !place || before.locks ? null : this.unitOfLink(before, literals[place]);
      const link = { cell: cells[0], digit, holds, kind, where, after: place ? [place - 1] : [], nested: null };
      return cells.length === 1 && !locks ? link : { ...link, cells };
    });
  }

  /** Where a link lies. A strong one needs a unit that has no other place for the digit. */
  unitOfLink(before, { cells, digit, holds }) {
    if (String(before.cells) === String(cells)) return CELL;
    const both = [...before.cells, ...cells];
    const fits = (unit) => !holds || isWithin(placesIn(this.shape.units[unit], digit, this.candidates), both);
    return this.shape.unitsWith(both).find(fits) ?? null;
  }
}

const placesIn = (cells, digit, candidates) => cells.filter((cell) => has(candidates[cell], digit));

// --- Nets: what follows by singles and locked candidates, with every cause ---

const number = (cell, digit, holds) => (cell * 16 + digit) * 2 + Number(holds);
const key = ({ cells, digit, holds }) => number(cells[0], digit, holds);

/** Literals, as numbers, in the order in which they follow from a first one, each with its reason. */
class Net {
  constructor(shape, candidates, start) {
    Object.assign(this, { shape, candidates, reasons: new Map([[start, ["assumption", null, []]]]) });
  }

  /** The links to a goal, each after those that it follows from. */
  branch(goal) {
    this.followTo(goal);
    const needed = new Set([goal]);
    for (const fact of needed) for (const before of this.reasons.get(fact)[2]) needed.add(before); // grows on the way
    const facts = [...this.reasons.keys()].filter((fact) => needed.has(fact));
    return facts.map((fact) => {
      const [kind, where, after] = this.reasons.get(fact);
      const places = after.map((before) => facts.indexOf(before));
      return { cell: fact >> 5, digit: (fact >> 1) & 15, holds: Boolean(fact & 1), kind, where, after: places, nested: null };
    });
  }

  followTo(goal) {
    const queue = [...this.reasons.keys()];
    for (const fact of queue) { // grows on the way
      if (fact === goal) return;
      const cell = fact >> 5, digit = (fact >> 1) & 15;
      for (const [found, reason] of fact & 1 ? this.excluded(fact, cell, digit) : this.leftOver(cell, digit)) {
        if (this.reasons.has(found)) continue;
        this.reasons.set(found, reason);
        queue.push(found);
      }
    }
    throw new Error("a net does not lead to its end");
  }

  *excluded(fact, cell, digit) {
    for (const other of digitsOf(this.candidates[cell])) {
      if (other !== digit) yield [number(cell, other, false), ["weak", CELL, [fact]]];
    }
    for (const unit of this.shape.unitsOf[cell]) {
      for (const peer of placesIn(this.shape.units[unit], digit, this.candidates)) {
        if (peer !== cell) yield [number(peer, digit, false), ["weak", unit, [fact]]];
      }
    }
  }

  *leftOver(cell, digit) {
    yield* this.last(digitsOf(this.candidates[cell]).map((each) => number(cell, each, false)), CELL);
    for (const unit of this.shape.unitsOf[cell]) {
      const missing = placesIn(this.shape.units[unit], digit, this.candidates).map((each) => number(each, digit, false));
      yield* this.last(missing, unit);
      yield* this.locked(missing, unit, digit);
    }
  }

  /** Those that are left, and those that are ruled out. */
  split(missing) {
    return [missing.filter((each) => !this.reasons.has(each)), missing.filter((each) => this.reasons.has(each))];
  }

  *last(missing, where) {
    const [left, gone] = this.split(missing);
    if (left.length === 1) yield [left[0] | 1, ["strong", where, gone]];
    else if (!left.length) { // a contradiction: each of them would have to hold
      for (const one of missing) yield [one | 1, ["strong", where, gone.filter((fact) => fact !== one)]];
    }
  }

  /** The places that are left share another unit, so the digit goes from the rest of that. */
  *locked(missing, unit, digit) {
    const [left, gone] = this.split(missing);
    const cells = left.map((each) => each >> 5);
    if (cells.length < 2) return;
    const kind = this.shape.kind(unit) === "block" ? "pointing" : "claiming";
    for (const other of this.shape.unitsOf[cells[0]]) {
      if (other === unit || !isWithin(cells, this.shape.units[other])) continue;
      const beside = this.shape.units[other].filter((cell) => !this.shape.units[unit].includes(cell)).sort(ascending);
      for (const cell of placesIn(beside, digit, this.candidates)) yield [number(cell, digit, false), [kind, null, gone]];
    }
  }
}
