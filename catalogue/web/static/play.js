// The page where a puzzle is played: keys, pad, marks, conflicts, the clock, the end.

import { Clock, spelled } from "./clock.js";
import { Game } from "./game.js";
import { Board } from "./grid.js";
import { Hints } from "./hints.js";
import { SYMBOLS, listed } from "./rules.js";

const element = (id) => document.getElementById(id);
const board = new Board(element("board"));
const { shape } = board;
const game = new Game(shape, board.clues, board.element.getAttribute("aria-label"), element("game").dataset.grade);
const clock = new Clock(game.elapsed, element("clock"));
const hints = new Hints(board, game, element("hints"));

// --- What is shown ------------------------------------------------------------------------------------------

const modes = [...document.querySelectorAll("[data-mode]")];
const pad = [...document.querySelectorAll("[data-digit]")];
let mode = "values";

function show() {
  if (hints.shown) return;
  const conflicts = game.values.map((_, cell) => shape.conflicts(game.values, cell));
  game.values.forEach((value, cell) => {
    const candidates = game.auto ? game.candidates(cell) : 0;
    board.show(cell, { value, corner: game.corner[cell], centre: game.auto ? 0 : game.centre[cell], candidates });
    board.remark(cell, conflicts[cell].length ? `again in ${listed(conflicts[cell])}` : "");
  });
  board.flag("conflict", conflicts.flatMap((units, cell) => (units.length ? [cell] : [])));
  element("undo").disabled = !game.past.length;
  element("redo").disabled = !game.future.length;
  element("auto").checked = game.auto;
  for (const button of pad) {
    const digit = Number(button.dataset.digit);
    const done = game.values.filter((value) => value === digit).length >= shape.size;
    button.classList.toggle("done", done);
    button.setAttribute("aria-label", done ? `${SYMBOLS[digit]}, all placed` : SYMBOLS[digit]);
  }
  point();
  say(conflicts);
}

// The cells that the chosen one sees, and those with its digit.
function point() {
  const value = game.values[board.current];
  const one = board.selection.size < 2;
  board.flag("seen", one ? shape.peers[board.current] : []);
  board.flag("same", one && value ? game.values.flatMap((other, cell) => (other === value ? [cell] : [])) : []);
}

// The conflict of the chosen cell, or else the first, and how many there are.
function clash(conflicts) {
  const clashing = [...conflicts.keys()].filter((cell) => conflicts[cell].length && !game.clues[cell]);
  if (!clashing.length) return [];
  const cell = clashing.includes(board.current) ? board.current : clashing[0];
  const more = clashing.length - 1;
  return [
    `${shape.name(cell)}: ${SYMBOLS[game.values[cell]]} is again in ${listed(conflicts[cell])}.`,
    ...(more ? [`${more} more ${more > 1 ? "digits contradict" : "digit contradicts"} another.`] : []),
  ];
}

function say(conflicts) {
  const solved = game.isFull && !conflicts.some((units) => units.length);
  const ends = solved && !game.solved;
  clock.end(solved);
  if (solved !== game.solved) {
    game.solved = solved;
    game.elapsed = clock.elapsed;
    game.keep();
    if (solved) game.keepSolved();
  }
  const hinted = game.hints ? `, with ${game.hints} ${game.hints > 1 ? "hints" : "hint"}` : "";
  const full = game.isFull && !solved ? ["The board is full, but some digits contradict each other."] : [];
  const lines = solved ? [`Solved in ${spelled(clock.elapsed)}${hinted}.`] : [...full, ...clash(conflicts)];
  element("status").classList.toggle("solved", solved);
  if (element("status").textContent !== lines.join(" ")) element("status").textContent = lines.join(" ");
  if (ends) hints.clear();
}

function setMode(next) {
  mode = next;
  for (const button of modes) button.setAttribute("aria-pressed", button.dataset.mode === mode);
}

function keep() {
  game.keepTime(clock.elapsed);
}

// --- Moves --------------------------------------------------------------------------------------------------

function enter(digit, kind = mode) {
  if (clock.paused || digit > shape.size) return;
  const cells = [...board.selection];
  if (kind === "values") game.enter(cells, digit);
  else game.mark(kind, cells, digit);
}

function pause(paused) {
  clock.pause(paused);
  element("veil").hidden = !paused;
  board.element.inert = paused;
  element("pause").textContent = paused ? "Continue" : "Pause";
  (paused ? element("veil").firstElementChild : board.cells[board.current]).focus();
}

const ACTIONS = {
  erase: () => game.erase([...board.selection]),
  undo: () => game.undo(),
  redo: () => game.redo(),
  restart: () => game.restart(),
  pause: () => pause(!clock.paused),
};

for (const [id, act] of Object.entries(ACTIONS)) element(id).addEventListener("click", act);
element("continue").addEventListener("click", () => pause(false));
element("auto").addEventListener("change", (event) => game.setAuto(event.target.checked));
for (const button of modes) button.addEventListener("click", () => setMode(button.dataset.mode));
for (const button of pad) button.addEventListener("click", () => enter(Number(button.dataset.digit)));
// A click on the pad leaves the keys with the board.
for (const button of [...pad, ...modes]) button.addEventListener("pointerdown", (event) => event.preventDefault());

// The digit of a key, whatever Shift makes of it; 0 where it is none.
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
  if (event.key === "Backspace" || event.key === "Delete" || event.key === "0") return ACTIONS.erase;
  if (event.key === "Escape") return () => board.select([board.current]);
  if (event.key === "?") return () => hints.hint("where");
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
  game.elapsed = clock.elapsed;
  show();
};
// A tab that was frozen has missed what others did.
for (const name of ["visibilitychange", "pageshow", "focus"]) {
  addEventListener(name, () => game.refresh() && game.onchange(), true);
}
hints.onclear = show;
board.onselect = point;
setInterval(keep, 10_000);
addEventListener("pagehide", keep);
show();
board.focus(Math.max(0, game.values.indexOf(0)));
