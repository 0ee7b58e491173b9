// The games that this browser keeps, to go on with.

import { spelled } from "./clock.js";
import { keptGames } from "./game.js";

const section = document.getElementById("kept");
const games = keptGames()
  .filter((game) => game.values && !game.solved && game.past.length)
  .slice(0, 10);

for (const game of games) {
  const link = document.createElement("a");
  link.href = `/play?${new URLSearchParams({ puzzle: game.puzzle, blocks: game.blocks })}`;
  const empty = game.values.filter((value) => !value).length;
  link.textContent = game.name;
  const item = document.createElement("li");
  item.append(link, ` ${empty} cells to fill, ${spelled(game.elapsed)} so far`);
  section.lastElementChild.append(item);
}
section.hidden = !games.length;
