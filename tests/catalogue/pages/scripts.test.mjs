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
const { Shape, digitsOf, listed } = await from("shape");
const { Position } = await from("position");
const { address } = await from("places");
const { spelled } = await from("clock");
const desk = await from("draft");
const { isFinished, lineThrough, parsed, printed, stroke } = await from("tools");
const { linesFrom, placesAround } = await from("margin");
const { finished, fewest, fitting, holding, orbit, otherSolution } = await from("finishing");
const { canGrow, grown, joined, proposed } = await from("growing");
const { FPuzzles } = await from("fpuzzles");
const { changed, climbed, fuller } = await from("climbing");

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

// --- The setter's desk ---------------------------------------------------------------------------------------------

const tool = (name, where, more = {}) => ({ name, title: name, words: "", where, kind: "", value: "", needed: false, together: false, tool: "more", ...more });
const CAGE = tool("cage", "cells", { kind: "number", value: "sum" });
const drawn = (draft, ...given) => ({ ...draft, uses: stroke(draft, ...given).uses });

test("a stroke makes a mark, and the same stroke takes it away", () => {
  const draft = desk.emptyDraft(9);
  const one = drawn(draft, CAGE, [0, 1, 10]);
  assert.deepEqual(one.uses, [{ rule: "cage", cells: [0, 1, 10], value: null, groups: [], alternatives: [], title: "" }]);
  assert.deepEqual(drawn(one, CAGE, [10, 1, 0]).uses, []);
  assert.equal(drawn(one, tool("odd", "cells"), [0, 1, 10]).uses.length, 2);
});

test("strokes mean what the shape of a rule says", () => {
  const draft = desk.emptyDraft(9);
  const cells = (where, over, more) => stroke(draft, tool("x", where, more), over).uses?.map((use) => use.cells);
  assert.deepEqual(cells("pair", [0, 1, 10]), [[0, 1], [1, 10]]);
  assert.equal(stroke(draft, tool("x", "pair"), [0, 10]).fault, "Draw from a cell to its neighbour.");
  assert.equal(stroke(draft, tool("x", "line"), [0]).fault, "Draw a line of at least two cells.");
  assert.deepEqual(cells("outside", [9]), [[9, 10, 11, 12, 13, 14, 15, 16, 17]]);
  assert.deepEqual(cells("outside", [74, 65]), [[74, 65, 56, 47, 38, 29, 20, 11, 2]]);
  assert.deepEqual(cells("ray", [30, 20]), [[80, 70, 60, 50, 40, 30, 20, 10, 0]]);
  assert.deepEqual(lineThrough([3, 11], 9, true), [3, 11, 19, 27]);
  assert.deepEqual(lineThrough([0], 9, false), []);
  assert.deepEqual(stroke(draft, tool("quadruple", "cells"), [80]).uses[0].cells, [70, 71, 79, 80]);
});

test("cells that are marked one by one are one mark, and groups join the chosen one", () => {
  const odd = tool("odd", "cells", { together: true });
  let draft = drawn(desk.emptyDraft(9), odd, [0]);
  draft = drawn(draft, odd, [4, 5]);
  assert.deepEqual(draft.uses.map(({ cells }) => cells), [[0, 4, 5]]);
  draft = drawn(draft, odd, [4]);
  assert.deepEqual(draft.uses[0].cells, [0, 5]);
  const clone = tool("clone", "groups");
  draft = drawn(draft, clone, [10, 11]);
  assert.equal(isFinished(clone, draft.uses[1]), false);
  draft = drawn(draft, clone, [20, 21], 1);
  assert.deepEqual(draft.uses[1].groups, [[10, 11], [20, 21]]);
  assert.equal(isFinished(clone, draft.uses[1]), true);
});

test("a clue is placed beside the board, along rows, columns and diagonals of at least two cells", () => {
  assert.equal(placesAround(9).length, 40);
  assert.deepEqual(linesFrom(-1, 2, 4, false), [[2, 6, 10, 14]]);
  assert.deepEqual(linesFrom(1, 4, 4, false), [[7, 6, 5, 4]]);
  assert.deepEqual(linesFrom(-1, 2, 9, true), [[3, 13, 23, 33, 43, 53], [1, 9]]);
  assert.deepEqual(linesFrom(9, 9, 9, true), [[80, 70, 60, 50, 40, 30, 20, 10, 0]]);
  assert.deepEqual(linesFrom(-1, -1, 9, false), []);
});

