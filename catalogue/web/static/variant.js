// A puzzle with more rules: digits over its drawing, what breaks a rule, and the steps to the next digit.

import { SYMBOLS } from "./rules.js";

const element = (id) => document.getElementById(id);
const { size: sizeText, margin, givens: givenText, solution: solutionText, number } = document.querySelector(".variant").dataset;
const size = Number(sizeText);
const givens = givenText.split(",").map(Number);
const solved = solutionText.split(",").map(Number);
const grid = element("cells");
const told = element("told");
const KEY = `board-catalogue/variant/${location.host}/${number}/${givenText}`;

const values = kept();
let at = 0;

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    if (Array.isArray(found) && found.length === givens.length) return found.map((value, cell) => givens[cell] || value);
  } catch {
    // A browser that keeps nothing.
  }
  return [...givens];
}

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // The same.
  }
}

// --- The cells ----------------------------------------------------------------------------------------------

document.querySelector(".variant").style.setProperty("--size", size);
document.querySelector(".variant").style.setProperty("--margin", margin);
const cells = givens.map((given, cell) => {
  const made = document.createElement("div");
  made.role = "gridcell";
  made.addEventListener("click", () => select(cell));
  made.addEventListener("focus", () => select(cell, false));
  return made;
});
for (let row = 0; row < size; row++) {
  const line = document.createElement("div");
  line.role = "row";
  line.append(...cells.slice(row * size, (row + 1) * size));
  grid.append(line);
}

function show(board = values) {
  cells.forEach((made, cell) => {
    const digit = board[cell];
    made.textContent = givens[cell] || !digit ? "" : SYMBOLS[digit]; // the drawing has the givens
    const content = digit ? `${givens[cell] ? "clue " : ""}${SYMBOLS[digit]}` : "empty";
    made.ariaLabel = `row ${Math.floor(cell / size) + 1} column ${(cell % size) + 1}, ${content}`;
    made.tabIndex = cell === at ? 0 : -1;
  });
}

function select(cell, focus = true) {
  cells[at].classList.remove("here");
  at = cell;
  cells[at].classList.add("here");
  cells.forEach((made, place) => (made.tabIndex = place === at ? 0 : -1));
  if (focus) cells[at].focus();
}

function mark(kind, some) {
  cells.forEach((made) => made.classList.remove("wrong", "meant"));
  for (const cell of some) cells[cell].classList.add(kind);
}

function enter(digit) {
  if (givens[at] || element("solution").getAttribute("aria-pressed") === "true") return;
  values[at] = digit;
  mark("meant", []);
  told.textContent = "";
  keep();
  show();
  if (values.every(Boolean)) check();
}

const MOVES = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -size, ArrowDown: size };

grid.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const move = MOVES[event.key];
  const digit = SYMBOLS.indexOf(event.key.toUpperCase());
  if (move) {
    const next = at + move;
    const stays = Math.abs(move) === 1 && Math.floor(next / size) !== Math.floor(at / size);
    if (next >= 0 && next < cells.length && !stays) select(next);
  } else if (["Backspace", "Delete", "0", ".", " "].includes(event.key)) enter(0);
  else if (event.key.length === 1 && digit > 0 && digit <= size) enter(digit);
  else return;
  event.preventDefault();
});

for (const button of document.querySelectorAll("[data-digit]")) {
  button.addEventListener("click", () => {
    enter(Number(button.dataset.digit));
    cells[at].focus();
  });
}

// --- Help ---------------------------------------------------------------------------------------------------

async function ask() {
  const text = values.map((value) => (value ? SYMBOLS[value] : ".")).join("");
  const answer = await fetch(`/boards/${number}/advice?values=${text}`, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

function tell(...sentences) {
  told.replaceChildren(...sentences.map((sentence) => Object.assign(document.createElement("span"), { textContent: sentence })));
}

async function check() {
  const { conflicts } = await ask();
  mark("wrong", conflicts.flatMap(({ cells: some }) => some));
  if (conflicts.length) tell(...conflicts.map(({ words }) => words));
  else tell(values.every(Boolean) ? "Solved." : "No rule is broken so far.");
}

async function hint() {
  const { conflicts, steps } = await ask();
  if (conflicts.length) return check();
  mark("meant", steps.length ? steps.at(-1).cells : []);
  if (!steps.length) return tell("Nothing follows: a digit is wrong, or the board is full.");
  if (steps.at(-1).placed) select(steps.at(-1).placed[0]);
  return tell(...steps.map(({ words }) => words));
}

const failed = (error) => tell(`No answer: ${error.message}`);
element("check").addEventListener("click", () => check().catch(failed));
element("hint").addEventListener("click", () => hint().catch(failed));
element("print").addEventListener("click", () => window.print());
element("reset").addEventListener("click", () => {
  values.splice(0, values.length, ...givens);
  mark("meant", []);
  tell();
  keep();
  show();
});
element("solution").addEventListener("click", ({ currentTarget }) => {
  const shown = currentTarget.getAttribute("aria-pressed") !== "true";
  currentTarget.setAttribute("aria-pressed", shown);
  show(shown ? solved : values);
});

show();
