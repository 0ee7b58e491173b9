// The drawing of a draft's marks: one function, whoever draws.

import { source } from "./source.js";

/**
 * The marks of a draft as images to lie over its board, with what else follows from its rules: their words, the constraint text,
 * the room that clues outside need. Null where nothing can draw them.
 */
export async function drawMarks(draft, language = document.documentElement.lang) {
  const { size, lowest, regions, givens, uses, groups } = draft;
  return source.shown ? source.shown({ size, lowest, regions, givens, uses, groups, language }) : null;
}

// An image as an element, in a layer of the board.
export function layer(name, svg) {
  const element = document.createElement("div");
  element.className = `rules ${name}`;
  element.setAttribute("aria-hidden", "true");
  if (svg) element.append(document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement));
  return element;
}
