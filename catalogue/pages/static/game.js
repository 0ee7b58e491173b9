// A puzzle being solved: digits, marks, what can be undone, and all of it kept in the browser.

import { SYMBOLS } from "./shape.js";

const PREFIX = "board-catalogue/play/";
const MOST_KEPT = 100; // puzzles
const MOST_MOVES = 2000; // of a puzzle that can be undone after the page was left

export class Game {
  // The clues are values, 0 for an empty cell. A game that the browser has kept continues.
  // `about` has what the page says of it: its level, its day.
  constructor(shape, clues, name, about = {}) {
    this.shape = shape;
    this.clues = clues;
    const puzzle = [shape.blocks, clues.map((value) => SYMBOLS[value]).join(""), ...(shape.rules ? [shape.rules.constraints] : [])];
    this.key = PREFIX + puzzle.join("/");
    this.onchange = () => {};
    const none = clues.map(() => 0);
    this.name = name;
    this.level = about.level ?? null;
    this.day = about.day ?? null;
    this.kind = about.kind ?? ""; // names of rules
    this.words = about.words ?? ""; // the same for people
    this.size = shape.size;
    this.address = `/play${location.search}`;
    this.hints = 0; // that a person has looked at
    this.steps = 0; // that a person has taken from hints
    this.spent = { 0: 0 }; // milliseconds before the puzzle was started again
    this.at = { 0: 0 }; // milliseconds before the last move
    this.now = () => this.elapsed;
    this.snapshots = {}; // positions as static/share.js packs them, by their names
    this.values = [...clues];
    this.corner = [...none];
    this.centre = [...none];
    this.removed = [...none]; // candidates that a person took away while they are automatic
    this.colours = [...none]; // masks, bit 0 for colour 1
    this.lines = {}; // 1 for each line between the middles of two cells, such as "3-4"
    this.auto = false;
    this.elapsed = 0; // milliseconds
    this.solved = false;
    this.past = [];
    this.future = [];
    this.version = null; // of the moves that the browser keeps
    this.refresh();
    addEventListener("storage", (event) => {
      if (event.key === this.key && this.refresh()) this.onchange();
    });
  }

  // Take several steps, as `take`, but one move.
  takeAll(steps) {
    const before = this.past.length;
    for (const step of steps) this.take(step);
    const moves = this.past.splice(before);
    if (moves.length) this.past.push(moves.flat());
    this.#changed();
  }

  // Take over the moves that another tab has made since; returns whether there are any.
  refresh() {
    const state = withColours(kept(this.key));
    this.elapsed = Math.max(this.elapsed, state.elapsed ?? 0);
    if (!state.version || state.version === this.version) return false;
    const { elapsed, when, name, level, day, address, ...moves } = state;
    Object.assign(this, moves);
    return true;
  }

  // --- Questions --------------------------------------------------------------------------------------------

  // The candidates that a person has in a cell: 0 for no marks.
  candidates(cell) {
    if (this.values[cell]) return 0;
    return this.auto ? this.shape.candidates(this.values, cell) & ~this.removed[cell] : this.centre[cell];
  }

  // Milliseconds since the puzzle was begun, or started again.
  get time() {
    return Math.max(0, this.elapsed - this.spent[0]);
  }

  get isFull() {
    return !this.values.includes(0);
  }

  // --- Moves ------------------------------------------------------------------------------------------------

  // Enter a digit in cells; if all have it already, take it away.
  enter(cells, digit) {
    this.refresh();
    const open = cells.filter((cell) => !this.clues[cell]);
    const value = open.every((cell) => this.values[cell] === digit) ? 0 : digit;
    this.#do(open.flatMap((cell) => [["values", cell, value], ...this.#seenMarks(cell, value)]));
  }

  // Add a mark, "corner" or "centre", to empty cells; if all have it already, take it away.
  mark(kind, cells, digit) {
    this.refresh();
    const bit = 1 << (digit - 1);
    const empty = cells.filter((cell) => !this.values[cell]);
    if (kind === "centre" && this.auto) {
      const open = empty.filter((cell) => this.shape.candidates(this.values, cell) & bit);
      const gone = open.every((cell) => this.removed[cell] & bit);
      this.#do(open.map((cell) => ["removed", cell, gone ? this.removed[cell] & ~bit : this.removed[cell] | bit]));
    } else {
      const all = empty.every((cell) => this[kind][cell] & bit);
      this.#do(empty.map((cell) => [kind, cell, all ? this[kind][cell] & ~bit : this[kind][cell] | bit]));
    }
  }

