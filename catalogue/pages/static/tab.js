// What this tab answers itself, by the engine, which is loaded at the first question.

import { later } from "./phrases.js";
import "./position.js"; // which static/thinking.js needs

export const LARGEST = 16; // of a board whose steps the engine finds

// The script static/thinking.js, which is loaded when it is used first.
export const thinking = () => later("thinking");

const asked = (name) => async (...given) => (await thinking())[name](...given);

// A position has the puzzle with its blocks or its rules, the values and candidates of a player, and a style.
export const answers = {
  hint: asked("hint"),
  steps: asked("steps"),
  path: asked("path"),
  mistakes: asked("mistakes"),
  practice: asked("practice"),
};
