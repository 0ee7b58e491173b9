// The page where a puzzle is played: keys, pad, marks, conflicts, the clock, the end.

import { Clock, spelled } from "./clock.js";
import { followDraws } from "./draws.js";
import { LEVELS, helpOf, showEnding } from "./ending.js";
import { offerNew } from "./fresh.js";
import { Game } from "./game.js";
import { Board, LONG, paint } from "./grid.js";
import { Hints } from "./hints.js";
import { record } from "./history.js";
import { stayPlayable } from "./offline.js";
import { phrase, many, later } from "./phrases.js";
import { address } from "./places.js";
import { SYMBOLS, listed } from "./shape.js";
import { bind, settings } from "./settings.js";
import { copy, packed, unpacked } from "./share.js";
import { source } from "./source.js";

const element = (id) => document.getElementById(id);
const made = new URLSearchParams(location.search).get("made"); // the level of a puzzle that was made in this browser
if (made && LEVELS.includes(made)) {
  element("game").dataset.level = made;
  for (const button of document.querySelectorAll("[data-make]")) Object.assign(button, { hidden: false }).dataset.make = made;
}
const board = new Board(element("board"));
const { shape } = board;
const game = new Game(shape, board.clues, board.element.getAttribute("aria-label"), element("game").dataset);
const clock = new Clock(game.elapsed, element("clock"), game.spent[0]);
const hints = new Hints(board, game, element("hints"));

// --- What is shown ------------------------------------------------------------------------------------------

const modes = [...document.querySelectorAll("[data-mode]")];
const pad = [...document.querySelectorAll("[data-digit]")];
const LETTERS = { z: "values", x: "corner", c: "centre", v: "colour", b: "lines" };
let mode = "values";
let chosen = 0; // the digit that was chosen, if digits come first
let isReplaying = false;
const COLOURS = 9;

function show() {
  if (hints.shown || isReplaying) return;
  const isTold = settings.get("conflicts");
  const wrong = contradictions();
  const { again, broken } = isTold ? wrong : NOTHING_WRONG;
  game.values.forEach((value, cell) => {
    const candidates = game.auto ? game.candidates(cell) : 0;
    const marks = { corner: game.corner[cell], centre: game.auto ? 0 : game.centre[cell], candidates };
    board.show(cell, { value, ...marks, colour: game.colours[cell] });
    board.remark(cell, remarkOf(cell, again, broken));
  });
  board.flag("mistake", wrongCells());
  board.flag("conflict", [...again.keys(), ...broken.flatMap(({ cells }) => cells)]);
  board.drawLines(Object.keys(game.lines).filter((name) => game.lines[name]));
  element("undo").disabled = !game.past.length;
  element("redo").disabled = !game.future.length;
  element("auto").checked = game.auto;
  element("clock").hidden = !settings.get("clock");
  for (const button of pad) {
    const digit = Number(button.dataset.digit);
    const done = game.values.filter((value) => value === digit).length >= shape.size;
    button.classList.toggle("done", done);
    button.setAttribute("aria-label", mode === "colour" ? phrase("colour {number}", { number: digit }) : done ? phrase("{digit}, all placed", { digit: SYMBOLS[digit] }) : SYMBOLS[digit]);
    paint(button, mode === "colour" && digit <= COLOURS ? [digit] : []);
    button.disabled = mode === "colour" && digit > COLOURS;
    if (chosen === digit) button.setAttribute("aria-pressed", "true");
    else button.removeAttribute("aria-pressed");
  }
  point();
  say(again, broken, !wrong.again.size && !wrong.broken.length);
  lookForMistakes();
}

const NOTHING_WRONG = { again: new Map(), broken: [] };

// The cells whose digit is again in one of their units, with the names of these, and the broken parts of rules.
function contradictions() {
  const { values } = game;
  const again = new Map([...values.keys()].map((cell) => [cell, shape.conflicts(values, cell)]));
  for (const [cell, units] of again) if (!units.length) again.delete(cell);
  return { again, broken: shape.broken(values) };
}

function remarkOf(cell, again, broken) {
  const rules = broken.filter(({ cells }) => cells.includes(cell)).map(({ name }) => name);
  const units = again.get(cell);
  return [...(wrongCells().includes(cell) ? [phrase("not the digit of the solution")] : []), ...(units ? [phrase("again in {units}", { units: listed(units) })] : []), ...(rules.length ? [phrase("breaks {rules}", { rules: listed(rules) })] : [])].join(", ");
}

