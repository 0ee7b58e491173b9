// Steps of people under rules in words, as engine/paths/rule_sentences.py says them.

import { OF_RULES, nameOf } from "./people-board.js";
import { people } from "./people-tables.js";
import { ascending, digitsOf, unique } from "./position.js";
import { Words } from "./sentences.js";
import { DIGITS } from "./shape.js";

const LONGEST = 200; // characters of a step; chains of strong and weak links in turn may be longer
const MOST_WAYS = 4; // combinations that are listed
const FIRST_KIND_OF_RULES = 3; // units of other kinds are rows, columns, and blocks or regions
const [SEEN, IN_CELL, IN_UNIT, BY_PART, LOCKED] = [1, 2, 3, 4, 5]; // of Reason in core/people/step.hpp

const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);
const keyOf = (where) => JSON.stringify([nameOf(where), Boolean(where.isAround)]);
const different = (some) => [...new Map(some.map((where) => [keyOf(where), where])).values()];
const maskOf = (digits) => digits.reduce((mask, digit) => mask | (1 << (digit - 1)), 0);
const together = (lost) => lost.reduce((all, [, mask]) => all | mask, 0);

/** The words of a language on a board under rules. */
export class RuleWords extends Words {
  /** The digits of a mask: three or more in a row as such as "5-7". */
  runs(mask, conjunction) {
    const digits = digitsOf(mask);
    const said = [];
    while (digits.length) {
      const end = digits.findIndex((digit, place) => digit !== digits[0] + place);
      const run = digits.splice(0, end < 0 ? digits.length : end);
      if (run.length > 2) said.push(this.say("lists", "of_digits", { first: DIGITS[run[0]], last: DIGITS[run.at(-1)] }));
      else said.push(...run.map((digit) => DIGITS[digit]));
    }
    return this.listed(said, conjunction);
  }

  unit(where) {
    const { kind, number, thing, cells, isAround, one, other } = where;
    if (one) return this.listed([one, other].map((each) => this.unit(each)));
    if (!kind) return cells.length ? this.say("places", isAround ? "around" : "of", { thing: this.placed(where), cell: cells.join("-") }) : this.thing(thing);
    const { units } = this.tables;
    return units[`${kind}_${number}`] ?? this.say("units", units[kind] ? kind : "other", { kind: this.thing(kind), number });
  }

  /** A thing with its value, such as "cage 15", perhaps in several places. */
  placed({ thing, value }, ...places) {
    const named = this.thing(thing) + value;
    return places.length ? this.say("places", "of", { thing: named, cell: this.listed(places) }) : named;
  }

  together(units) {
    if (units.length === 1 || units.some(({ kind }) => !kind)) return this.units(units);
    const numbers = this.listed(units.map(({ number }) => String(number)));
    const [{ kind }] = units;
    return this.say("units", this.tables.units[`${kind}s`] ? `${kind}s` : "others", { kind: this.thing(kind), numbers });
  }

  /** The place where a named rule holds, such as "cage", or the rule itself. */
  thing(name) {
    return this.tables.things?.[name] || this.ruleName(name);
  }

  ruleName(rule) {
    return (this.tables.rules?.[rule] ?? "").split(":")[0].trim() || (this.tables.kinds?.[rule] ?? rule);
  }

  reason({ kind, where }) {
    if (where?.thing || where?.one) return this.unit(where);
    return this.tables.code === "en" ? kind : this.tables.techniques[kind] || this.ruleName(kind);
  }

  title({ technique }) {
    const own = this.tables.techniques[technique];
    if (own) return own;
    const { further, thing } = OF_RULES.get(technique);
    return this.say("places", further, { thing: this.thing(thing), Thing: capital(this.thing(thing)) });
  }

