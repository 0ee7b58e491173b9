// What scripts of the page compute, without a browser: `node --test tests/catalogue/pages`.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

// What a browser has, as far as these scripts ask for it.
class Storage {
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }

  setItem(name, text) {
    this[name] = String(text);
  }

  removeItem(name) {
    delete this[name];
  }
}

Object.assign(globalThis, {
  document: { currentScript: { src: "https://example.org/static/places.js" }, documentElement: { lang: "en", dataset: {} }, getElementById: () => ({ textContent: "{}" }) },
  localStorage: new Storage(),
  location: { search: "?puzzle=x", hash: "" },
  addEventListener: () => {},
});

const from = (name) => import(new URL(`../../../catalogue/pages/static/${name}.js`, import.meta.url));
const { Game, keptGames } = await from("game");
const history = await from("history");
const { packed, unpacked } = await from("share");
const { Shape, digitsOf, listed } = await from("rules");
const { Position } = await from("position");
const { address } = await from("places");
const { spelled } = await from("clock");

const CLUES = "3..1......4..2..";
const SHAPE = new Shape(4, "2x2");
const started = () => new Game(SHAPE, [...CLUES].map((symbol) => Math.max(0, ".1234".indexOf(symbol))), "A puzzle", { level: "easy" });

beforeEach(() => {
  globalThis.localStorage = new Storage();
});

// --- Moves ------------------------------------------------------------------------------------------------------

test("a digit takes the marks of its peers, and undo gives all back", () => {
  const game = started();
  game.mark("corner", [1, 2], 4);
  game.mark("centre", [5], 4);
  const before = [game.values, game.corner, game.centre].map((list) => [...list]);
  game.enter([1], 4);
  assert.equal(game.values[1], 4);
  assert.deepEqual([game.corner[2], game.centre[5]], [0, 0]);
  game.undo();
  assert.deepEqual([game.values, game.corner, game.centre], before);
  game.redo();
  assert.equal(game.values[1], 4);
});

test("a clue stays, the same digit again takes itself away, and a new move ends what could be redone", () => {
  const game = started();
  game.enter([0], 4);
  assert.equal(game.values[0], 3);
  game.enter([1], 2);
  game.enter([1], 2);
  assert.equal(game.values[1], 0);
  game.undo();
  game.enter([2], 4);
  assert.deepEqual(game.future, []);
});

test("erase takes the digit, then marks, then colours", () => {
  const game = started();
  game.mark("centre", [1], 4);
  game.paint([1], 3);
  game.enter([1], 2);
  for (const kind of ["values", "centre", "colours"]) {
    assert.ok(game[kind][1], kind);
    game.erase([1]);
    assert.equal(game[kind][1], 0, kind);
  }
});

test("a step of a hint is taken as one move, and counts", () => {
  const game = started();
  game.takeAll([{ placement: null, eliminations: [[5, 4]] }, { placement: [1, 4], eliminations: [] }]);
  assert.deepEqual([game.values[1], game.centre[5], game.steps], [4, 0b1, 2]);
  game.undo();
  assert.deepEqual([game.values[1], game.centre[5]], [0, 0]);
});

test("a game goes on where the browser has kept it", () => {
  const game = started();
  game.enter([1], 2);
  game.setAuto(true);
  const again = started();
  assert.deepEqual([again.values, again.auto, again.past.length], [game.values, true, 1]);
  again.undo();
  assert.equal(again.values[1], 0);
  assert.equal(keptGames().length, 1);
});

test("only the last hundred puzzles are kept", () => {
  for (let number = 0; number < 103; number++) {
    const clues = Array.from({ length: 16 }, (_, cell) => (number >> cell) & 1);
    new Game(SHAPE, clues, `Puzzle ${number}`).enter([15], 4);
  }
  assert.equal(keptGames().length, 100);
});

// --- Sharing ------------------------------------------------------------------------------------------------------