// The cells that the chosen one sees, and all of its digit, marks too.
function point() {
  const one = board.selection.size < 2;
  const value = chosen || (one ? game.values[board.current] : 0);
  board.flag("seen", one && !chosen ? shape.peers[board.current] : []);
  board.flag("same", value ? game.values.flatMap((other, cell) => (other === value ? [cell] : [])) : []);
  board.highlight(value);
}

// The conflict of the chosen cell, or else the first, and how many there are; then the rules that are broken.
function clash(again, broken) {
  const rules = broken.slice(0, 2).map(({ name }) => phrase("{Name} is broken.", { Name: `${name[0].toUpperCase()}${name.slice(1)}` }));
  const clashing = [...again.keys()].filter((cell) => !game.clues[cell]);
  if (!clashing.length) return rules;
  const cell = clashing.includes(board.current) ? board.current : clashing[0];
  const more = clashing.length - 1;
  return [
    phrase("{cell}: {digit} is again in {units}.", { cell: shape.name(cell), digit: SYMBOLS[game.values[cell]], units: listed(again.get(cell)) }),
    ...(more ? [many(more, "{count} more digit contradicts another.", "{count} more digits contradict another.")] : []),
    ...rules,
  ];
}

// Digits that are not those of the solution, for those who want to know at once: the source of the page knows.
let mistakes = { of: "", found: [] };

const wrongCells = () => mistakes.found.map(({ cell }) => cell);

async function lookForMistakes() {
  const isTold = settings.get("mistakes") && !element("check").disabled;
  const values = isTold ? game.values.map((value) => SYMBOLS[value]).join("") : "";
  if (mistakes.of === values) return;
  mistakes = { of: values, found: mistakes.found.filter(({ cell, digit }) => values && game.values[cell] === digit) };
  const answer = isTold && (await source.mistakes({ ...board.position, values, candidates: game.values.map(() => 0) }).catch(({ message }) => ({ fault: message })));
  if (mistakes.of !== values) return; // the board has changed since
  mistakes = { of: values, found: answer?.mistakes ?? [], fault: answer?.fault };
  show();
  ring();
}

// The sound of what has happened, if a person wants any.
let faults = 0;

function ring(name = null) {
  const before = faults;
  faults = board.element.querySelectorAll(".conflict, .mistake").length;
  const sound = game.solved ? name && "solved" : faults > before ? "wrong" : name;
  if (sound && settings.get("sound")) later("sounds").then(({ ring }) => ring(sound), () => {}); // the game goes on without
}

let proven = ""; // the full board that obeys rules which the page cannot check by itself

function isProven() {
  return shape.isWhole || proven === game.values.join();
}

async function prove() {
  const values = game.values.join();
  const found = await source.mistakes({ ...board.position, values: game.values.map((value) => SYMBOLS[value]).join(""), candidates: game.values.map(() => 0) }).catch(() => null);
  if (!found || found.mistakes.length || found.conflicts?.length) return;
  proven = values;
  show();
}

let ended = false;

function say(again, broken, isRight) {
  const solved = game.isFull && isRight && isProven();
  if (game.isFull && isRight && !solved) prove();
  const ends = solved && !game.solved;
  clock.end(solved);
  if (solved !== game.solved) {
    game.solved = solved;
    game.elapsed = clock.elapsed;
    game.keep();
    if (solved) record(game);
  }
  if (!solved) element("ending").hidden = true;
  else if (!ended) showEnding(game);
  ended = solved;
  const help = helpOf(game);
  const full = game.isFull && !isRight ? [phrase("The board is full, but some digits contradict each other.")] : [];
  const lines = solved ? [help ? phrase("Solved in {time}, with {help}.", { time: spelled(clock.time), help }) : phrase("Solved in {time}.", { time: spelled(clock.time) })] : [...full, ...mistakes.found.slice(0, 1).map(({ sentence }) => `${sentence}.`), ...(mistakes.fault ? [`${mistakes.fault}.`] : []), ...clash(again, broken)];
  element("status").classList.toggle("solved", solved);
  if (element("status").textContent !== lines.join(" ")) element("status").textContent = lines.join(" ");
  if (ends) hints.clear();
}

function setMode(next) {
  mode = next;
  for (const button of modes) button.setAttribute("aria-pressed", button.dataset.mode === mode);
  board.ondrag = mode === "lines" ? through : null;
  show();
}

// A drag in the mode of lines: they are drawn where it ends.
let way = [];

