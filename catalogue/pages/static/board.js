// The page of a board: its solution on demand, and its path step by step.

import { draw, made, roles, explained } from "./explanation.js";
import { Board } from "./grid.js";
import { phrase, many } from "./phrases.js";
import { Position } from "./position.js";
import { SYMBOLS } from "./shape.js";
import { bind } from "./settings.js";
import { copy } from "./share.js";
import { source } from "./source.js";

const element = (id) => document.getElementById(id);
const board = new Board(element("board"));
const legend = document.querySelector(".legend");

element("print").addEventListener("click", () => window.print());
element("copy").addEventListener("click", ({ currentTarget }) => copy(board.element.dataset.clues, currentTarget));

// --- The solution -------------------------------------------------------------------------------------------

const solution = element("solution");
const solved = [...solution.dataset.solution].map((symbol) => SYMBOLS.indexOf(symbol));

solution.addEventListener("click", () => {
  const shown = solution.getAttribute("aria-pressed") !== "true";
  if (path?.at) path.show(0);
  reveal(shown);
});

function reveal(shown) {
  solution.setAttribute("aria-pressed", shown);
  solved.forEach((value, cell) => board.show(cell, { value: shown ? value : board.clues[cell] }));
}

// --- The path -----------------------------------------------------------------------------------------------

class Path {
  constructor(steps, style) {
    this.steps = steps;
    this.style = style;
    this.at = 0; // 0 is the puzzle, k the position before step k with that step drawn, then the end
    const items = steps.map((step, index) => {
      const button = made("button", `${step.title}, ${step.worth}`);
      button.addEventListener("click", () => this.show(index + 1));
      const item = document.createElement("li");
      item.append(button);
      return item;
    });
    element("steps").replaceChildren(...items);
    element("all").hidden = false;
  }

  show(place) {
    reveal(false);
    this.at = Math.max(0, Math.min(place, this.steps.length + 1));
    const step = this.steps[this.at - 1];
    const position = new Position(board.shape, board.clues);
    this.steps.slice(0, Math.max(0, this.at - 1)).forEach((taken) => position.take(taken));
    const words = step ? roles(step) : new Map();
    position.values.forEach((value, cell) => {
      board.show(cell, { value, candidates: this.at && !step?.is_single ? position.candidates(cell) : 0 });
      board.remark(cell, words.get(cell) ?? "");
    });
    draw(board, legend, step?.drawing);
    history.replaceState(null, "", step ? `#${new URLSearchParams({ step: this.at, ...this.style })}` : location.pathname + location.search);
    element("place").textContent = step
      ? phrase("step {place} of {count}", { place: this.at, count: this.steps.length })
      : this.at
        ? phrase("the end of the path")
        : many(this.steps.length, "{count} step", "{count} steps");
    element("step").replaceChildren(...(step ? explained(step, board) : [made("p", this.#end(position))]));
    if (this.at) element("step").scrollIntoView({ block: "nearest" });
    element("first").disabled = element("back").disabled = !this.at;
    element("forward").disabled = element("last").disabled = this.at > this.steps.length;
    element("steps").querySelectorAll("button").forEach((button, index) => {
      if (index === this.at - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (index === this.at - 1) scrollInList(button.closest("ol"), button);
    });
  }

  #end(position) {
    if (!this.at) return phrase("This is the puzzle.");
    return position.values.includes(0) ? phrase("No technique known here applies any further.") : phrase("The puzzle is solved.");
  }
}

// Into the middle of its list; the page stays where it is.
function scrollInList(list, item) {
  list.scrollTop = item.offsetTop - list.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
}

let path;
let coming;
const isScored = Boolean(element("style"));

// Whose techniques the path has: HoDoKu's if there is nothing to choose, as on a board that is not 9x9.
function styleNow() {
  return { style: isScored ? element("style").value : "score" };
}

async function go(move) {
  if (!path) {
    const style = styleNow();
    const asked = (coming ??= board.learn().then(() => source.path({ ...board.position, ...style })));
    element("place").textContent = phrase("finding the path …");
    try {
      const found = await asked;
      if (asked !== coming) return; // another style has been chosen
      path ??= new Path(found.steps, style);
    } catch (error) {
      if (asked !== coming) return;
      coming = undefined;
      element("place").textContent = "";
      element("step").replaceChildren(made("p", error.message));
      return;
    }
  }
  path.show(move(path.at));
}

const MOVES = {
  first: () => 0,
  back: (at) => at - 1,
  forward: (at) => at + 1,
  last: () => Infinity,
};
const KEYS = { ArrowLeft: "back", ArrowRight: "forward" };

if (element("forward")) {
  for (const [id, move] of Object.entries(MOVES)) element(id).addEventListener("click", () => go(move));
  document.addEventListener("keydown", (event) => {
    const inside = event.target.closest('[role="grid"], input, select, textarea');
    if (inside || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
    event.preventDefault();
    go(MOVES[KEYS[event.key]]);
  });
}

bind((name) => {
  if (name !== "style") return;
  path = coming = undefined;
  go(() => 1);
});

// To the step that the address names.
function follow() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const style = asked.get("style");
  if (isScored && style && style !== element("style").value) {
    element("style").value = style;
    path = coming = undefined;
  }
  if (element("forward") && Number(asked.get("step"))) go(() => Number(asked.get("step")));
}

addEventListener("hashchange", follow);
follow();
