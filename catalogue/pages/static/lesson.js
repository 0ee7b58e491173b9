// The page of a technique: its example drawn.

"use strict";

{
  const { showCourse } = catalogue.course;
  const { followDraws } = catalogue.draws;
  const { draw, explained, roles } = catalogue.explanation;
  const { Board } = catalogue.grid;
  const { SYMBOLS } = catalogue.rules;

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
  document.getElementById("from-here").href += `#${example.start}`;
  followDraws();
  showCourse();
}
