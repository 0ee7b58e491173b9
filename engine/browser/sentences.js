// Steps in words: the templates of a language, filled as engine/words.py and engine/paths/sentences.py fill them.

import { DIGITS } from "./shape.js";
import { CELL, ascending, isWithin, unique } from "./position.js";

/** The words of a language on boards of a shape. `tables` are those of engine/languages. */
export class Words {
  constructor(tables, shape) {
    Object.assign(this, { tables, shape });
  }

  say(table, name, places = {}) {
    return this.tables[table][name].replace(/\{(\w+)\}/g, (_, place) => {
      if (places[place] === undefined) throw new Error(`${table}.${name} lacks ${place}`);
      return places[place];
    });
  }

  /** Words in a row, with a conjunction of the table `lists` before the last. */
  listed(words, conjunction = "and") {
    const { comma, [conjunction]: between } = this.tables.lists;
    if (words.length < 2) return words[0] ?? "";
    if (conjunction === "either") return words.join(between).replaceAll(comma, between);
    if (conjunction === "comma" || conjunction === "next") return words.join(between);
    const last = words.at(-1);
    const name = conjunction === "or" && /^(8|11)/.test(last) ? "or_eight" : conjunction;
    return this.say("lists", name, { first: words.slice(0, -1).join(comma), last });
  }

  digits(digits) {
    return this.listed(digits.map((digit) => DIGITS[digit]));
  }

  cells(cells, conjunction) {
    return this.listed(cells.map((cell) => this.shape.cellName(cell)), conjunction);
  }

  unit(unit) {
    return this.say("units", this.shape.kind(unit), { number: this.shape.number(unit) });
  }

  units(units) {
    return this.listed(units.map((unit) => this.unit(unit)));
  }

  /** Units of one kind, such as "rows 1 and 2". */
  together(units) {
    if (units.length === 1) return this.unit(units[0]);
    return this.say("units", `${this.shape.kind(units[0])}s`, { numbers: this.listed(units.map((unit) => String(this.shape.number(unit)))) });
  }

  /** Why a link holds that is no place in a cell or unit. */
  reason({ kind }) {
    return (this.tables.code !== "en" && this.tables.techniques[kind]) || kind;
  }

  title({ technique, shape }) {
    const inLines = shape.rows === 1 && technique.startsWith("hidden-single");
    return this.tables.techniques[inLines ? "hidden-single" : (SCORED_NAMES[technique] ?? technique)];
  }

  /** What a technique is; those of ratings have meanings of their own in English alone. */
  meaning({ technique, rating }, rated) {
    return rating !== undefined && this.tables.code === "en" ? rated[technique] : this.tables.meanings[SCORED_NAMES[technique] ?? technique];
  }
}

/** A step in one sentence. */
export function sentenceOf(step, words) {
  const { reason, isSaid } = step.rating === undefined ? { reason: scored(step, words) } : rated(step, words);
  const text = isSaid ? reason : words.say("results", "so", { reason, result: resultOf(step, words) });
  if (step.rating !== undefined && step.links) return words.say("results", "sentence_of_links", { text, links: step.links });
  return words.say("results", "sentence", { text });
}

/** What fills the places of most templates. */
function knownOf(step, words) {
  const ofRole = (role) => words.cells(step.parts.filter((part) => part.role === role).flatMap((part) => part.cells));
  return {
    cells: words.cells(step.cells),
    digits: words.digits(step.digits),
    digit: words.digits(step.digits.slice(0, 1)),
    units: words.units(step.where.slice(1, 2)),
    pivot: ofRole("pivot"),
    pincers: ofRole("pincer"),
    ...(step.where.length && { unit: words.unit(step.where[0]) }),
    ...(step.placement && { cell: words.cells(step.placement.slice(0, 1)), digit: DIGITS[step.placement[1]] }),
  };
}

/** The digit of a cell, or the candidates that go: digits that go from the same cells together. */
function resultOf(step, words) {
  if (step.placement) return words.say("results", "placed", knownOf(step, words));
  const digitsOf = new Map();
  for (const digit of unique(step.eliminations.map((spot) => spot[1])).sort(ascending)) {
    const cells = step.eliminations.filter((spot) => spot[1] === digit).map(([cell]) => cell);
    const [, digits] = digitsOf.get(String(cells)) ?? digitsOf.set(String(cells), [cells, []]).get(String(cells));
    digits.push(digit);
  }
  const parts = [...digitsOf.values()].map(([cells, digits], place) => {
    const name = place ? "removed_too" : digits.length === 1 ? "removed_one" : "removed_many";
    return words.say("results", name, { digits: words.digits(digits), cells: words.cells(cells) });
  });
  return words.listed(parts, "clauses");
}

const each = (names, template) => Object.fromEntries(names.map((name) => [name, template]));

