// What was played in this browser, to go on with and to look back at.

import { spelled } from "./clock.js";
import { showCourse } from "./course.js";
import { showMonth } from "./days.js";
import { followDraws } from "./draws.js";
import { LEVELS, helpOf, likeInWords, trendOf } from "./ending.js";
import { enterByClicking } from "./entry.js";
import { offerNew } from "./fresh.js";
import { begunGames, dayOf, exported, figuresOf, forgetAll, imported, likeness, solvedGames } from "./history.js";
import { stayPlayable } from "./offline.js";
import { phrase, many } from "./phrases.js";
import { address } from "./places.js";

function showPlayed() {
  const begun = begunGames().slice(0, 10);
  const kept = document.getElementById("kept");
  kept.querySelector("ul").replaceChildren(...begun.map((game) => item(game, many(emptyOf(game), "{count} cell to fill, {time} so far", "{count} cells to fill, {time} so far", { time: spelled(timeOf(game)) }))));
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
  if (game.address) name.href = address(game.address);
  name.textContent = game.name;
  element.append(name, ` ${words}`);
  return element;
}

function showSolved(games) {
  const section = document.getElementById("solved");
  const alike = [...new Map(games.map((game) => [likeness(game), game])).values()];
  alike.sort((one, other) => LEVELS.indexOf(one.level ?? null) - LEVELS.indexOf(other.level ?? null));
  const rows = alike.map((like) => {
    const of = figuresOf(like, games);
    const row = document.createElement("tr");
    const time = (milliseconds) => (milliseconds === null ? "" : spelled(milliseconds));
    for (const text of [likeInWords(like), of.solved, time(of.best), time(of.average), "", of.helped || ""]) {
      const cell = row.insertCell();
      cell.textContent = String(text);
      cell.className = ["", "number", "number", "number less", "extra", "number extra"][cell.cellIndex];
    }
    const trend = trendOf(of.trend);
    if (trend) row.cells[4].append(trend);
    return row;
  });
  section.querySelector("tbody").replaceChildren(...rows);
  const last = games.slice(0, 10).map((game) => {
    const help = helpOf(game);
    const facts = { level: likeInWords(game), time: spelled(game.elapsed), help };
    return item(game, help ? phrase("{level}, {time}, with {help}", facts) : phrase("{level}, {time}", facts));
  });
  section.querySelector("ol").replaceChildren(...last);
  section.hidden = !games.length;
}

// A page that the browser has kept as it was, and shows again, has missed what was played since.
addEventListener("pageshow", ({ persisted }) => persisted && showPlayed());
addEventListener("storage", showPlayed);
showPlayed();
showCourse();
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
    said.textContent = many(count, "{count} puzzle added.", "{count} puzzles added.");
    showPlayed();
  } catch (error) {
    said.textContent = phrase("Nothing was added: {reason}.", { reason: error.message });
  }
  input.value = "";
});
document.getElementById("forget-history").addEventListener("click", () => {
  if (!confirm(phrase("Forget all puzzles that were begun or solved in this browser?"))) return;
  forgetAll();
  said.textContent = phrase("Nothing is kept any more.");
  showPlayed();
});

enterByClicking();
offerNew(document.getElementById("making"));
stayPlayable();
