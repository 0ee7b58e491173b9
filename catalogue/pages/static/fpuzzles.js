// Drafts as f-puzzles keeps puzzles, in its JSON and its links, which SudokuPad opens too: what a tab can write and read by itself.
// Which rule has which field the table of tools says; engine/rules/named/fields.py knows the same forms.

import { askedOf, draftFrom, emptyDraft, usualRegions } from "./draft.js";
import { compressed, decompressed } from "./lz.js";
import { phrase } from "./phrases.js";
import { cellAt, lineThrough, made, placeBefore, placeOf } from "./tools.js";

const LETTERS = "ABCDEFGHIJKLMNOP";
const LINK = /(?:[?&]load=|(?:^|[/=?])(?:fpuzzles|fpuz))([^&#]+)/;
const SIGNS = { "/": "diagonal+", "\\": "diagonal-" };
const ABOUT = ["size", "title", "author", "ruleset", "grid", "solution", "negative", "nonconsecutive", "highlightConflicts", "disabledlogic", "truecandidatesoptions", "successMessage", "metadata", ...Object.values(SIGNS)];

const cut = () => new Error(phrase("This text is cut, or it is something else."));

class Names {
  constructor(size) {
    this.size = size;
  }

  name(cell) {
    const [row, column] = placeOf(cell, this.size);
    return `R${row + 1}C${column + 1}`;
  }

  /** The place beside the board from which a clue looks along a line. */
  before(line) {
    const [row, column] = placeBefore(line, this.size);
    return `R${row + 1}C${column + 1}`;
  }

  place(name) {
    const found = /^R(-?\d{1,2})C(-?\d{1,2})$/i.exec(name);
    if (!found) throw cut();
    return [Number(found[1]) - 1, Number(found[2]) - 1];
  }

  cells(names = []) {
    const cells = names.map((name) => cellAt(...this.place(name), this.size));
    if (cells.includes(-1)) throw cut();
    return cells;
  }

  /** The row or column that a clue beside the board looks along. */
  line(name) {
    const [row, column] = this.place(name);
    const near = (at) => Math.min(Math.max(at, 0), this.size - 1);
    const first = cellAt(near(row), near(column), this.size);
    const [down, right] = [near(row) - row, near(column) - column];
    if (Math.abs(down) + Math.abs(right) !== 1) throw cut();
    return lineThrough([first, first + down * this.size + right], this.size, false);
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw cut();
  }
}

function numberIn(value) {
  if (value === undefined || value === null || value === "") return null;
  if (!/^-?\d{1,9}$/.test(value)) throw cut();
  return Number(value);
}

// Marks of a use, and the cells of each use that a mark means.
const PLACED = {
  lines: [({ cells }, to) => [{ lines: [cells.map((cell) => to.name(cell))] }], (one, to) => one.lines.map((line) => to.cells(line))],
  cells: [({ cells }, to) => [{ cells: cells.map((cell) => to.name(cell)) }], (one, to) => [to.cells(one.cells)]],
  each_cell: [({ cells }, to) => cells.map((cell) => ({ cell: to.name(cell) })), (one, to) => [to.cells([one.cell])]],
  clues: [({ cells }, to) => [{ cell: to.before(cells) }], (one, to) => [to.line(one.cell)]],
  clues_of_diagonals: [({ cells }, to) => [{ cells: cells.map((cell) => to.name(cell)), cell: to.before(cells) }], (one, to) => [to.cells(one.cells)]],
};
PLACED.cells_alone = PLACED.cells;

/** @param {any[]} placed */
function marks([write, read], hasNumber) {
  return {
    write: (use, to) => write(use, to).map((mark) => ({ ...mark, ...(use.value !== null && { value: String(use.value) }) })),
    read: (one, to) => read(one, to).map((cells) => ({ cells, value: hasNumber ? numberIn(one.value) : null })),
  };
}

// Of the fields of one rule or two.
const FORMS = {
  ...Object.fromEntries(Object.entries(PLACED).map(([form, placed]) => [form, marks(placed, !["each_cell", "cells_alone"].includes(form))])),
  digits_on_corners: {
    write: ({ cells, value }, to) => [{ cells: cells.map((cell) => to.name(cell)), values: value }],
    read: (one, to) => [{ cells: to.cells(one.cells), value: one.values.map(numberIn) }],
  },
  LETTERS: {
    write: ({ rule, cells }, to) => [{ cells: cells.map((cell) => to.name(cell)), value: rule.toUpperCase() }],
    read: (one, to) => [{ rule: String(one.value).toLowerCase(), cells: to.cells(one.cells) }],
  },
  ARROWS: {
    write({ cells, value }, to) {
      const names = cells.map((cell) => to.name(cell));
      const pill = value ?? 1;
      return [{ cells: names.slice(0, pill), lines: [[names[pill - 1], ...names.slice(pill)]] }];
    },
    read(one, to) {
      const circle = to.cells(one.cells);
      const shafts = one.lines.map((line) => to.cells(line).filter((cell) => !circle.includes(cell)));
      const isPill = circle.length > 1;
      return shafts.map((shaft) => ({ rule: isPill ? "pill arrow" : "arrow", cells: [...circle.sort((a, b) => a - b), ...shaft], value: isPill ? circle.length : null }));
    },
  },
  CLONES: {
    write: ({ groups: [first, second] }, to) => [{ cells: first.map((cell) => to.name(cell)), cloneCells: second.map((cell) => to.name(cell)) }],
    read: (one, to) => [{ groups: [to.cells(one.cells), to.cells(one.cloneCells)] }],
  },
};

// Fields that are no lists of marks.
const PUT = {
  switch: (puzzle, _use, [name]) => Object.assign(puzzle, { [name]: true }),
  BOTH_DIAGONALS: (puzzle, { value }) => Object.entries(SIGNS).forEach(([sign, name]) => [null, sign].includes(value) && Object.assign(puzzle, { [name]: true })),
  PENCIL_MARKS: (puzzle, { cells, value }) => cells.forEach((cell) => (puzzle.grid.flat()[cell].givenPencilMarks = [value].flat())),
  all_given(puzzle, _use, given) {
    const [name, { apart } = {}] = typeof given[0] === "string" ? given : [null, given[0]];
    if (name) (puzzle.negative ??= []).push(name);
    if (apart) puzzle.nonconsecutive = true;
  },
};

export class FPuzzles {
  constructor(tools) {
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
    /** A rule of each field, which reads its marks. */
    this.fields = new Map();
    for (const tool of tools) if (tool.field && !PUT[tool.field[0]]) this.fields.set(fieldOf(tool), tool);
  }

  /** The JSON of a draft. An error names rules that f-puzzles does not have. */
  json(draft) {
    const { size, lowest, regions, givens, title, author } = draft;
    const { options } = askedOf(draft, () => true);
    const lacking = [...new Set(options.uses.map(({ rule }) => this.tools.get(rule)).filter(({ field }) => !field).map((tool) => tool.title))];
    if (lacking.length) throw new Error(phrase("f-puzzles does not have: {rules}. With a server SudokuPad draws them.", { rules: lacking.join(", ") }));
    if (lowest !== 1) throw new Error(phrase("f-puzzles has the digits from 1."));
    const to = new Names(size);
    const whole = options.regions.map(([first]) => regions[first]);
    const cells = givens.map((value, cell) => ({
      ...(regions !== usualRegions(size) && { region: whole.includes(regions[cell]) ? LETTERS.indexOf(regions[cell]) : null }),
      ...(value && { value, given: true }),
    }));
    const puzzle = { size, ...(title && { title }), ...(author && { author }), grid: givens.flatMap((_, cell) => (cell % size ? [] : [cells.slice(cell, cell + size)])) };
    for (const use of options.uses) {
      const tool = this.tools.get(use.rule);
      const [form, ...given] = tool.field;
      if (PUT[form]) PUT[form](puzzle, use, given);
      else (puzzle[fieldOf(tool)] ??= []).push(...FORMS[form].write({ value: null, ...use }, to));
    }
    return JSON.stringify(puzzle);
  }

  links(draft) {
    const text = encodeURIComponent(compressed(this.json(draft)));
    return { SudokuPad: `https://sudokupad.app/fpuzzles${text}`, "f-puzzles": `https://f-puzzles.com/?load=${text}` };
  }

  /** The draft of a link or of JSON, and the fields that are left out; null for a text of another kind. */
  read(text) {
    const found = LINK.exec(text);
    const json = text.startsWith("{") ? text : found ? decompressed(decoded(found[1]).replaceAll(" ", "+")) : null;
    if (json === null) {
      if (found) throw cut();
      return null;
    }
    let puzzle;
    try {
      puzzle = JSON.parse(json);
    } catch {
      if (found) throw cut();
      return null;
    }
    if (!Array.isArray(puzzle?.grid)) return null;
    try {
      return this.#draft(puzzle);
    } catch (error) {
      throw error instanceof TypeError ? cut() : error; // a field of another form
    }
  }

  #draft(puzzle) {
    const { size = 9, title = "", author = "", ruleset = "" } = puzzle;
    if (!Number.isInteger(size) || puzzle.grid.length !== size || puzzle.grid.some((row) => row.length !== size)) throw cut();
    if (size < 4 || size > 16) throw new Error(phrase("The desk has boards from 4x4 to 16x16."));
    const to = new Names(size);
    const cells = puzzle.grid.flat();
    const usual = usualRegions(size);
    const given = (cell) => (cell.given ? (numberIn(cell.value) ?? 0) : 0);
    const draft = { ...emptyDraft(size), title, author, words: ruleset, givens: cells.map(given) };
    draft.regions = cells.map(({ region }, cell) => (region === null ? "." : region === undefined ? usual[cell] ?? "." : (LETTERS[region] ?? "."))).join("");
    if (!/[^.]/.test(draft.regions)) draft.regions = "";
    const uses = cells.flatMap(({ givenPencilMarks: marks_ }, cell) => (marks_?.length ? [{ rule: "digits", cells: [cell], value: marks_.map(numberIn) }] : []));
    const left = [];
    for (const [name, value] of Object.entries(puzzle)) {
      const tool = this.fields.get(name);
      const isSwitch = [...this.tools.values()].find(({ field }) => field?.[0] === "switch" && field[1] === name);
      if (ABOUT.includes(name) || !value || (Array.isArray(value) && !value.length)) continue;
      if (isSwitch) uses.push({ rule: isSwitch.name });
      else if (tool) uses.push(...[value].flat().flatMap((one) => FORMS[tool.field[0]].read(one, to).map((use) => ({ rule: tool.name, ...use }))));
      else left.push(name);
    }
    for (const [sign, name] of Object.entries(SIGNS)) if (puzzle[name]) uses.push({ rule: "diagonal", value: sign });
    uses.push(...negative(puzzle, left).map((rule) => ({ rule })));
    const read = draftFrom({ ...draft, uses: uses.map((use) => made({ name: use.rule }, { value: null, ...use })) }, this.tools);
    if (!read) throw cut();
    return { draft: read, left };
  }
}

const fieldOf = ({ field: [form, name] }) => ({ LETTERS: "xv", ARROWS: "arrow", CLONES: "clone" })[form] ?? name;

// The rules where there is no mark: cells with a white dot are no part of "nonconsecutive" there.
function negative(puzzle, left) {
  const all = puzzle.negative ?? [];
  const has = (name) => all.includes(name);
  const isUsual = !["difference", "ratio"].some((name) => (puzzle[name] ?? []).some(({ value }) => value));
  const found = has("xv") ? ["all xv"] : [];
  const isOdd = ((has("ratio") || has("difference")) && !isUsual) || (has("difference") && !has("ratio"));
  if (isOdd || all.some((name) => !["xv", "ratio", "difference"].includes(name))) left.push("negative");
  if (!isOdd && has("ratio") && (puzzle.nonconsecutive || has("difference"))) return [...found, "all kropki"];
  if (!isOdd && has("ratio")) found.push("all ratios");
  if (puzzle.nonconsecutive) found.push(puzzle.difference?.length ? "all white dots" : "non-consecutive");
  return found;
}
