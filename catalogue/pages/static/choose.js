// The games that this browser keeps, to go on with; and a puzzle that is entered by clicking.

"use strict";

{
  const { spelled } = catalogue.clock;
  const { keptGames, puzzleOf, solvedGames } = catalogue.game;
  const { Board } = catalogue.grid;
  const { stayPlayable } = catalogue.offline;
  const { SYMBOLS } = catalogue.rules;

  const section = document.getElementById("kept");
  const done = document.getElementById("solved");

  function showKept() {
    const games = keptGames()
      .filter((game) => game.values && !game.solved && game.past.length)
      .slice(0, 10);
    const items = games.map((game) => {
      const empty = game.values.filter((value) => !value).length;
      return item(game, `${empty} cells to fill, ${spelled(game.elapsed)} so far`);
    });
    section.lastElementChild.replaceChildren(...items);
    section.hidden = !games.length;
  }

  function showSolved() {
    const solved = solvedGames();
    const grades = Map.groupBy ? Map.groupBy(solved, (game) => game.grade ?? "not rated") : new Map();
    done.querySelector("tbody").replaceChildren();
    for (const [grade, own] of grades) {
      const row = done.querySelector("tbody").insertRow();
      for (const text of [grade, own.length, spelled(Math.min(...own.map((game) => game.elapsed)))]) {
        const cell = row.insertCell();
        cell.textContent = text;
        if (row.cells.length > 1) cell.className = "number";
      }
    }
    const items = solved.slice(0, 10).map((game) => {
      const hints = game.hints ? `, with ${game.hints} ${game.hints > 1 ? "hints" : "hint"}` : "";
      return item(game, `${game.grade ?? "not rated"}, ${spelled(game.elapsed)}${hints}`);
    });
    done.querySelector("ol").replaceChildren(...items);
    done.hidden = !solved.length;
  }

  showKept();
  showSolved();
  // A page that the browser has kept as it was, and shows again, has missed what was played since.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    showKept();
    showSolved();
  });

  function item(game, words) {
    const link = document.createElement("a");
    link.href = `/play?${new URLSearchParams(puzzleOf(game.key))}`;
    link.textContent = game.name;
    const element = document.createElement("li");
    element.append(link, ` ${words}`);
    return element;
  }
  // --- A puzzle by clicking: the board and the field have the same digits -----------------------------------------

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
      board.remark(cell, clash.length ? "contradicts another" : "");
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
  stayPlayable();
}