  meaning({ technique }) {
    const { meanings, rules, code } = this.tables;
    if (meanings[technique]) return meanings[technique];
    const english = people.machines[technique] ?? people.meanings[technique];
    if (english?.[1]) return english[1]; // the machines of named rules have none
    const { rule, further } = OF_RULES.get(technique);
    const line = rules?.[rule];
    const said = code === "en" ? people.rules[rule]?.words : line && capital(line.slice(line.indexOf(":") + 1).trim());
    const rest = code === "en" ? people.further[further] : meanings[further];
    const whole = said ?? (code === "en" ? people.further.other : meanings.rule);
    return rest ? rest.replace("{rule}", whole) : whole;
  }
}

/** A step in one sentence: the first way that is short enough, or else the shortest. */
export function sentenceUnderRules(step, words) {
  let shortest = null;
  for (const way of SENTENCES[step.machine](new Found(step, words))) {
    if (way.length <= LONGEST) return way;
    if (shortest === null || way.length < shortest.length) shortest = way;
  }
  return shortest;
}

/** A step as the kernels give it (core/bind/steps.hpp), and the phrases that its sentences share. */
class Found {
  constructor({ facts, shape }, words) {
    Object.assign(this, { facts, board: shape, words });
    this.where = words.cells(facts.cells);
    this.lost = this.said(facts.lost);
  }

  phrase(name, places) {
    return this.words.say("people", name, places);
  }

  chain(name, cell, digits) {
    return this.words.say("chains", name, { cell: this.words.cells([cell]), digit: this.words.runs(digits) });
  }

  /** A phrase with the units, cells and digits of the step, what is placed and what is lost, and other places. */
  say(name, places) {
    const [cell, digit] = this.facts.placed;
    const units = this.units();
    return this.phrase(name, {
      digits: this.words.runs(this.facts.digits),
      cells: this.where,
      lost: this.lost,
      ...(units.length && { unit: this.words.unit(units[0].where), units: this.together() }),
      ...(cell >= 0 && { cell: this.words.cells([cell]), digit: DIGITS[digit] }),
      ...places,
    });
  }

  get part() {
    return this.board.parts[this.facts.part];
  }

  units(key = "units") {
    return this.facts[key].map((number) => this.board.units[number]);
  }

  together(key) {
    return this.words.together(this.units(key).map(({ where }) => where));
  }

  rules(parts) {
    return this.words.listed(this.ruleNames(parts));
  }

  /** Rules, those of one kind together. */
  ruleNames(parts) {
    const kinds = new Map();
    for (const number of parts) {
      const { where, isWide } = this.board.parts[number];
      if (isWide || !where.thing) {
        const source = this.source([-1, -1, -1, number]);
        kinds.set(keyOf(source), [source, []]);
      } else {
        const kind = { ...where, cells: [] };
        const [, places] = kinds.get(keyOf(kind)) ?? kinds.set(keyOf(kind), [kind, []]).get(keyOf(kind));
        places.push(where.cells.join("-"));
      }
    }
    return [...kinds.values()].map(([kind, places]) => (places.length ? this.words.placed(kind, ...places) : this.words.unit(kind)));
  }

  /** A unit with the rules that limit the ways to fill it. */
  unitWith(unit, parts) {
    const name = this.words.unit(this.board.units[unit].where);
    return parts.length ? this.phrase("unit_with", { unit: name, rules: this.rules(parts) }) : name;
  }

  /** The digits that the cells of the step may be, or may not be if that is shorter. */
  get states() {
    const { size } = this.board;
    const every = 2 ** size - 1;
    return this.words.listed(this.facts.cells.map((cell) => {
      const mask = this.facts.masks[cell];
      const count = digitsOf(mask).length;
      const isNot = size > count && count > size / 2;
      return this.phrase(isNot ? "may_not_be" : "may_be", { cell: this.words.cells([cell]), digits: this.words.runs(isNot ? every & ~mask : mask, "or") });
    }));
  }

