// A page of a site without a server, made from the one that all puzzles share, and then the scripts that run it.

import { root } from "./places.js";
import { SYMBOLS } from "./shape.js";

// Show the page with the clues of a puzzle.
export function openPage(name, clues, blocks) {
  const size = Math.sqrt(clues.length);
  document.getElementById("main").replaceChildren(document.getElementById("shared").content.cloneNode(true));
  const board = document.getElementById("board");
  board.setAttribute("aria-label", name);
  Object.assign(board.dataset, { size, blocks, clues });
  const pad = document.querySelector(".pad");
  pad.classList.toggle("small", size > 9);
  pad.replaceChildren(...Array.from({ length: size }, (_, place) => {
    const button = document.createElement("button");
    button.dataset.digit = String(place + 1);
    button.textContent = SYMBOLS[place + 1];
    return button;
  }));
}

// Load the scripts that the page names, one after another.
export function playerOf() {
  for (const name of document.querySelector("[data-play]").dataset.play.split(" ")) {
    const script = document.createElement("script");
    script.src = new URL(`static/${name}`, root).href;
    script.async = false;
    document.head.append(script);
  }
}
