// The page of a technique: its example drawn.

import { draw, explained, roles } from "./explanation.js";
import { Board } from "./grid.js";
import { SYMBOLS } from "./rules.js";
import { packed } from "./share.js";

const example = JSON.parse(document.getElementById("example").textContent);
const board = new Board(document.getElementById("board"));
const { step } = example;
const values = [...example.values].map((symbol) => Math.max(0, SYMBOLS.indexOf(symbol)));
const words = roles(step);

values.forEach((value, cell) => {
  board.show(cell, { value, candidates: value || step.is_single ? 0 : example.candidates[cell] });
  board.remark(cell, words.get(cell) ?? "");
});
draw(board, document.querySelector(".legend"), step.drawing);
document.getElementById("step").replaceChildren(...explained(step, board));

const none = values.map(() => 0);
const centre = step.is_single ? none : example.candidates;
const position = { values, corner: none, centre, removed: none, colour: none, auto: false };
document.getElementById("from-here").href += `#${packed(position)}`;