  /** The candidates that cells lose: cells that lose the same stand together. */
  said(lost) {
    const masks = unique(lost.map(([, mask]) => mask)).sort(ascending);
    const clauses = masks.map((mask, place) => {
      const cells = lost.filter(([, other]) => other === mask).map(([cell]) => cell).sort(ascending);
      // the first clause has another order than the next ones in some languages
      return this.phrase(`loses${place ? "_too" : ""}_${cells.length === 1 ? "one" : "many"}`, { cells: this.words.cells(cells), digits: this.words.runs(mask) });
    });
    return this.words.listed(clauses, "next");
  }

  /** What cells lose; or how many lose something, and what they lose together; one cell is named. */
  get losses() {
    const { lost } = this.facts;
    return [this.lost, lost.length === 1 ? this.lost : this.phrase("few", { count: lost.length, digits: this.words.runs(together(lost)) })];
  }

  // --- Units and rules by which cells see each other ---

  /** Whether two cells see each other by a rule, not by a row, column or block. */
  isSpecial([, , unit, part]) {
    return part >= 0 || this.board.units[unit].kind >= FIRST_KIND_OF_RULES;
  }

  /** The unit or rule by which two cells see each other. */
  source([, , unit, part]) {
    if (part < 0) return this.board.units[unit].where;
    const { rule, where, isWide } = this.board.parts[part];
    const thing = isWide && people.rules[rule]?.technique?.thing;
    return thing ? { thing, value: "", cells: [] } : where;
  }

  /** The units and rules of some sights, each once. */
  sources(key) {
    return this.names(this.facts[key].map((sight) => this.source(sight)));
  }

  names(wheres) {
    return this.words.listed(different(wheres).map((where) => this.words.unit(where)));
  }

  /** The units and rules by which the step's cells see those that lose something: cell by cell, then together. */
  get seenBy() {
    const groups = new Map();
    for (const cell of unique(this.facts.sights.map(([first]) => first)).sort(ascending)) {
      const names = different(this.facts.sights.filter(([first]) => first === cell).map((sight) => this.source(sight)));
      const key = names.map(keyOf).join();
      const [, cells] = groups.get(key) ?? groups.set(key, [names, []]).get(key);
      cells.push(cell);
    }
    const clauses = [...groups.values()].map(([names, cells]) => this.phrase("by", { cells: this.words.cells(cells), rules: this.names(names) }));
    return [...(clauses.length > 1 ? [this.words.listed(clauses, "comma")] : []), this.sources("sights")];
  }

  /** A rule or sum, with the units and rules by which its cells differ. */
  apart(said) {
    return this.facts.apart.length ? this.phrase("apart", { what: said, rules: this.sources("apart") }) : said;
  }
}

// --- Singles and units --------------------------------------------------------------------------------------------

/** Sentences that need only what every step knows. */
const saying = (...names) => (it) => names.map((name) => it.say(name));

function* locked(it) {
  const [, other] = it.units();
  if (other) yield it.say("locked", { other: it.words.unit(other.where) });
  else for (const lost of it.losses) for (const by of it.seenBy) yield it.say("seen", { lost, by });
}

function* naked(it) {
  const pairs = (key) => unique(it.facts[key].map((sight) => String(sight.slice(2)))).sort().join(" ");
  const by = pairs("sights") === pairs("apart") ? [] : it.seenBy;
  const name = unique(it.facts.apart.map((sight) => String(sight.slice(2)))).length === 1 ? "naked_in_unit" : "naked";
  const rules = it.sources("apart");
  for (const lost of it.losses) {
    for (const each of by.length ? by.map((one) => it.phrase("lost_by", { lost, by: one })) : [lost]) yield it.say(name, { unit: rules, rules, lost: each });
  }
}

function* fish(it) {
  for (const lost of it.losses) yield it.say("fish", { unit: it.together(), units: it.together("others"), lost });
}

