// Which questions this tab answers itself: those about plain puzzles, by the engine, which is loaded at the first of them.

import { later } from "./phrases.js";
import "./position.js"; // which static/thinking.js needs

export const LARGEST = 12; // of a board whose steps the engine finds

// The script static/thinking.js, which is loaded when it is used first.
export const thinking = () => later("thinking");

// Ask it about a plain puzzle, and the source of the page about others.
export function inTab(name, otherwise) {
  return async (position, ...more) => {
    const isPlain = !position.constraints && position.puzzle.length <= LARGEST ** 2;
    return isPlain ? (await thinking())[name](position, ...more) : otherwise(position, ...more);
  };
}
