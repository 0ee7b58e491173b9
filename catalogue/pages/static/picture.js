// The drawing of a draft's marks: one function, whoever draws.

import { askedOf } from "./draft.js";
import { source } from "./source.js";
import { engine } from "./truth.js";

/**
 * The marks of a draft as images to lie over its board, with the room that clues outside need. The server says besides what else
 * follows from its rules: their words and the constraint text.
 */
export async function drawMarks(draft, language = document.documentElement.lang) {
  const { size, lowest, regions, givens, uses, groups } = draft;
  if (source.shown) return source.shown({ size, lowest, regions, givens, uses, groups, language });
  const { puzzle, options } = askedOf(draft, () => true);
  const { margin, ...drawn } = await (await engine()).drawMarks(puzzle, { ...options, uses });
  return { ...drawn, outside: margin };
}

// An image as an element, in a layer of the board.
export function layer(name, svg) {
  const element = document.createElement("div");
  element.className = `rules ${name}`;
  element.setAttribute("aria-hidden", "true");
  if (svg) element.append(document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement));
  return element;
}
