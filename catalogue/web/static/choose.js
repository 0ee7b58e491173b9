// The games that this browser keeps, to go on with.

import { spelled } from "./clock.js";
import { keptGames, puzzleOf, solvedGames } from "./game.js";

const section = document.getElementById("kept");
const games = keptGames()
  .filter((game) => game.values && !game.solved && game.past.length)
  .slice(0, 10);

for (const game of games) {
  const empty = game.values.filter((value) => !value).length;
  section.lastElementChild.append(item(game, `${empty} cells to fill, ${spelled(game.elapsed)} so far`));
}
section.hidden = !games.length;

const done = document.getElementById("solved");
const solved = solvedGames();
const grades = Map.groupBy ? Map.groupBy(solved, (game) => game.grade ?? "not rated") : new Map();
for (const [grade, own] of grades) {
  const row = done.querySelector("tbody").insertRow();
  for (const text of [grade, own.length, spelled(Math.min(...own.map((game) => game.elapsed)))]) {
    const cell = row.insertCell();
    cell.textContent = text;
    if (row.cells.length > 1) cell.className = "number";
  }
}
for (const game of solved.slice(0, 10)) {
  const hints = game.hints ? `, with ${game.hints} ${game.hints > 1 ? "hints" : "hint"}` : "";
  done.querySelector("ol").append(item(game, `${game.grade ?? "not rated"}, ${spelled(game.elapsed)}${hints}`));
}
done.hidden = !solved.length;

function item(game, words) {
  const link = document.createElement("a");
  link.href = `/play?${new URLSearchParams(puzzleOf(game.key))}`;
  link.textContent = game.name;
  const element = document.createElement("li");
  element.append(link, ` ${words}`);
  return element;
}
