// How hard a draft is for a person: the path to its solution, which the engine finds in this tab.

import { made } from "./explanation.js";
import { many, phrase } from "./phrases.js";

const element = (id) => document.getElementById(id);
export const LEVELS = ["easy", "medium", "hard", "unfair", "extreme"];

/**
 * The steps of a path, its level and score if it has one, and whether it leads to the solution. `how` is what they are asked with:
 * the blocks and the style of a plain puzzle, else the rules.
 */
export async function pathOf(ask, puzzle, how) {
  const steps = await ask("steps", puzzle, { ...how, language: document.documentElement.lang, drawn: true });
  const filled = [...puzzle].filter((symbol) => symbol !== ".").length + steps.filter(({ placement }) => placement).length;
  const levels = steps.flatMap(({ level }) => (level ? [LEVELS.indexOf(level)] : []));
  return { steps, isSolved: filled === puzzle.length, level: LEVELS[Math.max(...levels)], score: steps.reduce((sum, { score = 0 }) => sum + score, 0) };
}

const worth = ({ score, rating }) => score ?? rating ?? 0;

/** How hard a path is, as a number: by its level and score; one that leads nowhere is hardest. */
export const weightOf = ({ isSolved, level, score }) => (isSolved ? 0 : 1e9) + 1e6 * LEVELS.indexOf(level) + score;

/** The path under the truth: what it weighs, its hardest step, what opens next, and all steps, which show their cells. */
export function showPath(path, board) {
  element("path").hidden = !path;
  if (!path) return;
  const hardest = path.steps.reduce((most, step) => (!most || worth(step) > worth(most) ? step : most), null);
  const lines = [
    path.why,
    path.level ? phrase("The puzzle is {level}: its score is {score}.", { level: phrase(path.level), score: path.score }) : "",
    path.isSolved ? "" : phrase("No technique known here applies any further."),
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
