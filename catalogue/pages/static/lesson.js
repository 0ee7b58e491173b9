// The page of a technique: its example drawn.

import { showCourse } from "./course.js";
import { followDraws } from "./draws.js";
import { draw, explained, roles } from "./explanation.js";
import { Board } from "./grid.js";
import { SYMBOLS } from "./shape.js";
import { thinking } from "./tab.js";

const { puzzle, technique, taken, ...known } = JSON.parse(document.getElementById("example").textContent);
const board = new Board(document.getElementById("board"));

// A server knows the step of the example; else the engine finds it.
async function show() {
  const { values, candidates, step, start } = known.step ? known : await (await thinking()).momentOf(puzzle, technique, taken);
  const words = roles(step);
  [...values].forEach((symbol, cell) => {
    const value = Math.max(0, SYMBOLS.indexOf(symbol));
    board.show(cell, { value, candidates: value || step.is_single ? 0 : candidates[cell] });
    board.remark(cell, words.get(cell) ?? "");
  });
  draw(board, document.querySelector(".legend"), step.drawing);
  document.getElementById("step").replaceChildren(...explained(step, board));
  const title = known.step ? "" : `&title=${encodeURIComponent(step.title)}`;
  document.getElementById("from-here").href += `${title}#${start}`;
}

show().catch(({ message }) => {
  document.getElementById("step").textContent = message;
});
followDraws();
showCourse();
