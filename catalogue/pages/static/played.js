// What was played in this browser, on the cards of a list.

import { spelled } from "./clock.js";
import { states } from "./history.js";
import { phrase } from "./phrases.js";

function showMarks() {
  const played = states();
  for (const card of document.querySelectorAll(".card[data-key]")) {
    const { state, game } = played.get(card.dataset.key) ?? {};
    const said = card.querySelector(".played");
    said.hidden = !state;
    said.textContent = state === "solved" ? phrase("solved in {time}", { time: spelled(game.elapsed) }) : state ? phrase("begun") : "";
    card.classList.toggle("is-solved", state === "solved");
  }
}

export function showPlayed() {
  showMarks();
  addEventListener("storage", showMarks);
}
