// A draft of the desk in the player of a site without a server: the desk leaves it in the session, with its rules in words.

import { TESTED, askedOf } from "./draft.js";
import { made } from "./explanation.js";
import { phrase } from "./phrases.js";
import { drawMarks, putMarks } from "./picture.js";

/** The draft and its rules in words; `puzzle` are its clues. */
export function tested() {
  const found = JSON.parse(sessionStorage.getItem(TESTED));
  if (!found) throw new Error(phrase("This site has no such puzzle."));
  return { ...found, ...askedOf(found.draft, () => true) };
}

/** Complete a page that shows the clues: the rules for the engine beside the board, the marks over it, the words at the side. */
export async function addRules({ draft, rules, options }) {
  const drawn = await drawMarks(draft);
  const board = document.getElementById("board");
  const { uses, lowest, groups, regions } = options;
  const data = { constraints: JSON.stringify([uses, regions]), uses, lowest, groups, regions, room: drawn.room };
  board.after(Object.assign(made("script", JSON.stringify(data)), { type: "application/json", className: "rules" }));
  putMarks(board, drawn);
  const panel = Object.assign(made("section", ""), { className: "panel", id: "rules" });
  panel.append(made("h2", phrase("Rules")), ...rules.map(([name, words]) => made("p", `${name}: ${words}`)));
  document.querySelector(".aside").append(panel);
}
