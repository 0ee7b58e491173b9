// What was played in this browser, to go on with and to look back at; and a puzzle that is entered by clicking.

"use strict";

{
  const { followDraws } = catalogue.draws;
  const { showMonth } = catalogue.days;
  const { spelled } = catalogue.clock;
  const { helpOf, trendOf } = catalogue.ending;
  const { begunGames, dayOf, exported, figuresOf, forgetAll, imported, solvedGames } = catalogue.history;
  const { Board } = catalogue.grid;
  const { stayPlayable } = catalogue.offline;
  const { SYMBOLS } = catalogue.rules;

  const LEVELS = ["easy", "medium", "hard", "unfair", "extreme", null];

  function showPlayed() {
    const begun = begunGames().slice(0, 10);
    const kept = document.getElementById("kept");
    kept.querySelector("ul").replaceChildren(...begun.map((game) => item(game, `${emptyOf(game)} cells to fill, ${spelled(timeOf(game))} so far`)));
    kept.hidden = !begun.length;
    showSolved(solvedGames());
    if (document.getElementById("days")) showMonth(document.getElementById("days"));
    document.getElementById("history").hidden = false;
  }

  const emptyOf = (game) => game.values.filter((value) => !value).length;
  const timeOf = (game) => Math.max(0, game.elapsed - (game.spent?.[0] ?? 0));

  function item(game, words) {
    const element = document.createElement("li");
    const name = document.createElement(game.address ? "a" : "span");
    if (game.address) name.href = game.address;
    name.textContent = game.name;
    element.append(name, ` ${words}`);
    return element;
  }

  function showSolved(games) {
    const section = document.getElementById("solved");
    const levels = [...new Set(games.map((game) => game.level ?? null))].sort((one, other) => LEVELS.indexOf(one) - LEVELS.indexOf(other));
    const rows = levels.map((level) => {
      const of = figuresOf(level, games);
      const row = document.createElement("tr");
      const time = (milliseconds) => (milliseconds === null ? "" : spelled(milliseconds));
      for (const text of [level ?? "no level", of.solved, time(of.best), time(of.average), "", of.helped || ""]) {
        const cell = row.insertCell();
        cell.textContent = text;
        if (row.cells.length !== 1 && row.cells.length !== 5) cell.className = "number";
      }
      const trend = trendOf(of.trend);
      if (trend) row.cells[4].append(trend);
      return row;
    });
    section.querySelector("tbody").replaceChildren(...rows);
    const last = games.slice(0, 10).map((game) => {
      const help = helpOf(game);
      return item(game, `${game.level ?? "no level"}, ${spelled(game.elapsed)}${help ? `, with ${help}` : ""}`);
    });
    section.querySelector("ol").replaceChildren(...last);
    section.hidden = !games.length;
  }

  // A page that the browser has kept as it was, and shows again, has missed what was played since.
  addEventListener("pageshow", ({ persisted }) => persisted && showPlayed());
  addEventListener("storage", showPlayed);
  showPlayed();
  followDraws();

  // --- The history as a file ------------------------------------------------------------------------------------

  const said = document.getElementById("history-said");

  document.getElementById("export-history").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
    link.download = `sudoku-history-${dayOf(new Date())}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  });
  document.getElementById("import-history").addEventListener("change", async ({ currentTarget: input }) => {
    try {
      const count = imported(await input.files[0].text());
      said.textContent = `${count} ${count === 1 ? "puzzle" : "puzzles"} added.`;
      showPlayed();
    } catch (error) {
      said.textContent = `Nothing was added: ${error.message}.`;
    }
    input.value = "";
  });
  document.getElementById("forget-history").addEventListener("click", () => {
    if (!confirm("Forget all puzzles that were begun or solved in this browser?")) return;
    forgetAll();
    said.textContent = "Nothing is kept any more.";
    showPlayed();
  });

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
