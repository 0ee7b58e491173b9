// A step explained: drawn over the board, in words, with its branches.

import { phrase, later } from "./phrases.js";
import { SYMBOLS } from "./shape.js";

// The step as elements: technique and rating, its sentence, and each branch of a chain with its links.
export function explained(step, board) {
  const parts = [made("h3", [step.title, step.worth].filter(Boolean).join(", ")), made("p", step.sentence)];
  if (board && step.drawing.includes('class="link')) {
    const button = made("button", phrase("Arrow by arrow"));
    button.type = "button";
    button.addEventListener("click", () => later("chain").then(({ playChain }) => playChain(button, board, step), ({ message }) => { button.textContent = `${message}.`; }));
    parts.push(button);
  }
  if (step.branches.length) {
    const links = step.branches.reduce((sum, branch) => sum + branch.links.length, 0);
    const all = folded(phrase("Every link of it ({count})", { count: links }), branches(step.branches, board));
    all.lastChild.classList.add("branches");
    parts.push(all);
  }
  return parts;
}

// Branches fold by themselves; one that is open has its arrows alone in full on the board.
function branches(list, board) {
  return list.map((branch, index) => {
    const details = folded(branch.question, links(branch));
    if (board) {
      details.name = "branch";
      details.addEventListener("toggle", () => {
        const open = details.parentElement?.querySelector(":scope > details[open]");
        const number = open ? [...open.parentElement.children].indexOf(open) + 1 : 0;
        for (const arrow of board.element.querySelectorAll(".overlay .link")) {
          arrow.classList.toggle("faint", number > 0 && !arrow.classList.contains(`branch-${number}`));
        }
      });
    } else details.open = index === 0;
    return details;
  });
}

function links(branch) {
  const list = document.createElement("ol");
  list.start = 2;
  for (const link of branch.links) {
    const item = made("li", link.text);
    if (link.nested.length) item.append(folded(phrase("The chain within the chain"), branches(link.nested)));
    list.append(item);
  }
  return [list];
}

function folded(title, content) {
  const details = document.createElement("details");
  const inside = document.createElement("div");
  inside.append(...content);
  details.append(made("summary", title), inside);
  return details;
}

export function made(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

// Draw a step, or nothing, and show what its marks mean.
export function draw(board, legend, drawing) {
  board.draw(drawing);
  if (!legend) return;
  for (const item of legend.children) item.hidden = !board.element.querySelector(`.overlay .${item.dataset.mark}`);
  legend.hidden = !drawing;
}

// What a screen reader says about a cell in a step.
export function roles(step) {
  const words = new Map();
  const add = (cell, text) => words.set(cell, words.has(cell) ? `${words.get(cell)}, ${text}` : text);
  if (step.placement) add(step.placement[0], phrase("the step places {digit}", { digit: SYMBOLS[step.placement[1]] }));
  for (const [cell, digit] of step.eliminations) add(cell, phrase("the step removes {digit}", { digit: SYMBOLS[digit] }));
  for (const cell of step.cells) if (!words.has(cell)) add(cell, phrase("part of the step"));
  return words;
}