test("two marks become one of which either holds, and are apart again", () => {
  let draft = drawn(drawn(desk.emptyDraft(9), CAGE, [0, 1]), CAGE, [40, 41]);
  const { uses } = (draft = drawn(draft, CAGE, [79, 80]));
  draft = desk.withEither(desk.withEither(draft, 0), 0);
  assert.deepEqual(draft.uses, [{ rule: "or", cells: [], value: null, groups: [], title: "", alternatives: uses.map((use) => [use]) }]);
  assert.deepEqual(desk.cellsOf(draft.uses[0]), [0, 1, 40, 41, 79, 80]);
  assert.deepEqual(desk.withEach(draft, 0).uses, uses);
});

test("a rule with cells beside the grid brings them, and takes them and what needs them away", () => {
  const kind = { prefix: "CC", label: "Chaos regions" };
  const count = tool("chaos count", "cells", { kind: "number", value: "0 or 1", beside: kind });
  const draft = desk.emptyDraft(4);
  assert.equal(stroke(draft, count, [0, 1]).fault, "Choose chaos construction first.");
  const beside = desk.withBeside(draft, kind, true);
  const counting = drawn(beside, count, [0, 1]);
  assert.deepEqual([counting.groups, counting.regions], [[{ ...kind, count: 16, columns: 4 }], ""]);
  assert.deepEqual([counting.uses[0].cells, counting.uses[0].groups, counting.uses[0].value], [[0], [[16, 17]], 0]);
  assert.deepEqual(desk.resized(counting, 6, () => false).uses, []);
  assert.deepEqual(desk.withBeside(counting, kind, false), { ...beside, groups: [] });
});

test("values are read and printed alike", () => {
  const symbols = ".123456789";
  for (const [kind, text, value] of [["number", "15", 15], ["digits", "1,2,2", [1, 2, 2]], ["word", "/", "/"], ["counted", "1,2 x4", [4, 1, 2]], ["factors", "5 = +10 -1", [5, 10, -1]], ["factors", "7", 7], ["pairs", "1-2 9-1", [2, 0, 0, 0, 0, 0, 0, 0, 1]]]) {
    assert.deepEqual(parsed({ kind }, text, symbols), value);
    assert.equal(printed({ kind }, value, symbols), text);
    assert.equal(parsed({ kind }, " ", symbols), null);
  }
  assert.deepEqual(parsed({ kind: "digits" }, "122", symbols), [1, 2, 2]);
  assert.equal(parsed({ kind: "number" }, "x", symbols), undefined);
  assert.equal(parsed({ kind: "pairs" }, "1-x", symbols), undefined);
});

test("a draft is painted, resized, moved, kept as JSON, and its changes are undone", () => {
  const draft = { ...drawn(desk.emptyDraft(9), CAGE, [0, 1]), givens: desk.emptyDraft(9).givens.with(0, 9).with(10, 5) };
  assert.deepEqual(Object.keys(desk.regionsOf(desk.painted(draft, [0], "B"))), ["B", "A", "C", "D", "E", "F", "G", "H", "I"]);
  const six = desk.resized(draft, 6, () => false);
  assert.deepEqual([six.size, six.regions.slice(0, 6), six.uses[0].cells, six.givens[0], six.givens[7]], [6, "AAABBB", [0, 1], 0, 5]);
  assert.deepEqual(desk.resized(draft, 6, () => true).uses, []);
  assert.deepEqual(desk.moved(draft.uses[0], 9, 1, 2).cells, [11, 12]);
  assert.equal(desk.moved(draft.uses[0], 9, -1, 0), null);
  const past = new desk.History(desk.emptyDraft(9));
  assert.equal(past.change(desk.emptyDraft(9)), false);
  past.change(draft);
  assert.equal(past.undo(), true);
  assert.deepEqual(past.now, desk.emptyDraft(9));
  assert.equal(past.redo(), true);
  assert.equal(past.now, draft);
  assert.equal(past.redo(), false);
});