// --- Steps of ratings ---

const RATED = {
  "last-value": "last_value",
  "naked-single": "only_candidate",
  ...each(["hidden-single-block", "hidden-single-line", "hidden-pair", "hidden-triplet", "hidden-quad"], "only_in_cells"),
  ...each(["direct-pointing", "direct-claiming"], "direct_locked"),
  ...each(["direct-hidden-pair", "direct-hidden-triplet"], "direct_hidden"),
  ...each(["pointing", "claiming", "x-wing", "swordfish", "jellyfish"], "only_in_units"),
  ...each(["naked-pair", "naked-triplet", "naked-quad"], "only_candidates"),
  "xy-wing": "xy_wing",
  "xyz-wing": "xyz_wing",
  ...each(["unique-rectangle", "unique-loop"], "two_ways"),
  ...each(["bug-1", "bug-2", "bug-3", "bug-4"], "bug"),
  ...each(["aligned-pair-exclusion", "aligned-triplet-exclusion"], "exclusion"),
};
const ENDING_IN_A_PLACE = ["last_value", "only_candidate", "direct_locked", "direct_hidden"];
const RATED_CHAINS = { ...each(["x-cycle", "y-cycle", "xy-cycle"], "cycle"), ...each(["x-chain", "forcing-chain"], "follows") };

function rated(step, words) {
  const { technique } = step;
  const chain = RATED_CHAINS[technique];
  if (chain) return { reason: inChain(chain, step.chains[0].map((link) => saidLink(link, words, "in_one_of", "in_none_of")), words) };
  const name = RATED[technique];
  if (!name) return { reason: startOfBranches(step, words) };
  const places = { ...knownOf(step, words), ...unitsOf(step, words) };
  const isHidden = technique.startsWith("hidden-single");
  if (isHidden) Object.assign(places, { digits: places.digit, cells: places.cell });
  return { reason: words.say("reasons", name, places), isSaid: isHidden || ENDING_IN_A_PLACE.includes(name) };
}

/** The units of a rated step, if they are not said in their order. */
function unitsOf({ technique, where, cells, eliminations, parts, shape }, words) {
  const { units } = shape;
  const inOrder = (some, isLater) => [...some.filter((unit) => !isLater(unit)), ...some.filter(isLater)];
  const said = (inner, outer) => ({ unit: words.unit(inner), units: words.unit(outer) });
  if (technique === "direct-pointing" || technique === "direct-claiming") {
    const [one, two, other] = inOrder(where, (unit) => !isWithin(cells, units[unit]));
    const meetsOther = (unit) => units[unit].some((cell) => units[other].includes(cell));
    return { ...said(...inOrder([one, two], meetsOther)), other: words.unit(other) };
  }
  if (technique === "pointing" || technique === "claiming") {
    return said(...inOrder(where, (unit) => units[unit].includes(eliminations[0][0])));
  }
  if (!["x-wing", "swordfish", "jellyfish"].includes(technique)) return {};
  return { unit: words.together(parts[0].where), units: words.together(parts[1].where) };
}

/** The assumptions that chains start from: the places in a unit, the candidates of a cell, or one candidate. */
function startOfBranches(step, words) {
  const start = String([step.cells[0], step.digits[0]]);
  const ofOne = start === String(step.placement) ? "if_not" : step.eliminations.some((spot) => String(spot) === start) ? "if_so" : "either_way";
  const name = step.technique === "nishio" ? "nishio" : step.where.length ? "every_place" : step.digits.length > 1 ? "every_candidate" : ofOne;
  return words.say("chains", name, { ...knownOf(step, words), cell: words.cells(step.cells), digit: words.digits(step.digits) });
}

// --- Steps of scores ---

const SIZES = ["pair", "triple", "quadruple"];
const SCORED = {
  "full-house": "full_house",
  "naked-single": "one_left",
  "hidden-single": "no_other_place",
  "brute-force": "brute_force",
  ...each(["pointing", "claiming"], "only_in_units"),
  ...each(SIZES.flatMap((size) => [`locked-${size}`, `naked-${size}`]), "only_candidates"),
  ...each(SIZES.map((size) => `hidden-${size}`), "only_in_cells"),
  "bug-plus-1": "bug",
  "xy-wing": "scored_xy_wing",
  "xyz-wing": "scored_xyz_wing",
};

function scored(step, words) {
  const base = step.parts.find((part) => part.role === "base");
  return base ? fish(step, base, words) : step.chains.length ? ofChains(step, words) : ofPattern(step, words);
}

