// Links to a puzzle of a kind: among some that are drawn, one that was not played in this browser.

import { states } from "./history.js";
import { address } from "./places.js";
import { source } from "./source.js";

const DRAWN = 20;
const DRAWS = 3;

// A puzzle that was never begun; if all that were drawn were, one that is not solved, or else the one solved first.
async function choose(kind) {
  const played = states();
  const worth = ({ key }) => {
    const { state, game } = played.get(key) ?? {};
    return state === "solved" ? 2 + (game.when ?? 0) : state === "begun" ? 1 : 0;
  };
  let best = null;
  for (let draw = 0; draw < DRAWS; draw++) {
    const { puzzles } = await source.draw(kind, DRAWN);
    for (const puzzle of puzzles) if (!best || worth(puzzle) < worth(best)) best = puzzle;
    if (!best || !worth(best) || puzzles.length < DRAWN) break;
  }
  return best;
}

// Lead to a puzzle of an address such as /play?level=hard; where none can be drawn, the server says why.
async function follow(url) {
  const kind = new URLSearchParams(url.search);
  for (const name of ["not", "board"]) kind.delete(name);
  const found = await choose(kind).catch(() => null);
  if (!found) return location.assign(url);
  location.assign(address(`/play?${new URLSearchParams([["board", found.id], ...kind])}`));
}

// Links and forms with `data-draw`; without a script the server draws.
export function followDraws() {
  for (const link of document.querySelectorAll("a[data-draw]")) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      follow(new URL(link.href));
    });
  }
  for (const form of document.querySelectorAll("form[data-draw]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      follow(new URL(`${form.action}?${new URLSearchParams(/** @type {any} */ (new FormData(form)))}`));
    });
  }
}