test("what is no draft, or of another form, is not taken for one", () => {
  const tools = new Map([CAGE, tool("or", "alternatives"), tool("table", "line", { kind: "pairs" })].map((each) => [each.name, each]));
  const draft = drawn(desk.emptyDraft(9), CAGE, [0, 1]);
  const either = { rule: "or", alternatives: [[{ rule: "cage", cells: [0] }]] };
  assert.deepEqual(desk.draftFrom(JSON.parse(JSON.stringify(draft)), tools), draft);
  assert.deepEqual(desk.draftFrom({ ...draft, uses: [either] }, tools).uses[0].alternatives[0][0].groups, []);
  const use = (more) => ({ ...draft, uses: [{ rule: "cage", cells: [0], ...more }] });
  const wrong = [
    ...[null, 7, { size: 3 }, { size: 9 }, { ...draft, givens: [] }, { ...draft, regions: "A" }, { ...draft, regions: null }],
    ...[{ ...draft, title: {} }, { ...draft, groups: {} }, { ...draft, uses: null }, { ...draft, uses: [null] }, use({ rule: "none" })],
    ...[use({ cells: [-1] }), use({ cells: [81] }), use({ groups: [0] }), use({ value: {} }), use({ rule: "table", value: 3 })],
    ...[use({ alternatives: [{}] }), use({ alternatives: [[{ rule: "none" }]] })],
  ];
  for (const each of wrong) assert.equal(desk.draftFrom(each, tools), null, JSON.stringify(each));
});

test("the engine is asked for whole regions, and partial ones have no digit twice", () => {
  const draft = desk.painted(drawn(desk.emptyDraft(4), CAGE, [0, 1]), [0], ".");
  const { options, places, isPlain } = desk.askedOf(draft, () => true);
  assert.deepEqual(options.uses.slice(1), [{ rule: "all different", cells: [1, 4, 5] }]);
  assert.deepEqual([options.regions.length, places, isPlain], [3, [0], false]);
  assert.deepEqual(desk.askedOf(draft, () => false).places, []);
});

// An engine of boards of 2x2 blocks, by trying all digits.
const SOLVED = "1234341221434321";
function solutions(puzzle, limit = Infinity) {
  const cell = puzzle.indexOf(".");
  if (cell < 0) return [puzzle];
  const found = [];
  const sees = (other) => Math.floor(other / 4) === Math.floor(cell / 4) || other % 4 === cell % 4 || (Math.floor(other / 8) === Math.floor(cell / 8) && Math.floor((other % 4) / 2) === Math.floor((cell % 4) / 2));
  for (const digit of "1234") {
    if (![...puzzle].some((symbol, other) => symbol === digit && sees(other))) found.push(...solutions(puzzle.slice(0, cell) + digit + puzzle.slice(cell + 1), limit - found.length));
    if (found.length >= limit) break;
  }
  return found;
}
const ask = async (name, puzzle, { limit } = {}) => {
  const all = solutions(puzzle, limit);
  if (name === "countSolutions") return all.length;
  if (name === "solve") return limit ? { solutions: all[0], counts: all.length } : all[0];
  return [...puzzle].map((_, cell) => all.reduce((mask, board) => mask | (1 << (Number(board[cell]) - 1)), 0));
};

test("a puzzle is finished with as many clues as it needs, in pairs of a symmetry, and none of them can go", async () => {
  const puzzle = await finished(ask, `1${".".repeat(15)}`, SOLVED, "turn");
  assert.deepEqual(solutions(puzzle), [SOLVED]);
  for (let cell = 1; cell < 15; cell++) assert.equal(puzzle[cell] === ".", puzzle[15 - cell] === ".", puzzle); // the first was there
  const least = await fewest(ask, SOLVED, "none", 3, () => {});
  assert.deepEqual(solutions(least), [SOLVED]);
  for (const [cell, symbol] of [...least].entries()) if (symbol !== ".") assert.ok(solutions(least.slice(0, cell) + "." + least.slice(cell + 1), 2).length > 1);
  assert.deepEqual(orbit(1, 4, "left-right"), [1, 2]);
});

test("a value fits a solution: the only one, or none where several do and it may be left out", () => {
  const sums = (...these) => (uses) => uses.map(({ value }) => value === null || these.includes(value));
  assert.equal(fitting({ value: null }, CAGE, 45, sums(7)), 7);
  assert.equal(fitting({ value: null }, CAGE, 45, sums(7, 8)), null);
  assert.equal(fitting({ value: null }, { ...CAGE, needed: true }, 45, (uses) => uses.map(({ value }) => value === 4)), 4);
  assert.equal(fitting({ value: null }, tool("x", "pair"), 45, () => [false]), undefined);
  const impossible = new Set();
  assert.equal(fitting({ value: null }, CAGE, 9, (uses) => uses.map(({ value }) => (value > 7 ? null : value === 4)), impossible), 4);
  assert.deepEqual([...impossible], [8, 9]);
  assert.equal(fitting({ value: null }, CAGE, 9, (uses) => uses.map(({ value }) => assert.ok(value < 8) ?? value === 4), impossible), 4);
});