function ofPattern(step, words) {
  const { technique, parts, digits, where } = step;
  const known = knownOf(step, words);
  const reason = (name, places) => words.say("reasons", name, { ...known, ...places });
  const name = SCORED[technique];
  if (name) return reason(name, technique.startsWith("locked") ? { unit: words.units(where) } : {});
  const [one, two, three] = parts;
  switch (technique) {
    case "skyscraper":
    case "two-string-kite": {
      const [tips, ends] = [0, 1].map((place) => words.cells([one.cells[place], two.cells[place]]));
      return reason("two_strong", { first: words.unit(one.where[0]), second: words.unit(two.where[0]), ends, tips });
    }
    case "empty-rectangle": {
      const strong = { cells: words.cells(two.cells), strong: words.unit(two.where[0]) };
      return reason("empty_rectangle", { unit: words.unit(one.where[0]), lines: words.units(where.slice(1, 3)), ...strong });
    }
    case "w-wing": {
      const linked = { linked: words.digits(three.digits), cells: words.cells(three.cells, "or") };
      return reason("w_wing", { pair: known.pincers, digits: words.digits(one.digits), ...linked });
    }
    case "sue-de-coq": {
      const [crossing, first, second] = parts.map((part) => words.cells(part.cells));
      const count = unique(parts.flatMap((part) => part.cells)).length;
      return reason("sue_de_coq", { crossing, first, second, count, line: words.unit(two.where[0]), block: words.unit(three.where[0]) });
    }
    case "death-blossom": {
      const sets = digits.map((digit, place) => reason("death_blossom_set", { digit: words.digits([digit]), cells: words.cells(parts[place + 1].cells) }));
      return reason("death_blossom", { cell: known.cells, sets: words.listed(sets, "clauses") });
    }
  }
  if (technique.startsWith("als-")) return setsOf(parts, words);
  return /^(simple|multi)-colors/.test(technique) ? colors(technique, known.digits, parts, words) : rectangle(technique, known, parts, words);
}

/** A fish with its fins, and the start of the chains of a kraken fish. */
function fish({ technique, parts, chains }, base, words) {
  const [, cover, ...fins] = parts;
  let text = words.say("reasons", "only_in_units", { unit: words.units(base.where), digits: words.digits(base.digits), units: words.units(cover.where) });
  for (const { role, cells } of fins) {
    const name = role === "endo-fin" ? "endo_fins" : cells.length === 1 ? "fin" : "fins";
    text = words.say("reasons", name, { fish: text, cells: words.cells(cells, "or") });
  }
  if (!chains.length) return text;
  const starts = chains.map(([start]) => start);
  const name = technique === "kraken-fish-1" ? "kraken_1" : "kraken_2";
  return words.say("reasons", name, { fish: text, cells: words.cells(starts.map(({ cell }) => cell), "or"), digit: words.digits([starts[0].digit]) });
}

function setsOf(parts, words) {
  const sets = parts.filter((part) => part.role === "set");
  const shared = unique(parts.filter((part) => part.role === "common").map((part) => part.digits[0]));
  const named = sets.map(({ cells, digits }) => {
    return words.say("reasons", cells.length === 1 ? "set_one" : "set_many", { cells: words.cells(cells), digits: words.digits(digits) });
  });
  const name = sets.length === 2 ? "two_sets" : "more_sets";
  return words.say("reasons", name, { sets: words.listed(named, "clauses"), digits: words.digits(shared) });
}

function colors(technique, digit, parts, words) {
  const pairs = parts.flatMap((one, place) => {
    if (place % 2) return [];
    return [words.say("reasons", "either", { first: words.cells(one.cells), second: words.cells(parts[place + 1].cells) })];
  });
  const text = words.say("reasons", "colors", { digit, pairs: words.listed(pairs, "clauses") });
  if (technique === "simple-colors-trap") return text;
  const name = { "simple-colors-wrap": "colors_wrap", "multi-colors-1": "colors_1" }[technique] ?? "colors_2";
  return words.say("reasons", name, { colors: text });
}

function rectangle(technique, known, parts, words) {
  const two_ways = words.say("reasons", technique.startsWith("avoidable") ? "two_ways_filled" : "two_ways", known);
  const [extras, sets] = ["extra", "set"].map((role) => parts.filter((part) => part.role === role));
  switch (technique) {
    case "uniqueness-2":
    case "uniqueness-5":
      return words.say("reasons", "two_ways_extra", { two_ways, cells: words.cells(extras.flatMap(({ cells }) => cells), "or"), digit: words.digits(extras[0].digits) });
    case "uniqueness-3":
      return words.say("reasons", "two_ways_locked", { two_ways, cells: words.cells(sets[0].cells) });
    case "uniqueness-4":
    case "uniqueness-6":
    case "hidden-rectangle":
      return words.say("reasons", "two_ways_strong", { two_ways });
  }
  return two_ways;
}