function* leftovers(it) {
  const sides = { Units: capital(it.together()), others: it.together("others"), known: it.where };
  for (const lost of it.losses) yield it.say("leftovers", { ...sides, cells: it.words.cells(it.facts.minus), lost });
}

function* finned(it) {
  const every = [...it.board.units, ...it.board.parts];
  const [units, others] = ["units", "others"].map((key) => it.words.listed(it.facts[key].map((number) => it.words.unit(every[number].where))));
  const known = { cell: it.words.cells([it.facts.lost[0][0]]), digits: it.words.runs(it.facts.digits), units, others, lost: it.lost };
  for (const by of it.seenBy) yield it.phrase("finned", { ...known, by });
  yield it.phrase("finned_short", known);
}

function* waysInUnit(it) {
  const unit = it.unitWith(it.facts.units[0], it.facts.others);
  for (const lost of it.losses) {
    if (it.facts.cells.length) {
      yield it.say("ways_in_unit", { unit, because: it.states, lost });
      yield it.say("ways_in_unit_by_cells", { unit, lost });
    } else yield it.say("ways_in_unit_always", { unit, lost });
  }
}

// --- Named rules --------------------------------------------------------------------------------------------------

function* rule(it) {
  const Name = it.apart(capital(it.words.unit(it.part.where)));
  const [ways, isEnough] = setsOf(it);
  const { cells } = it.facts;
  const losing = new Set(it.facts.lost.map(([cell]) => cell));
  for (const lost of it.losses) {
    if (!cells.length) {
      if (ways) yield it.phrase("ways", { Name, ways, lost });
      yield it.phrase("always", { Name, lost });
      continue;
    }
    if (ways) yield it.phrase(isEnough ? "ways_because" : "ways_and", { Name, because: it.states, ways, lost });
    yield it.phrase("because", { Name, because: it.states, lost });
    if (!cells.every((cell) => losing.has(cell))) yield it.phrase("by_cells", { Name, cells: it.where, lost });
    yield it.phrase("by_its_own", { Name, lost });
  }
}

function* parity(it) {
  const names = [...it.units().map(({ where }) => it.words.unit(where)), ...it.ruleNames(it.facts.others)];
  const count = it.facts.units.length + it.facts.others.length;
  for (const sums of [it.words.listed(names), it.phrase("so_many", { count })])
    yield it.say(it.facts.total ? "odd" : "even", { cell: it.where, sums });
}

function* rulesTogether(it) {
  const named = [...it.facts.others.map((number) => it.board.parts[number]), ...it.units()].map(({ where }) => it.words.unit(where));
  const Name = it.apart(named.length > 1 ? it.phrase("together", { Names: capital(it.words.listed(named)) }) : capital(named[0]));
  const hasCells = it.facts.cells.length > 0;
  for (const lost of it.losses) {
    if (hasCells) {
      yield it.phrase("because", { Name, because: it.states, lost });
      yield it.phrase("by_cells", { Name, cells: it.where, lost });
    }
    yield it.phrase(hasCells ? "by_its_own" : "always", { Name, lost });
  }
}

/**
 * The sets of digits that a cage or another rule can hold by the cells that are named, null if there are many; and whether
 * none of them has a digit that a cell of it loses: the sets are reason enough then.
 */
function setsOf(it) {
  const { part, board: { size }, facts } = it;
  const every = 2 ** size - 1;
  const masks = part.cells.map((cell) => (facts.cells.includes(cell) ? facts.masks[cell] : every));
  const found = [];
  for (const digits of setsOfRule(part, size)) {
    if (canHold(masks, maskOf(digits))) found.push(digits);
    if (found.length > MOST_WAYS) return [null, false];
  }
  if (!found.length) return [null, true];
  const ways = it.words.listed(found.map((digits) => digits.map((digit) => DIGITS[digit]).join("")), "or");
  return [ways, !found.some((digits) => maskOf(digits) & together(facts.lost))];
}

