// An exercise: find a technique in a position of the catalogue. The answer is proven by the source of the page.

import { finish } from "./course.js";
import { draw, explained, roles } from "./explanation.js";
import { Board } from "./grid.js";
import { phrase } from "./phrases.js";
import { SYMBOLS, listed } from "./shape.js";
import { source } from "./source.js";

const element = (id) => document.getElementById(id);
const board = new Board(element("board"));
const { shape } = board;
const exercise = JSON.parse(element("exercise").textContent);
const values = [...exercise.values].map((symbol) => Math.max(0, SYMBOLS.indexOf(symbol)));
const COUNTS = "board-catalogue/practice";
let chosen = new Set(); // of an answer, such as "12-5": cell 12 and digit 5
let step = null; // once it is shown
let counted = false; // an exercise counts once, by the first answer

const pairs = () => [...chosen].map((name) => name.split("-").map(Number));

function show() {
  const picked = pairs();
  const words = step ? roles(step) : new Map();
  values.forEach((value, cell) => {
    const own = picked.filter(([other]) => other === cell).map(([, digit]) => digit);
    const placed = exercise.places && own.length ? own[0] : 0;
    const left = own.reduce((mask, digit) => mask & ~(1 << (digit - 1)), exercise.candidates[cell]);
    const candidates = value || placed || exercise.is_single ? 0 : exercise.places ? exercise.candidates[cell] : left;
    board.show(cell, { value: value || placed, candidates });
    board.remark(cell, words.get(cell) ?? "");
  });
  board.flag("look", step ? [] : picked.map(([cell]) => cell));
  draw(board, document.querySelector(".legend"), step?.drawing);
  const names = picked.map(([cell, digit]) => `${SYMBOLS[digit]} in ${shape.name(cell)}`);
  element("answer").textContent = !names.length ? "" : exercise.places
    ? phrase("You place {digits}.", { digits: listed(names) })
    : phrase("You remove {digits}.", { digits: listed(names) });
  element("check").disabled = !names.length || Boolean(step);
  element("clear").disabled = !names.length || Boolean(step);
  element("step").replaceChildren(...(step ? explained(step, board) : []));
}

function choose(digit) {
  if (step || digit > shape.size) return;
  const cells = [...board.selection].filter((cell) => !values[cell] && (exercise.candidates[cell] >> (digit - 1)) & 1);
  const names = cells.map((cell) => `${cell}-${digit}`);
  const all = names.every((name) => chosen.has(name));
  if (exercise.places) chosen = new Set(all ? [] : names.slice(0, 1));
  else for (const name of names) chosen[all ? "delete" : "add"](name);
  element("said").textContent = names.length ? "" : phrase("{digit} is no candidate there.", { digit: SYMBOLS[digit] });
  show();
}

async function ask(more) {
  const position = { ...board.position, values: values.map((value) => SYMBOLS[value]).join(""), candidates: exercise.candidates };
  try {
    const found = await source.practice({ ...position, technique: exercise.technique, ...more });
    count(found.is_right === true);
    if (found.is_right && exercise.number) finish(exercise.technique, exercise.number);
    step = found.step;
    element("said").className = found.is_right ? "solved" : "";
    element("said").textContent = found.said;
    show();
  } catch (error) {
    element("said").textContent = `${error.message}.`;
  }
}

function check() {
  const picked = pairs();
  ask(exercise.places ? { placement: picked[0] } : { eliminations: picked });
}

function counts() {
  try {
    return JSON.parse(localStorage.getItem(COUNTS)) ?? {};
  } catch {
    return {};
  }
}

function count(isRight) {
  if (counted) return;
  counted = true;
  const all = counts();
  const { found = 0, tried = 0 } = all[exercise.technique] ?? {};
  all[exercise.technique] = { found: found + Number(isRight), tried: tried + 1 };
  try {
    localStorage.setItem(COUNTS, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing.
  }
  showCount();
}

function showCount() {
  const { found, tried } = counts()[exercise.technique] ?? {};
  element("count").textContent = tried ? phrase("Found at the first try: {found} of {tried}.", { found, tried }) : "";
}

for (const button of document.querySelectorAll("[data-digit]")) {
  button.addEventListener("pointerdown", (event) => event.preventDefault()); // the keys stay with the board
  button.addEventListener("click", () => choose(Number(button.dataset.digit)));
}
element("check").addEventListener("click", check);
element("show").addEventListener("click", () => ask({ show: true }));
element("clear").addEventListener("click", () => {
  chosen = new Set();
  show();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (event.target.closest("button, a") && event.key === "Enter") return;
  if (!event.target.closest('[role="grid"]') && board.move(event)) return;
  const digit = event.key.length === 1 ? SYMBOLS.indexOf(event.key.toUpperCase()) : -1;
  if (digit > 0) choose(digit);
  else if (event.key === "Enter" && chosen.size && !step) check();
  else return;
  event.preventDefault();
});
show();
showCount();
board.focus(values.indexOf(0));