function ofChains({ technique, chains }, words) {
  const said = (link) => saidLink(link, words, "one_is", "none_is");
  const [starts, ends] = [0, -1].map((place) => {
    const links = chains.map((branch) => branch.at(place));
    return [...new Map(links.map((link) => [String([link.cells ?? link.cell, link.digit, link.holds]), link])).values()].map(said);
  });
  if (technique.endsWith("contradiction")) return words.say("chains", "impossible", { start: starts[0], links: words.listed(ends, "clauses") });
  if (technique.endsWith("verity")) return words.say("chains", "verity", { starts: words.listed(starts, "either") });
  if (technique === "remote-pair") {
    const [cells, digits] = ["cell", "digit"].map((name) => unique(chains[0].map((link) => link[name])));
    return words.say("chains", "remote_pair", { cells: words.cells(cells), digits: words.digits(digits.sort(ascending)) });
  }
  const isDiscontinuous = technique.includes("discontinuous");
  const isLoop = technique.endsWith("continuous-nice-loop") && !isDiscontinuous;
  return inChain(isLoop ? "loop" : isDiscontinuous ? "follows" : "ends", chains[0].map(said), words);
}

// --- Chains ---

const inChain = (name, [start, ...rest], words) => words.say("chains", name, { start, links: words.listed(rest, "clauses") });

/** A link: a cell, or one of several cells, holds a digit or does not. */
function saidLink({ cell, cells = [cell], digit, holds }, words, oneOf, noneOf) {
  const places = { digit: words.digits([digit]) };
  if (cells.length === 1) return words.say("chains", holds ? "is" : "is_not", { cell: words.cells(cells), ...places });
  return words.say("chains", holds ? oneOf : noneOf, { cells: words.cells(cells, "or"), ...places });
}

// --- What stands beside a step ---

const SINGLES = ["full-house", "last-value", "naked-single", "hidden-single", "hidden-single-block", "hidden-single-line"];
const SUBSETS = ["naked", "hidden"].flatMap((kind) => [[`${kind}-triplet`, `${kind}-triple`], [`${kind}-quad`, `${kind}-quadruple`]]);
const SCORED_NAMES = { "last-value": "full-house", "bug-1": "bug-plus-1", ...Object.fromEntries(SUBSETS) };

export const isSingle = ({ technique, placement }) => Boolean(placement) && SINGLES.includes(technique);

/** Where to look for a step, what its technique is and what it is worth, and its branches if its sentence does not name every link. */
export function toldOf(step, words, rated) {
  const { technique, rating, score, level, where, cells, placement, chains, shape } = step;
  const { tables } = words;
  const { decimal, thousands, comma } = tables.lists;
  const first = cells.length ? cells : placement ? placement.slice(0, 1) : chains.flat().slice(0, 1).map(({ cell }) => cell);
  const places = where.length ? where.map((unit) => words.unit(unit)) : (first.length ? first : [0]).map((cell) => shape.cellName(cell));
  const unfolds = chains.length > 1 || chains.flat().some((link) => link.nested) || technique.startsWith("contradiction-");
  return {
    where: words.say("results", "look", { places: places.join(comma) }),
    look: { units: where.map((unit) => shape.unitName(unit)), cells: where.length ? [] : first },
    title: words.title(step),
    worth: rating === undefined
      ? words.say("results", "score", { score: String(score).replace(/\B(?=(\d{3})+$)/g, thousands), level: tables.levels[level] })
      : words.say("results", "rated", { rating: (rating / 10).toFixed(1).replace(".", decimal) }),
    meaning: words.meaning(step, rated).replace(/\.$/, ""),
    is_single: isSingle(step),
    branches: unfolds ? branchesIn(chains, words) : [],
  };
}

function branchesIn(branches, words) {
  const said = (link) => saidLink(link, words, "in_one_of", "in_none_of");
  return branches.map(([first, ...links], number) => ({
    question: words.say("chains", "branch", { number: number + 1, count: branches.length, start: said(first) }),
    links: links.map((link) => ({
      text: words.say("chains", "link", { link: said(link), reason: reasonOf(link, words) }),
      nested: link.nested ? branchesIn(link.nested.branches, words) : [],
    })),
  }));
}

/** Why a link holds, with the numbers of those that it follows from. */
function reasonOf(link, words) {
  const { after, nested, kind, holds, where } = link;
  const say = (name, places) => words.say("chains", name, { links_before: words.listed([...after].sort(ascending).map((place) => String(place + 1))), ...places });
  if (nested) return say("nested", { links: nested.links });
  if (kind === "als") return say("locked_set");
  if (kind !== "weak" && kind !== "strong") return say("technique", { technique: words.reason(link) });
  return say(`${holds ? "last" : "not"}_in_${where === CELL ? "cell" : "unit"}`, { unit: where === null || where === CELL ? "" : words.unit(where) });
}