function through(cell) {
  const last = way.at(-1);
  if (cell === last) return;
  const isNear = last === undefined || nearby(last, cell);
  way = isNear ? [...way, cell] : [cell];
  board.drawLines([...Object.keys(game.lines).filter((name) => game.lines[name]), ...way.slice(1).map((to, place) => `${way[place]}-${to}`)]);
}

function nearby(one, other) {
  const [down, right] = [Math.floor(one / shape.size) - Math.floor(other / shape.size), (one % shape.size) - (other % shape.size)];
  return Math.max(Math.abs(down), Math.abs(right)) === 1;
}

function endOfDrag() {
  if (way.length > 1) game.draw(way);
  way = [];
}

function keep() {
  game.keepTime(clock.elapsed);
}

// --- Moves --------------------------------------------------------------------------------------------------

function enter(digit, kind = mode) {
  if (clock.paused || digit > shape.size) return;
  if (settings.get("digitFirst") && kind === mode && mode !== "lines") {
    chosen = chosen === digit ? 0 : digit;
    show();
  } else put([...board.selection], digit, kind);
}

function put(cells, digit, kind) {
  if (kind === "values") game.enter(cells, digit);
  else if (kind === "colour") digit <= COLOURS && game.paint(cells, digit);
  else if (kind !== "lines") game.mark(kind, cells, digit);
}

// If digits come first, a press enters the chosen one.
function pressed(cell) {
  if (!chosen || clock.paused) return false;
  board.focus(cell);
  put([cell], chosen, mode);
  return true;
}

// A finger that stays on a cell: the chosen digit as a centre mark, or marks in place of digits and back.
function held(cell) {
  if (clock.paused) return;
  if (chosen) put([cell], chosen, "centre");
  else setMode(mode === "centre" ? "values" : "centre");
}

// A button that is pressed long enters its digit as a centre mark; the click that follows does nothing.
function markByLongPress(button) {
  let timer;
  let wasLong = false;
  button.addEventListener("pointerdown", () => {
    wasLong = false;
    timer = setTimeout(() => {
      wasLong = true;
      if (!clock.paused) put([...board.selection], Number(button.dataset.digit), "centre");
    }, LONG);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, () => clearTimeout(timer));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    if (!wasLong) enter(Number(button.dataset.digit));
    wasLong = false;
  });
}

// All cells with the same digit as a cell, or else the same marks or the same colour.
function chooseEqual(cell) {
  const kinds = [game.values, game.values.map((_, other) => game.candidates(other)), game.corner, game.colours];
  const kind = kinds.find((each) => each[cell]);
  if (kind) board.select([...kind.keys()].filter((other) => kind[other] === kind[cell]), cell);
}

function pause(paused) {
  clock.pause(paused);
  element("veil").hidden = !paused;
  if (paused) element("ending").hidden = true;
  for (const each of [board.element, document.querySelector(".play > .aside")]) each.inert = paused;
  element("pause").textContent = paused ? phrase("Continue") : phrase("Pause");
  (paused ? element("veil").firstElementChild : board.cells[board.current]).focus();
}

const ACTIONS = {
  erase: () => game.erase([...board.selection]),
  undo: () => game.undo(),
  redo: () => game.redo(),
  restart: () => game.restart(clock.elapsed),
  pause: () => pause(!clock.paused),
  "fill-in": () => game.fillIn(),
};

for (const [id, act] of Object.entries(ACTIONS)) element(id).addEventListener("click", act);
element("continue").addEventListener("click", () => pause(false));
element("auto").addEventListener("change", (event) => game.setAuto(event.target.checked));
for (const button of modes) button.addEventListener("click", () => setMode(button.dataset.mode));
for (const button of pad) markByLongPress(button);
bind((name) => {
  if (name === "digitFirst") chosen = 0;
  show();
});
element("copy-link").addEventListener("click", (event) => {
  const { blocks, ...named } = /** @type {Record<string, string>} */ (board.puzzle);
  const puzzle = { ...named, ...(element("game").dataset.blocks ? { blocks } : {}) };
  copy(`${address(`/play?${new URLSearchParams(puzzle)}`)}#${packed(game)}`, event.currentTarget);
});
// What is loaded when it is used.
const use = (name, act) => later(name).then(act, ({ message }) => { element("status").textContent = `${message}.`; });
element("snapshots").addEventListener("toggle", ({ target }) => target.open && use("snapshots", ({ showSnapshots }) => showSnapshots(target, game)));
for (const button of document.querySelectorAll(".replay-game")) {
  button.addEventListener("click", () => use("replay", ({ replay }) => {
    hints.clear();
    isReplaying = true;
    clock.pause(true);
    replay(board, game, () => {
      isReplaying = false;
      clock.pause(false);
      show();
      document.querySelector(".aside .replay-game").focus();
    });
  }));
}
element("add")?.addEventListener("click", add);
board.onpress = pressed;
board.onhold = held;
board.onrelease = endOfDrag;
board.ondouble = chooseEqual;
// A click on the pad leaves the keys with the board.
for (const button of [...pad, ...modes]) button.addEventListener("pointerdown", (event) => event.preventDefault());

