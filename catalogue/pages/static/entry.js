// A puzzle that is entered by clicking: the board and the field have the same digits.

import { Board } from "./grid.js";
import { phrase } from "./phrases.js";
import { SYMBOLS } from "./shape.js";

export function enterByClicking() {
  const board = new Board(document.getElementById("board"));
  const field = document.getElementById("puzzle");
  const values = board.clues.map(() => 0);

  function put(digit) {
    for (const cell of board.selection) values[cell] = values[cell] === digit ? 0 : digit;
    field.value = values.map((value) => SYMBOLS[value]).join("");
    show();
  }

  function show() {
    values.forEach((value, cell) => {
      board.show(cell, { value });
      const clash = board.shape.conflicts(values, cell);
      board.remark(cell, clash.length ? phrase("contradicts another") : "");
    });
    board.flag("conflict", [...values.keys()].filter((cell) => board.shape.conflicts(values, cell).length));
  }

  function readField() {
    const line = field.value.replace(/\s/g, "").replaceAll("0", "."); // perhaps in rows
    if (line.length !== 81 || /[^.1-9]/.test(line)) return;
    [...line].forEach((symbol, cell) => {
      values[cell] = SYMBOLS.indexOf(symbol);
    });
    show();
  }

  field.addEventListener("input", readField);
  document.getElementById("entry").addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !event.target.closest('[role="grid"]')) return;
    if (/^[1-9]$/.test(event.key)) put(Number(event.key));
    else if (["Backspace", "Delete", "0", "."].includes(event.key)) put(0);
    else return;
    event.preventDefault();
  });
  for (const button of document.querySelectorAll("#entry [data-digit]")) {
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => put(Number(button.dataset.digit)));
  }
  document.getElementById("erase").addEventListener("click", () => put(0));
  board.select([0], 0);
  readField();
}