// Rules of a few kinds, as a setter's mark has them in a solution.
const HOLDS = {
  cage: ({ cells, value }, board) => new Set(cells.map((cell) => board[cell])).size === cells.length && (value === null || cells.reduce((sum, cell) => sum + Number(board[cell]), 0) === value),
  odd: ({ cells }, board) => cells.every((cell) => board[cell] % 2),
  "white dot": ({ cells }, board) => Math.abs(board[cells[0]] - board[cells[1]]) === 1,
  thermometer: ({ cells }, board) => cells.every((cell, at) => !at || board[cell] > board[cells[at - 1]]),
};
const KINDS = [CAGE, tool("odd", "cells", { together: true }), tool("white dot", "pair", { kind: "number" }), tool("thermometer", "line")];
const toolOf = (name) => KINDS.find((each) => each.name === name);
const held = (board) => (uses) => uses.map((use) => HOLDS[use.rule](use, board));
const asking = (draft) => ({
  puzzle: draft.givens.map((digit) => ".1234"[digit]).join(""),
  async ask(name, puzzle, { limit = Infinity } = {}) {
    const all = solutions(puzzle).filter((board) => held(board)(draft.uses).every(Boolean)).slice(0, limit);
    if (name === "countSolutions") return all.length;
    if (name === "solve") return limit < Infinity ? { solutions: all[0], counts: all.length } : all[0];
    return [...puzzle].map((_, cell) => all.reduce((mask, board) => mask | (1 << (Number(board[cell]) - 1)), 0));
  },
});
const GROUND = { solution: SOLVED, tools: KINDS, clues: true, symmetry: "none", asking, holding: held, toolOf };

test("marks of chosen kinds hold in a solution, make it the only one, and none of them can go", async () => {
  const draft = { ...desk.emptyDraft(4), givens: [1, 2, ...Array(14).fill(0)] }; // of few solutions, since all are tried
  for (const kind of KINDS) assert.ok(held(SOLVED)(proposed(kind, draft, SOLVED, toolOf, held(SOLVED))).every(Boolean), kind.name);
  const all = await grown({ ...GROUND, draft, clues: false, most: 40, onmark: () => {} });
  assert.equal(all.isOnly, true);
  const { ask: under, puzzle } = asking(all.draft);
  assert.equal(await under("countSolutions", puzzle), 1);
  assert.equal(await under("solve", puzzle), SOLVED);
  const apart = all.draft.uses.flatMap((use) => (use.rule === "odd" ? use.cells.map((cell) => ({ ...use, cells: [cell] })) : [use]));
  for (const use of apart) assert.ok((await asking({ ...draft, uses: apart.filter((each) => each !== use) }).ask("countSolutions", puzzle)) > 1);
  assert.ok(joined(apart, toolOf).filter(({ rule }) => rule === "odd").length < 2);
  const mixed = await grown({ ...GROUND, draft, tools: [KINDS[1]], symmetry: "turn", most: 40, onmark: () => {} });
  assert.equal(await asking(mixed.draft).ask("countSolutions", asking(mixed.draft).puzzle), 1);
  for (let cell = 2; cell < 14; cell++) assert.equal(!mixed.draft.givens[cell], !mixed.draft.givens[15 - cell]); // the first two were there
  let turn = 0; // some searches take too long
  const late = (each) => ({ ...asking(each), ask: (...given) => (++turn % 3 ? asking(each).ask(...given) : Promise.reject(new DOMException("late", "TimeoutError"))) });
  const slow = await grown({ ...GROUND, asking: late, draft, most: 40, onmark: () => {} });
  assert.equal((await asking(slow.draft).ask("countSolutions", asking(slow.draft).puzzle)) === 1, slow.isOnly);
  const few = await grown({ ...GROUND, draft, clues: false, tools: [KINDS[1]], most: 40, onmark: () => {} }); // odd cells alone say too little
  assert.ok(!few.isOnly && few.draft.uses.length < 2);
  assert.deepEqual([canGrow(CAGE), canGrow(tool("or", "alternatives", { tool: "none" })), canGrow(tool("table", "line", { kind: "pairs" }))], [true, false, false]);
});

