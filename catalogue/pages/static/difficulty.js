// How hard a draft is for a person: its path, in the tab for plain puzzles, and by whoever knows rules for others.

import { made } from "./explanation.js";
import { many, phrase } from "./phrases.js";
import { USUAL_BLOCKS } from "./rules.js";
import { source } from "./source.js";

const element = (id) => document.getElementById(id);

/** The path of a puzzle, `rules` its constraint text, null if it is plain: its steps, level and score, and a sentence about it. */
export async function pathOf({ puzzle, size, hasRegions, rules }) {
  const blocks = hasRegions ? USUAL_BLOCKS[size] : "none";
  const style = size === 9 || rules ? "score" : "rating";
  const found = await source.path({ puzzle, ...(rules ? { constraints: rules } : { blocks }), style });
  if (!found.steps) throw new Error(phrase("no technique applies"));
  const said = found.level ? phrase("The puzzle is {level}: its score is {score}.", { level: phrase(found.level), score: found.score }) : "";
  return { ...found, about: found.about || said };
}

/** What the level of a path is, by its steps. */
export function hardestOf(steps) {
  const worth = ({ score, rating }) => score ?? rating ?? 0;
  return steps.reduce((hardest, step) => (!hardest || worth(step) > worth(hardest) ? step : hardest), null);
}

/** The path under the truth: what it weighs, its hardest step, what opens next, and all steps, which show their cells. */
export function showPath(path, board) {
  const hardest = path && hardestOf(path.steps);
  element("path").hidden = !path;
  if (!path) return;
  const lines = [
    path.about,
    path.is_solved ? "" : phrase("No technique known here applies any further."),
    hardest ? phrase("Hardest step: {step}", { step: [hardest.title, hardest.worth].filter(Boolean).join(", ") }) : "",
    path.steps.length ? phrase("Opens with: {step}", { step: path.steps[0].sentence }) : "",
  ];
  element("weight").replaceChildren(...lines.filter(Boolean).map((line) => made("p", line)));
  element("path-title").textContent = many(path.steps.length, "{count} step", "{count} steps");
  element("path-steps").replaceChildren(...path.steps.map((step) => {
    const item = made("li", "");
    const button = Object.assign(made("button", step.sentence), { type: "button" });
    button.addEventListener("click", () => board().flag("look", step.cells));
    item.append(button);
    return item;
  }));
}
