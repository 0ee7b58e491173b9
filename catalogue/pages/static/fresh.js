// New puzzles at a level, made in this browser as long as somebody wants more.

import { phrase } from "./phrases.js";
import { address } from "./places.js";
import { thinking } from "./tab.js";

// Buttons with `data-make` lead to a new puzzle of the level that they name; another press ends the search before.
export function offerNew(said) {
  let ending = null;
  for (const button of document.querySelectorAll("[data-make]")) {
    button.addEventListener("click", async () => {
      ending?.abort();
      ending = new AbortController();
      said.textContent = phrase("Looking for a puzzle …");
      try {
        const level = button.dataset.make;
        const puzzle = await (await thinking()).made(level, ending.signal);
        location.assign(address(`/play?${new URLSearchParams({ puzzle, made: level })}`));
      } catch (error) {
        if (error.name !== "AbortError") said.textContent = `${error.message}.`;
      }
    });
  }
}