test("another solution is found, and marks with impossible values do not hold", async () => {
  const begun = { ask, puzzle: `1234${".".repeat(12)}` };
  assert.notEqual(await otherSolution(begun, SOLVED), SOLVED);
  assert.notEqual(await otherSolution(begun, await ask("solve", begun.puzzle)), await ask("solve", begun.puzzle));
  assert.equal(await otherSolution({ ask, puzzle: SOLVED }, SOLVED), null);
  const brokenRules = (board, { uses }) => {
    if (uses.some(({ value }) => value > 8)) throw new Error("impossible");
    return uses.flatMap((use, number) => (HOLDS.cage(use, board) ? [] : [{ number }]));
  };
  const uses = [3, 4, 99, 3].map((value) => ({ rule: "cage", cells: [0, 1], value }));
  assert.deepEqual(holding({ brokenRules }, {}, SOLVED)(uses), [true, false, null, true]);
});

test("a puzzle becomes easier by more clues and marks, harder by others, and keeps its solution", async () => {
  const { ask: plain, puzzle } = asking(desk.emptyDraft(4));
  let draft = { ...desk.emptyDraft(4), givens: desk.givensOf(await finished(plain, puzzle, SOLVED, "none")) };
  const before = draft;
  for (let step = 0; step < 6; step++) {
    draft = fuller(draft, GROUND) ?? draft;
    const { ask: under, puzzle: now } = asking(draft);
    assert.deepEqual([await under("countSolutions", now), await under("solve", now)], [1, SOLVED]);
    const other = await changed(draft, GROUND);
    if (other) assert.equal(await asking(other).ask("countSolutions", asking(other).puzzle), 1);
  }
  const open = ({ givens }) => givens.filter((digit) => !digit).length;
  const pathOf = async (each) => ({ isSolved: true, level: open(each) > 10 ? "hard" : "medium", score: open(each), steps: Array(open(each)).fill({}) });
  const next = async (each) => ({ ...each, givens: each.givens.with(each.givens.indexOf(0), 1) });
  const climb = (sign, isDone) => climbed({ ...before, givens: Array(16).fill(0) }, { next, pathOf, sign, isDone, tries: 40, onbetter: () => {} });
  assert.equal((await climb(-1, (path, { level }) => path.level !== level)).path.score, 10);
  assert.equal(await climb(1, () => false), null);
  assert.equal((await climb(-1, () => false)).path.score, 1, "something is left to find");
  const ended = (why) => climbed({ ...before, givens: Array(16).fill(0) }, {
    next: async (each) => { if (each.givens[3]) throw why; return next(each); },
    ...{ pathOf, sign: -1, isDone: () => false, tries: 40, onbetter: () => {} },
  });
  assert.equal((await ended(new DOMException("", "AbortError"))).path.score, 12, "what was found before somebody stops it");
  await assert.rejects(ended(new Error("another draft")), /another draft/);
});

test("what is no puzzle of f-puzzles is refused in a sentence", () => {
  const fpuzzles = new FPuzzles([tool("cage", "cells", { kind: "number", field: ["cells", "killercage"] })]);
  const grid = (...first) => Array.from({ length: 4 }, (_, row) => Array.from({ length: 4 }, (_, column) => (row || column ? {} : (first[0] ?? {}))));
  const read = (more) => fpuzzles.read(JSON.stringify({ size: 4, grid: grid(), ...more }));
  assert.deepEqual(read({ killercage: [{ cells: ["R1C1", "R1C2"], value: "3" }] }).draft.uses[0].cells, [0, 1]);
  assert.deepEqual(read({ text: [{}] }).left, ["text"]);
  const wrong = [{ title: {} }, { grid: grid({ value: 99, given: true }) }, { grid: grid({ region: "length" }) }, { killercage: [{ cells: ["R1C1"], value: "x" }] }, { killercage: [{ cells: ["R5C1"] }] }, { grid: [[]] }];
  for (const each of wrong) assert.throws(() => read(each), /^Error: This text is cut, or it is something else\.$/, JSON.stringify(each));
  for (const link of ["?load=%", "?load=N4Ig", "fpuzzlesN4Ig"]) assert.throws(() => fpuzzles.read(`https://f-puzzles.com/${link}`), /This text is cut/);
  assert.throws(() => read({ size: 20, grid: Array(20).fill(Array(20).fill({})) }), /4x4 to 16x16/);
  assert.equal(fpuzzles.read('{"size": 4}'), null);
});