test("a position comes back from its address", () => {
  const game = started();
  game.enter([1], 2);
  game.mark("corner", [2], 4);
  game.mark("centre", [5], 1);
  game.paint([5, 6], 2);
  game.draw([5, 6, 7]);
  const found = unpacked(`#${packed(game)}`, SHAPE);
  for (const kind of ["values", "corner", "centre", "removed", "colours", "lines"]) assert.deepEqual(found[kind], game[kind], kind);
  globalThis.localStorage = new Storage();
  const other = started();
  other.load(found);
  assert.deepEqual(other.values, game.values);
  other.undo();
  assert.equal(other.values[1], 0);
});

test("an address of another board, and lines between cells that are no neighbours, are not taken", () => {
  assert.equal(unpacked("#values=123", SHAPE), null);
  assert.equal(unpacked(`#values=${"9".repeat(16)}`, SHAPE), null);
  assert.deepEqual(unpacked(`#values=${".".repeat(16)}&lines=0-1,0-9,x`, SHAPE).lines, { "0-1": 1 });
});

// --- History ------------------------------------------------------------------------------------------------------

const solved = (number, more = {}) => ({ key: `board-catalogue/play/2x2/${String(number).padStart(16, ".")}`, name: `Puzzle ${number}`, level: "easy", size: 4, hints: 0, steps: 0, time: 1000 * number, address: "/play", ...more });

test("a key of a puzzle is that of Python", () => {
  assert.equal(history.idOf(`2x2/${CLUES}`), process.env.KEY);
});

test("a puzzle counts once, as it was solved first", () => {
  history.record(solved(1));
  const again = history.record(solved(1, { time: 5 }));
  assert.deepEqual([again.elapsed, history.solvedGames().length], [1000, 1]);
});

test("times with help count apart", () => {
  for (const game of [solved(1), solved(2), solved(3, { hints: 1 })]) history.record(game);
  const found = history.figuresOf({ size: 4, level: "easy" });
  assert.deepEqual([found.count, found.best, found.average, found.helped, found.helpedAverage], [2, 1000, 1500, 1, 3000]);
});

test("days in a row end at the first that was missed", () => {
  const today = new Date();
  const before = (days) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days, 12);
  const games = [0, 1, 3].map((days) => ({ id: String(days), name: "x", elapsed: 1, day: history.dayOf(before(days)), when: before(days).getTime() }));
  localStorage.setItem("board-catalogue/solved", JSON.stringify(games));
  assert.equal(history.streak(today), 2);
});

test("a file adds what this browser lacks, once, and leads nowhere else", () => {
  history.record(solved(1));
  started().enter([1], 2);
  const file = history.exported();
  globalThis.localStorage = new Storage();
  assert.equal(history.imported(file), 2);
  assert.equal(history.imported(file), 0);
  const strange = JSON.parse(file);
  strange.solved = [{ id: "x", name: "x", elapsed: 1, address: "//example.com" }];
  assert.equal(history.imported(JSON.stringify(strange)), 0);
  assert.throws(() => history.imported("{}"), /no file of a history/);
  history.forgetAll();
  assert.deepEqual([history.solvedGames(), keptGames()], [[], []]);
});

// --- Small things -------------------------------------------------------------------------------------------------

test("units, candidates and conflicts of a board", () => {
  assert.deepEqual(digitsOf(SHAPE.candidates([3, ...Array(15).fill(0)], 1)), [1, 2, 4]);
  const values = [1, 1, ...Array(14).fill(0)];
  assert.deepEqual(SHAPE.conflicts(values, 0), ["row 1", "block 1"]);
  assert.equal(new Shape(5, "none").units.length, 10);
  assert.equal(listed(["a", "b", "c"]), "a, b and c");
});

test("a position loses what steps remove", () => {
  const position = new Position(SHAPE, [...CLUES].map((symbol) => Math.max(0, ".1234".indexOf(symbol))));
  position.take({ placement: null, eliminations: [[5, 4]] });
  assert.deepEqual(digitsOf(position.candidates(5)), [1]);
  position.take({ placement: [1, 4], eliminations: [] });
  assert.deepEqual([position.values[1], position.candidates(1)], [4, 0]);
});

test("an address is a file of a site without a server", () => {
  assert.equal(address("/play?board=1"), "https://example.org/play?board=1");
  document.documentElement.dataset.site = "1";
  assert.equal(address("/play?board=1"), "https://example.org/play.html?board=1");
  assert.equal(spelled(61_000), "1:01");
});
