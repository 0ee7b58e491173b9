// The drawing of a draft's marks: one function, which the engine answers in this tab.

import { askedOf } from "./draft.js";
import { engine } from "./truth.js";

/**
 * The marks of a draft as images to lie over its board: `mixed` with the cells, and `covering` them. `margin` is how many cells the
 * clues outside need on each side, `room` what candidates leave to marks, `labelled` the cells with a text in their corner.
 */
export async function drawMarks(draft) {
  const { puzzle, options } = askedOf(draft, () => true);
  return (await (await engine()).load({ rules: true })).drawMarks(puzzle, { ...options, uses: draft.uses });
}

/** Put the marks over a board. */
export function putMarks(board, { mixed, covering, margin, room }) {
  for (const each of board.querySelectorAll(":scope > .rules")) each.remove();
  board.append(layer("mixed", mixed), layer("covering", covering));
  for (const [name, is] of [["ruled", mixed || covering], ["framed", margin], ["texts-above", room.above], ["marks-beside", room.beside]]) board.classList.toggle(name, Boolean(is));
}

function layer(name, svg) {
  const element = document.createElement("div");
  element.className = `rules ${name}`;
  element.setAttribute("aria-hidden", "true");
  if (svg) element.append(document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement));
  return element;
}