/** The sets of digits of a rule whose cells are all different and whose order does not count. */
function* setsOfRule({ rule: name, cells: { length: count }, total }, size) {
  if (total) yield* setsWith(count, total, 1, size);
  else if (name === "renban") for (let first = 1; first + count <= size + 1; ++first) yield Array.from({ length: count }, (_, place) => first + place);
}

function* setsWith(count, total, first, size) {
  if (!count) {
    if (!total) yield [];
    return;
  }
  for (let digit = first; digit <= Math.min(size, total); ++digit) {
    for (const rest of setsWith(count - 1, total - digit, digit + 1, size)) yield [digit, ...rest];
  }
}

/** Whether cells can hold a set of as many digits, each once. */
function canHold(masks, digits) {
  let left = new Set([digits]);
  for (const mask of [...masks].sort((one, other) => digitsOf(one).length - digitsOf(other).length)) {
    left = new Set([...left].flatMap((rest) => digitsOf(rest & mask).map((digit) => rest & ~(1 << (digit - 1)))));
  }
  return left.size > 0;
}

function* needed(it) {
  const Name = it.apart(capital(it.words.unit(it.part.where)));
  const [ways] = setsOf(it);
  for (const losing of it.losses) {
    for (const by of it.seenBy) {
      const known = { Name, cells: it.words.cells(it.facts.minus, "or"), lost: it.phrase("lost_by", { lost: losing, by }) };
      if (!it.facts.cells.length) {
        yield it.say(ways ? "needed_ways" : "needed", { ...known, ways });
        continue;
      }
      if (ways) yield it.say("needed_ways_because", { ...known, because: it.states, ways });
      yield it.say("needed_because", { ...known, because: it.states });
      yield it.say("needed_by_cells", { ...known, known: it.where });
    }
  }
}

function* unitSum(it) {
  const { units: { length: count }, others } = it.facts;
  const { size } = it.board;
  const parts = others.map((number) => it.board.parts[number]);
  const areCages = parts.every(({ total }) => total);
  const places = { Units: capital(it.together()), total: (count * size * (size + 1)) / 2, part: parts.reduce((sum, { total }) => sum + total, 0) };
  const number = count === 1 ? "one" : "many";
  for (const lost of it.losses) {
    for (const sum of sums(it, parts, areCages)) {
      if (areCages) for (const named of cages(it, parts)) yield it.say(`units_add_${number}`, { ...places, cages: named, sum, lost });
      else yield it.say(`units_add_by_${number}`, { ...places, rules: it.rules(others), sum, lost });
    }
  }
}

/** The cages of a sum: with their totals, without them, and fewer and fewer of them. */
function* cages(it, parts) {
  const firsts = parts.map(({ cells }) => it.words.cells(cells.slice(0, 1)));
  const name = `cages_${parts.length === 1 ? "one" : "many"}`;
  yield it.phrase(name, { cages: it.words.listed(parts.map(({ total }, place) => it.phrase("cage_at", { total, cell: firsts[place] }))) });
  yield it.phrase(name, { cages: it.words.listed(firsts) });
  for (let some = parts.length - 1; some > 0; --some) yield it.phrase("cages_some", { count: parts.length, cages: it.words.listed(firsts.slice(0, some), "comma") });
}

/** The sum that is left, with the cells whose digits count in it. */
function* sums(it, parts, areCages) {
  const sum = it.apart(sumOf(it));
  const inside = unique(it.units().flatMap(({ cells }) => cells));
  const ruled = unique(parts.flatMap(({ cells }) => cells));
  const counted = unique([...inside, ...ruled]).filter((cell) => !areCages || inside.includes(cell) !== ruled.includes(cell));
  const filled = counted.filter((cell) => it.facts.filled[cell]).sort(ascending);
  if (filled.length && areCages) yield it.phrase("with_digits", { cells: it.words.cells(filled), sum });
  yield filled.length ? it.phrase("with_digits_there", { sum }) : sum;
  yield it.apart(it.phrase("sum_of_many", { count: unique([...it.facts.cells, ...it.facts.minus]).length }));
}

