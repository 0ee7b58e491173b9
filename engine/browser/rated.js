// The steps of ratings, read from the records of the kernels, as engine/paths/rated.py reads them.

import { CELL, digitsOf, extras, has, isWithin, part, reversed, unique } from "./position.js";

// Blocks are the first units of the kernels.
const KINDS = [2, 0, 1];
const ASSUMPTION = 8, NESTED = 9, TECHNIQUE = 12; // reasons of record.hpp

/** A step from a record and its explanation, in a position with these masks of candidates. */
export function ratedStep(engine, record, explanation, shape, candidates) {
  const units = Array.from({ length: 64 }, (_, bit) => bit).filter((bit) => (record.units >> BigInt(bit)) & 1n);
  const step = {
    technique: engine.facts.techniques[record.technique],
    rating: record.rating,
    links: record.links,
    cells: record.cells.flatMap((isOn, cell) => (isOn ? [cell] : [])),
    digits: digitsOf(record.digits),
    where: units.map((bit) => KINDS[Math.floor(bit / shape.size)] * shape.size + (bit % shape.size)),
    placement: record.cell >= 0 ? [record.cell, record.digit + 1] : null,
    eliminations: record.removed.flatMap((mask, cell) => digitsOf(mask).map((digit) => [cell, digit])),
    chains: [],
    shape,
  };
  const [branches, nested] = explanation;
  const masks = candidates;
  step.chains = branches.map((branch) => branch.map((link) => linkOf(engine, link, branch, nested, shape, masks)));
  step.parts = partsOf(step, masks);
  return step;
}

function partsOf({ technique, cells, digits, where, eliminations, shape }, candidates) {
  const own = new Map(cells.map((cell) => [cell, digitsOf(candidates[cell])]));
  if (technique === "xy-wing" || technique === "xyz-wing") {
    const isPivot = ([, held]) => (technique === "xy-wing" ? !held.includes(digits[0]) : held.length === 3);
    const [pivot] = [...own].find(isPivot);
    const pincers = cells.filter((cell) => cell !== pivot);
    return [part("pivot", [pivot], own.get(pivot)), ...pincers.map((cell) => part("pincer", [cell], own.get(cell)))];
  }
  if (["x-wing", "swordfish", "jellyfish"].includes(technique)) {
    const [rows, columns] = ["row", "column"].map((kind) => where.filter((unit) => shape.kind(unit) === kind));
    const inRows = rows.some((unit) => shape.units[unit].includes(eliminations[0][0]));
    const [base, cover] = inRows ? [columns, rows] : [rows, columns];
    return [part("base", cells, digits, base), part("cover", cells, digits, cover)];
  }
  if (technique === "unique-rectangle" || technique === "unique-loop") return [part("loop", cells, digits), ...extras(digits, own)];
  if (/^bug-[1-4]$/.test(technique)) return cells.map((cell) => part("extra", [cell], own.get(cell).filter((digit) => digits.includes(digit))));
  if (technique.startsWith("aligned-")) return cells.map((cell) => part("set", [cell], own.get(cell)));
  if (/^(direct-)?(pointing|claiming)$/.test(technique)) return [part("places", cells, digits, where)];
  if (/-(pair|triplet|quad)$/.test(technique)) return [part("set", cells, digits, where.slice(0, 1))];
  return [];
}

// --- Chains ---

function linkOf(engine, [cell, digit, holds, reason, number, after], branch, nested, shape, candidates) {
  const link = { cell, digit: digit + 1, holds, kind: holds ? "strong" : "weak", where: null, after, nested: null };
  if (reason < ASSUMPTION) link.where = reason ? unitOf(cell, KINDS[reason - 1], shape) : CELL;
  else if (reason === ASSUMPTION) link.kind = "assumption";
  else if (reason === NESTED) {
    const left = [...candidates];
    for (const place of after) left[branch[place][0]] &= ~(1 << branch[place][1]);
    link.kind = "nested";
    link.nested = new Nested(shape, left).chain(nested[number], cell, digit + 1);
  } else if (reason >= TECHNIQUE) link.kind = engine.facts.techniques[reason - TECHNIQUE];
  return link;
}

const unitOf = (cell, kind, shape) => shape.unitsOf[cell].find((unit) => Math.floor(unit / shape.size) === kind) ?? shape.unitsOf[cell][0];

// A candidate that holds or does not, as one number.
const literal = (cell, digit, holds) => (cell * 32 + digit) * 2 + Number(holds);
const cellOf = (one) => one >> 6;
const digitOf = (one) => (one >> 1) & 31;
const holdsIn = (one) => Boolean(one & 1);
const negated = (one) => one ^ 1;
const isSame = (some, others) => some.size === others.size && [...some].every((each) => others.has(each));