  // Give cells a colour beside those that they have; if all have it already, take it away.
  paint(cells, colour) {
    this.refresh();
    const bit = 1 << (colour - 1);
    const all = cells.every((cell) => this.colours[cell] & bit);
    this.#do(cells.map((cell) => ["colours", cell, all ? this.colours[cell] & ~bit : this.colours[cell] | bit]));
  }

  // Draw lines between neighbours of a way through cells, as one move; if all are there already, take them away.
  draw(way) {
    this.refresh();
    const names = way.slice(1).map((cell, place) => [Math.min(cell, way[place]), Math.max(cell, way[place])].join("-"));
    const all = names.every((name) => this.lines[name]);
    this.#do(names.map((name) => ["lines", name, all ? 0 : 1]));
  }

  // Make every candidate that breaks no rule a centre mark, once.
  fillIn() {
    this.refresh();
    const empty = [...this.values.keys()].filter((cell) => !this.values[cell]);
    this.#do(empty.map((cell) => ["centre", cell, this.shape.candidates(this.values, cell)]));
  }

  // Take over a position from an address, or one of this game, as one move.
  load(position, isOwn = false) {
    this.refresh();
    const fits = this.clues.every((clue, cell) => !clue || clue === position.values[cell]);
    if (!fits) return;
    if (!isOwn) this.steps++; // somebody else's, perhaps
    this.auto = position.auto;
    const lines = Object.keys({ ...this.lines, ...position.lines }).map((name) => ["lines", name, position.lines[name] ?? 0]);
    this.#do(
      ["values", "corner", "centre", "removed", "colours"]
        .flatMap((kind) => position[kind].map((after, cell) => [kind, cell, after]))
        .concat(lines),
    );
  }

  // Take the digits out of cells; if none has one, their marks; if they have none, their colours.
  erase(cells) {
    this.refresh();
    const open = cells.filter((cell) => !this.clues[cell]);
    const marks = ["corner", "centre", "removed"];
    const has = (kinds) => open.some((cell) => kinds.some((kind) => this[kind][cell]));
    const kinds = [["values"], marks].find(has) ?? ["colours"];
    this.#do((kinds[0] === "colours" ? cells : open).flatMap((cell) => kinds.map((kind) => [kind, cell, 0])));
  }

  // Take a step of a hint: place its digit, remove its eliminations from the candidates.
  take(step) {
    this.refresh();
    this.steps++;
    if (step.placement) {
      const [cell, digit] = step.placement;
      this.#do([["values", cell, digit], ...this.#seenMarks(cell, digit)]);
      return;
    }
    const kind = this.auto ? "removed" : "centre";
    const left = new Map();
    for (const [cell, digit] of step.eliminations) {
      const before = left.get(cell) ?? (this.auto ? this.removed[cell] : this.centre[cell] || this.shape.candidates(this.values, cell));
      const bit = 1 << (digit - 1);
      left.set(cell, this.auto ? before | bit : before & ~bit);
    }
    this.#do([...left].map(([cell, mask]) => [kind, cell, mask]));
  }

  // The clock begins again too; undo gives it back.
  restart(elapsed) {
    this.refresh();
    this.#do(
      this.clues.flatMap((clue, cell) =>
        [["values", clue], ["corner", 0], ["centre", 0], ["removed", 0], ["colours", 0]].map(([kind, after]) => [kind, cell, after]),
      ).concat(Object.keys(this.lines).map((name) => ["lines", name, 0]), [["spent", 0, elapsed]]),
    );
  }

  // Keep the position under a name; without one, or with none, forget it.
  snap(name, position) {
    this.refresh();
    const { [name]: _, ...others } = this.snapshots;
    this.snapshots = position ? { ...others, [name]: position } : others;
    this.#changed();
  }

  setAuto(auto) {
    this.refresh();
    this.auto = auto;
    this.#changed();
  }

  undo() {
    this.refresh();
    this.#again(this.past, this.future, 2);
  }

  redo() {
    this.refresh();
    this.#again(this.future, this.past, 3);
  }

  // The marks of the peers that a digit rules out, unless it contradicts another one itself.
  #seenMarks(cell, digit) {
    const bit = digit ? 1 << (digit - 1) : 0;
    if (!(this.shape.candidates(this.values, cell) & bit)) return [];
    return this.shape.peers[cell].flatMap((peer) =>
      ["corner", "centre"].flatMap((kind) => (this[kind][peer] & bit ? [[kind, peer, this[kind][peer] & ~bit]] : [])),
    );
  }

  // A move: changes [kind, cell, after], kept as [kind, cell, before, after].
  #do(changes) {
    const move = [];
    for (const [kind, cell, after] of changes) {
      const before = this[kind][cell] ?? 0;
      if (before === after) continue;
      move.push([kind, cell, before, after]);
      this[kind][cell] = after;
    }
    if (!move.length) return;
    move.push(["at", 0, this.at[0], (this.at[0] = Math.round(this.now()))]);
    this.past.push(move);
    this.future = [];
    this.#changed();
  }

  #again(from, to, which) {
    const move = from.pop();
    if (!move) return;
    for (const change of which === 2 ? [...move].reverse() : move) this[change[0]][change[1]] = change[which];
    to.push(move);
    this.#changed();
  }

  #changed() {
    this.#mark();
    this.keep();
    this.onchange();
  }

  // --- Kept in the browser ----------------------------------------------------------------------------------

  // Keep the time alone; the moves stay those that this tab or another one made last.
  keepTime(elapsed) {
    this.elapsed = elapsed;
    const state = kept(this.key);
    if (!(elapsed > state.elapsed)) return;
    try {
      localStorage.setItem(this.key, JSON.stringify({ ...state, elapsed }));
    } catch {
      // Full: the time is kept with the next move.
    }
  }

  countHint() {
    this.refresh();
    this.hints++;
    this.#mark();
    this.keep();
  }

  #mark() {
    this.version = crypto.randomUUID?.() ?? `${Date.now()} ${Math.random()}`; // only https and this machine have the first
  }

  keep() {
    const { name, level, day, address, hints, steps, spent, at, values, corner, centre, removed, colours, lines, auto, elapsed, solved, future, snapshots, version } = this;
    const past = this.past.slice(-MOST_MOVES);
    const board = { values, corner, centre, removed, colours, lines, spent, at };
    const state = { name, level, day, address, hints, steps, ...board, auto, elapsed, solved, past, future, snapshots, version, when: Date.now() };
    try {
      localStorage.setItem(this.key, JSON.stringify(state));
    } catch {
      forget(1); // full: the oldest puzzle makes room
      try {
        localStorage.setItem(this.key, JSON.stringify({ ...state, past: [], future: [] }));
      } catch {
        // A browser that keeps nothing: the game goes on in this page.
      }
    }
    forget(keys().length - MOST_KEPT);
  }
}

// An earlier version kept one colour a cell, as a number.
function withColours({ colour, ...state }) {
  if (!colour) return state;
  const mask = (number) => number && 1 << (number - 1);
  const known = (moves) => moves.map((move) => move.map((change) => (change[0] === "colour" ? ["colours", change[1], ...change.slice(2).map(mask)] : change)));
  return { ...state, colours: colour.map(mask), past: known(state.past ?? []), future: known(state.future ?? []) };
}

// The games that the browser keeps, the latest first.
export function keptGames() {
  return keys()
    .map((key) => ({ key, ...puzzleOf(key), ...kept(key) }))
    .sort((one, other) => (other.when ?? 0) - (one.when ?? 0));
}

// The part of the key of a game that is its puzzle; null for the key of something else.
export function puzzleText(key) {
  return key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null;
}

// The puzzle that the key of a game holds, as an address names it.
export function puzzleOf(key) {
  const [blocks, puzzle, ...constraints] = key.slice(PREFIX.length).split("/");
  return { puzzle, ...(constraints.length ? { constraints: constraints.join("/") } : { blocks }) };
}

function keys() {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
}

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function forget(count) {
  if (count > 0) for (const game of keptGames().slice(-count)) localStorage.removeItem(game.key);
}