// Add the puzzle to the catalogue, and lead to it.
async function add({ currentTarget: button }) {
  button.disabled = true;
  const said = element("added");
  try {
    const { number, is_new } = await source.add(board.puzzle);
    const link = document.createElement("a");
    link.href = `/boards/${number}`;
    link.textContent = phrase("Puzzle {number}", { number });
    said.replaceChildren(is_new ? phrase("Added:") : phrase("The catalogue has it:"), " ", link);
  } catch (error) {
    said.textContent = `${error.message}.`;
    button.disabled = false;
  }
}

// The digit of a key, whatever Shift makes of it; 0 if it is none.
function digitOf(event) {
  const number = /^Digit([1-9])$/.exec(event.code)?.[1] ?? event.key; // a numeric pad without NumLock has arrows
  const symbol = number.toUpperCase();
  return symbol.length === 1 && (symbol <= "9" || !(event.ctrlKey || event.metaKey))
    ? Math.max(0, SYMBOLS.indexOf(symbol))
    : 0;
}

function commanded(event) {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey)) return null;
  if (key === "y" || (key === "z" && event.shiftKey)) return ACTIONS.redo;
  if (key === "z") return ACTIONS.undo;
  if (key === "a") return () => board.select(board.cells.keys());
  return null;
}

function plain(event) {
  const control = event.ctrlKey || event.metaKey; // with it 0 is for the browser: the usual size of the page
  if (event.key === "Backspace" || event.key === "Delete" || (event.key === "0" && !control)) return ACTIONS.erase;
  if (event.key === "Escape") return () => (hints.text.childNodes.length ? hints.clear() : board.select([board.current]));
  if (event.key === "?") return () => hints.hint("where");
  if (event.key.toLowerCase() in LETTERS && !control) {
    return () => setMode(LETTERS[event.key.toLowerCase()]);
  }
  if (event.key === " " && !event.target.closest("button, a, summary, input")) {
    const names = modes.map((button) => button.dataset.mode);
    return () => setMode(names[(names.indexOf(mode) + 1) % names.length]);
  }
  return null;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.target.closest("textarea, select, input:not([type=checkbox])")) return;
  if (!clock.paused && !event.target.closest('[role="grid"], summary') && board.move(event)) return;
  const digit = digitOf(event);
  const kind = event.ctrlKey || event.metaKey ? "centre" : event.shiftKey ? "corner" : mode;
  const act = digit && digit <= shape.size ? () => enter(digit, kind) : (commanded(event) ?? plain(event));
  if (!act || clock.paused) return;
  event.preventDefault();
  act();
});

// --- Begin --------------------------------------------------------------------------------------------------

game.onchange = () => {
  hints.clear();
  clock.atLeast(game.elapsed); // another tab may be ahead
  clock.countFrom(game.spent[0]);
  game.elapsed = clock.elapsed;
  show();
  ring("move");
};
game.now = () => clock.elapsed;
// A tab that was frozen has missed what others did.
for (const name of ["visibilitychange", "pageshow", "focus"]) {
  addEventListener(name, () => game.refresh() && game.onchange(), true);
}
// A position in the address is taken over once: what is played from there stays when the page is loaded again.
function takeShared() {
  const shared = unpacked(location.hash, shape);
  if (!shared) return;
  history.replaceState(null, "", location.pathname + location.search);
  game.load(shared);
}
addEventListener("hashchange", takeShared);
takeShared();
// Practice begins where its technique applies.
const { start } = element("game").dataset;
if (start && !game.past.length && !game.future.length && !game.solved) game.load(unpacked(start, shape));
hints.onclear = show;
board.onselect = point;
addEventListener("pointerup", endOfDrag);
setInterval(keep, 10_000);
addEventListener("pagehide", keep);
show();
board.learn().then(show, ({ message }) => { element("status").textContent = `${message}.`; });
board.focus(Math.max(0, game.values.indexOf(0)));
stayPlayable();
followDraws();
offerNew(element("status"));