/** Cells that add up to a number, or to other cells and one; the number is never below 0. */
function sumOf(it) {
  let { cells: plus, minus, total } = it.facts;
  if (total < 0 || !plus.length) [plus, minus, total] = [minus, plus, -total];
  if (plus.length === 1 && minus.length === 1 && total) return it.phrase("more", { cell: it.words.cells(plus), other: it.words.cells(minus), count: total });
  const [left, right] = [plus, minus].map((cells) => unique(cells).map((cell) => {
    const times = cells.filter((other) => other === cell).length;
    return `${times > 1 ? `${times}·` : ""}${it.board.cellName(cell)}`;
  }));
  return `${left.join(" + ")} = ${[...right, ...(total || !right.length ? [String(total)] : [])].join(" + ")}`;
}

// --- Chains: candidates that follow from each other link by link --------------------------------------------------

/** An alternating chain: each link with its unit, or the rule by which two cells see each other. */
function* chain(it) {
  const special = it.facts.sights.filter((sight) => it.isSpecial(sight));
  const by = new Map(special.map((sight) => [String(sight.slice(0, 2)), it.source(sight)]));
  let before = -1;
  const links = it.facts.links.map(([cell, digits, holds, reason, number]) => {
    const rule = reason === IN_UNIT ? it.board.units[number].where : by.get(String([before, cell]));
    const said = it.chain(holds ? "is" : "is_not", cell, digits);
    before = cell;
    return rule ? it.phrase("lost_by", { lost: said, by: it.words.unit(rule) }) : said;
  });
  const losing = new Set(it.facts.lost.map(([cell]) => cell));
  const ends = special.filter(([, other]) => losing.has(other)).map(([cell, other]) => by.get(String([cell, other])));
  const lost = ends.length ? it.phrase("lost_by", { lost: it.lost, by: it.names(ends) }) : it.lost;
  yield it.phrase("chain", { start: links[0], links: it.words.listed(links.slice(1), "comma"), lost });
}

/** A candidate, and the links from it to a contradiction: all of them, or how many there are and the last. */
function* contradiction(it) {
  const [[cell, digits], ...links] = it.facts.links;
  const start = it.chain("is", cell, digits);
  const said = [...linksIn(it, cell, links)];
  yield it.phrase("contradiction", { start, links: it.words.listed(said, "comma"), lost: it.lost });
  yield it.phrase("contradiction_ends", { start, count: links.length, end: said.at(-1), lost: it.lost });
}

/** Items that follow each other and have the same key, together. */
function runsOf(items, key) {
  const runs = [];
  for (const item of items) {
    if (runs.length && key(runs.at(-1)[0]) === key(item)) runs.at(-1).push(item);
    else runs.push([item]);
  }
  return runs;
}

/**
 * The links of a contradiction: what follows from the same cell, unit or rule stands together. A cell that only the links
 * before leave one candidate is said to hold it before others lose it.
 */
function* linksIn(it, start, links) {
  const known = new Set([start]);
  const isAlone = ([cell, , holds, reason]) => cell < 0 || holds || reason === IN_CELL;
  for (const some of runsOf(links, (link) => (isAlone(link) ? JSON.stringify(link) : `${link[3]} ${link[4]}`))) {
    const [[cell, , , reason, number]] = some;
    if (isAlone(some[0])) {
      known.add(cell);
      yield singleLink(it, some[0]);
    } else if (reason === SEEN) yield* seenLinks(it, some, known);
    else {
      const lost = runsOf(some, ([, mask]) => mask).map((each) => losesIn(it, each.map(([own]) => own), each[0][1]));
      yield it.phrase("lost_by", { lost: it.words.listed(lost, "clauses"), by: sourceOf(it, reason, number) });
    }
  }
}

