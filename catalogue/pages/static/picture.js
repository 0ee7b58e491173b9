// The drawing of a draft's marks: one function, whoever draws.

import { source } from "./source.js";

/**
 * The marks of a draft as images to lie over its board, with what else follows from its rules: their words, the constraint text,
 * the room that clues outside need. Null where nothing can draw them.
 */
export async function drawMarks({ title, author, words, tags, ...draft }) {
  return source.shown ? source.shown(draft) : null;
}

// An image as an element, in a layer of the board.
export function layer(name, svg) {
  const element = document.createElement("div");
  element.className = `rules ${name}`;
  element.setAttribute("aria-hidden", "true");
  if (svg) element.append(document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement));
  return element;
}