/** A position in which chains hold that are nested in others. Every link is followed again here. */
class Nested {
  constructor(shape, candidates) {
    Object.assign(this, { shape, candidates });
  }

  chain([, links, given], cell, digit) {
    const literals = given.map((branch) => branch.map(([at, value, holds]) => literal(at, value + 1, holds)));
    const branches = this.branches(literals, cell, digit).map((branch) => branch.map(([one, after]) => {
      const kind = !after.length ? "assumption" : holdsIn(one) ? "strong" : "weak";
      const where = after.length ? this.commonUnit(after.map((place) => cellOf(branch[place][0])), cellOf(one)) : null;
      return { cell: cellOf(one), digit: digitOf(one), holds: holdsIn(one), kind, where, after, nested: null };
    }));
    return { links, branches };
  }

  commonUnit(before, cell) {
    if (before.every((other) => other === cell)) return CELL;
    return reversed(this.shape.unitsOf[cell]).find((unit) => isWithin(before, this.shape.units[unit]));
  }

  /** The branches, which come as their literals from each end back. None if the chain needs other techniques. */
  branches(given, cell, digit) {
    const inLine = (literals) => literals.map((one, place) => [one, place ? [place - 1] : []]);
    const [first, second] = given;
    if (given.length === 2 && isSame(new Set(first.map(negated)), new Set(second))) {
      return [inLine([first[0], ...reversed(first.slice(1)), first[0]])];
    }
    if (given.length === 1) return [inLine(reversed(first))];
    const possible = given.map((branch) => this.byAssumption(branch));
    const clash = first[0] !== second[0];
    const isRefuted = (assumed) => new Set(assumed).size === 1 && cellOf(assumed[0]) === cell && holdsIn(assumed[0]) === (digitOf(assumed[0]) === digit);
    for (const assumed of product(possible.map((each) => [...each.keys()]))) {
      if (clash ? !isRefuted(assumed) : !this.leavesNoOther(assumed)) continue;
      return given.map((branch, place) => sorted(branch[0], possible[place].get(assumed[place])));
    }
    return [];
  }

  leavesNoOther([one, ...others]) {
    const given = new Set(others);
    if (isSame(given, new Set([negated(one)]))) return true;
    return holdsIn(one) && this.rivals(one).some((rivals) => isSame(given, new Set(rivals.map(negated))));
  }

  byAssumption(given) {
    const found = new Map(unique(reversed(given)).map((assumed) => [assumed, this.reasons(assumed, given)]));
    const all = new Set(given).size;
    return new Map([...found].filter(([, reasons]) => reasons.size === all));
  }

  reasons(assumed, given) {
    const reasons = new Map([[assumed, []]]);
    for (let before = 0; before < reasons.size; ) {
      before = reasons.size;
      for (const one of given) {
        const found = reasons.has(one) ? [] : this.reason(one, reasons);
        if (found.length) reasons.set(one, found);
      }
    }
    return reasons;
  }

  reason(one, known) {
    if (holdsIn(one)) return this.rivals(one).find((others) => others.length && others.every((at) => known.has(at))) ?? [];
    const cell = cellOf(one), digit = digitOf(one), true_ = [...known.keys()].filter(holdsIn);
    const sameCell = true_.filter((at) => cellOf(at) === cell && digitOf(at) !== digit);
    const seen = true_.filter((at) => digitOf(at) === digit && this.shape.peers[cell].includes(cellOf(at)));
    return (sameCell.length ? sameCell : seen).slice(0, 1);
  }

  /** Groups of rivals of a candidate, which holds if a group does not: of its cell, or its digit in a unit. */
  rivals(one) {
    const cell = cellOf(one), digit = digitOf(one);
    const inCell = digitsOf(this.candidates[cell]).filter((other) => other !== digit).map((other) => literal(cell, other, false));
    const inUnits = reversed(this.shape.unitsOf[cell]).map((unit) => {
      const others = this.shape.units[unit].filter((other) => other !== cell && has(this.candidates[other], digit));
      return others.map((other) => literal(other, digit, false));
    });
    return [inCell, ...inUnits];
  }
}

function* product([first, ...rest]) {
  if (!first) yield [];
  else for (const one of first) for (const others of product(rest)) yield [one, ...others];
}

/** The literals that lead to the end, each after its reasons. */
function sorted(end, reasons) {
  const places = new Map(), branch = [];
  const add = (one) => {
    if (!places.has(one)) {
      const after = reasons.get(one).map(add);
      places.set(one, branch.length);
      branch.push([one, after]);
    }
    return places.get(one);
  };
  add(end);
  return branch;
}