/** The rule by which cells lose something, or the unit and how. */
function sourceOf(it, reason, number) {
  if (reason === BY_PART) return it.words.unit(it.board.parts[number].where);
  if (reason === LOCKED) return it.phrase("all_places", { unit: it.words.unit(it.board.units[number].where) });
  return it.phrase("all_ways", { unit: it.unitWith(number, rulesIn(it, number)) });
}

/** The rules of the step that limit the ways to fill a unit. */
function rulesIn(it, unit) {
  const { cells } = it.board.units[unit];
  return it.facts.others.filter((part) => it.board.parts[part].cells.filter((cell) => cells.includes(cell)).length > 1);
}

/** A placement in a unit, or what is impossible. */
function singleLink(it, [cell, mask, , reason, number]) {
  if (reason === IN_CELL) return it.phrase("no_candidate", { cell: it.words.cells([cell]) });
  if (reason === BY_PART) return it.phrase("no_way", { rule: it.words.unit(it.board.parts[number].where) });
  const unit = it.words.unit(it.board.units[number].where);
  if (cell >= 0) return it.phrase("lost_by", { lost: it.chain("is", cell, mask), by: unit });
  if (reason === IN_UNIT) return it.phrase("no_place", { unit, digits: it.words.runs(mask) });
  return it.phrase("no_way_in_unit", { unit: it.unitWith(number, rulesIn(it, number)) });
}

/** Losses of cells that one cell sees; those that it sees by a rule come last, with the rule. */
function* seenLinks(it, links, known) {
  const [[, mask, , , holding]] = links;
  if (!known.has(holding)) {
    known.add(holding);
    yield it.chain("is", holding, mask);
  }
  const rules = new Map(it.facts.sights.filter((sight) => sight[0] === holding && it.isSpecial(sight)).map((sight) => [sight[1], it.source(sight)]));
  const groups = new Map([["", [null, []]]]);
  for (const [cell] of links) {
    const rule = rules.get(cell);
    const key = rule ? keyOf(rule) : "";
    const [, cells] = groups.get(key) ?? groups.set(key, [rule, []]).get(key);
    cells.push(cell);
  }
  for (const [rule, cells] of groups.values()) {
    if (!cells.length) continue;
    const lost = losesIn(it, cells, mask);
    yield rule ? it.phrase("lost_by", { lost, by: it.words.unit(rule) }) : lost;
  }
}

const losesIn = (it, cells, mask) => it.phrase(cells.length === 1 ? "cell_loses" : "cells_lose", { cells: it.words.cells(cells), digits: it.words.runs(mask) });

const SUBSETS = ["pair", "triple", "quadruple"];
const each = (names, sentence) => Object.fromEntries(names.map((name) => [name, sentence]));

const SENTENCES = {
  "full-house": saying("last_empty"),
  "naked-single": saying("naked_single"),
  "hidden-single": saying("hidden_single"),
  ...each(["locked-candidates", "seen-by-all-places"], locked),
  ...each(SUBSETS.map((size) => `naked-${size}`), naked),
  ...each(SUBSETS.map((size) => `hidden-${size}`), saying("hidden", "hidden_short")),
  ...each(["x-wing", "swordfish", "jellyfish"], fish),
  ...each(["rule", "rule in units", "ways-to-fill-a-rule"], rule),
  "rules-together": rulesTogether,
  "ways-to-fill-rules": rulesTogether,
  "sum-parity": parity,
  "needed digit": needed,
  "rule-of-45": unitSum,
  ...each(["turbot-fish", "x-chain", "xy-wing", "xy-chain", "aic"], chain),
  ...each(["contradiction-chain", "contradiction-net"], contradiction),
  "ways-to-fill-a-unit": waysInUnit,
  "law-of-leftovers": leftovers,
  "finned-fish": finned,
  "all-rules": saying("all_rules"),
};
