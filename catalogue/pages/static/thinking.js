// What the engine finds in this tab about a puzzle, plain or under rules. Answers are those of the API of the server.

import { phrase, later } from "./phrases.js";
import { Position } from "./position.js";
import { Shape, SYMBOLS } from "./shape.js";
import { LARGEST } from "./tab.js";

/** @typedef {import("../../../engine/browser/index.js").Language} Language */

const language = /** @type {Language} */ (document.documentElement.lang);

const SECONDS = 2; // to count the solutions of a puzzle
const AT_A_TIME = 40; // puzzles that are made

const RATED = 12; // the largest boards with ratings

const coming = later("engine"); // which sets boardCatalogue

// Its kernels for rules, and for plain boards that have no ratings.
const comingFor = (options) => (options.uses ? coming.then(() => later("ruled")) : coming);

let ending = new AbortController(); // of the last question that may take long

/**
 * What the engine takes: only usual boards of 9x9 have other styles than that of ratings, and others have the steps of people.
 * @returns {any}
 */
function told({ puzzle, blocks, rules, candidates, style }) {
  const size = Math.sqrt(puzzle.length);
  if (size > LARGEST) throw new Error(phrase("Hints are for boards up to {size}.", { size: `${LARGEST}x${LARGEST}` }));
  const common = { candidates, language, drawn: true };
  if (rules) return { ...common, ...rules };
  if (size > RATED) return { ...common, blocks, uses: [] };
  return { ...common, blocks, style: puzzle.length === 81 && blocks === "3x3" ? style : "rating" };
}

// The answer of a worker; the question before is not waited for.
async function asked(name, ...given) {
  const options = given.at(-1);
  await comingFor(options);
  ending.abort();
  ending = new AbortController();
  given[given.length - 1] = { ...options, signal: ending.signal };
  return boardCatalogue[name](...given);
}

// What a shape learns of its rules; the engine then answers at once.
export async function learnt({ rules }, clues) {
  await comingFor(rules);
  const engine = await boardCatalogue.load({ rules: true, languages: [language] });
  const options = { ...rules, language };
  const broken = (values) => {
    const digits = values.map((value) => SYMBOLS[value]).join("");
    return engine.brokenRules(digits, options).map(({ name, cells }) => ({ name, cells }));
  };
  return { ...engine.ground(clues, options), broken };
}

export async function mistakes(position) {
  const { puzzle, blocks, values, candidates } = position;
  const options = puzzle.length > LARGEST ** 2 ? { blocks, candidates, language } : told(position);
  await comingFor(options);
  return { mistakes: await boardCatalogue.mistakes(puzzle, values, options), conflicts: [] };
}

// Each question first looks for mistakes: with one of them no step leads to the solution.
function unlessWrong(answer) {
  return async (position, ...more) => {
    const found = position.values ? await mistakes(position) : { mistakes: [] };
    return found.mistakes.length ? found : answer(position, ...more);
  };
}

export const hint = unlessWrong(async (position, depth) => {
  const step = await asked("nextStep", position.puzzle, position.values, told(position));
  if (!step) return { none: position.values.includes(".") ? phrase("no technique applies") : phrase("the board is full") };
  const { technique, title, worth, meaning, where, look } = step;
  return { where, ...look, ...(depth !== "where" && { technique, title, worth, meaning }), ...(depth === "all" && { step }) };
});

export const steps = unlessWrong(async (position) => {
  return { steps: await asked("possibleSteps", position.puzzle, position.values, told(position)) };
});

export const path = unlessWrong(async (position) => {
  const { puzzle, values = puzzle } = position;
  const found = await asked("steps", puzzle, { ...told(position), values });
  const placed = found.filter((step) => step.placement).length;
  return { steps: found, is_solved: values.replaceAll(".", "").length + placed === puzzle.length, about: await weightOf(position) };
});

// The level of a plain puzzle with its score, or else its rating, in a sentence.
async function weightOf({ puzzle, blocks, rules }) {
  if (rules || puzzle.length > RATED ** 2) return "";
  if (puzzle.length === 81 && blocks === "3x3") {
    const { score, level } = await asked("score", puzzle, {});
    return phrase("The puzzle is {level}: its score is {score}.", { level: phrase(level), score: score.toLocaleString(language) });
  }
  const { rating, status } = await asked("rate", puzzle, { blocks });
  return status === "rated" ? phrase("The puzzle is rated {rating}.", { rating: (rating / 10).toLocaleString(language, { minimumFractionDigits: 1 }) }) : "";
}

// Whether a puzzle has one solution, in two seconds; else a warning.
export async function warningOf(puzzle, blocks) {
  await coming;
  try {
    const count = await boardCatalogue.countSolutions(puzzle, { blocks, signal: AbortSignal.timeout(SECONDS * 1000) });
    return count === 1 ? "" : count ? phrase("This puzzle has several solutions.") : phrase("This puzzle has no solution.");
  } catch (error) {
    if (error.name !== "TimeoutError") throw error;
    return phrase("Its solutions cannot be counted in {seconds} seconds: there may be none, or several.", { seconds: SECONDS });
  }
}

// --- Lessons and exercises: puzzles of 9x9 in the style of scores ---------------------------------------------

// The first step of a technique on the path of a puzzle, or beside it after some steps, and the position before it.
export async function momentOf(puzzle, technique, taken = 0) {
  await coming;
  const options = { style: /** @type {const} */ ("score"), language, drawn: true };
  const found = await boardCatalogue.steps(puzzle, { style: "score", language });
  const position = new Position(new Shape(9, "3x3"), [...puzzle].map((symbol) => SYMBOLS.indexOf(symbol)));
  const isOnPath = found.some((step) => step.technique === technique);
  for (const [place, step] of found.entries()) {
    const values = position.values.map((value) => SYMBOLS[value]).join("");
    const candidates = position.values.map((_, cell) => position.candidates(cell));
    const at = { values, candidates, start: startOf(position) };
    if (step.technique === technique) return { ...at, step: await boardCatalogue.nextStep(puzzle, values, { ...options, candidates }) };
    const [beside] = isOnPath || place < taken ? [] : await boardCatalogue.possibleSteps(puzzle, values, { ...options, candidates, technique });
    if (beside) return { ...at, step: beside };
    position.take(step);
  }
  throw new Error(phrase("no technique applies"));
}

// As static/share.js packs a position: its candidates follow the board, without those that steps have removed.
function startOf({ values, removed }) {
  const masks = removed.map((mask, cell) => (mask && !values[cell] ? mask.toString(36) : ""));
  return String(new URLSearchParams({ values: values.map((value) => SYMBOLS[value]).join(""), removed: masks.join(","), auto: "1" }));
}

// Whether what is picked is part of a step of the technique: of the path, or any that is possible.
export async function practice(position) {
  const { puzzle, values, technique, show, placement, eliminations = [] } = position;
  const options = told({ ...position, style: "score" });
  await comingFor(options);
  const step = await boardCatalogue.nextStep(puzzle, values, options);
  if (show) return { is_right: null, said: "", step };
  const answers = [step, ...(await boardCatalogue.possibleSteps(puzzle, values, { ...options, technique }))];
  const isIn = (pair, { placement: own, eliminations: gone }) => [own, ...gone].some((other) => String(other) === String(pair));
  const picked = placement ? [placement] : eliminations;
  const is_right = picked.every((pair) => answers.some((answer) => isIn(pair, answer)));
  const shown = is_right && picked.every((pair) => isIn(pair, step)) ? step : null;
  return { is_right, said: is_right ? phrase("Right.") : phrase("Not right."), step: shown };
}

// A technique in words.
export async function titleOf(technique) {
  await coming;
  return (await boardCatalogue.load({ languages: [language] })).words[language].techniques[technique];
}

// --- New puzzles ------------------------------------------------------------------------------------------------

// A new puzzle of 9x9 at a level; a signal ends the search.
export async function made(level, signal) {
  await coming;
  for (;;) {
    const seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    const boards = await boardCatalogue.generate(AT_A_TIME, { seed, signal });
    const puzzles = await boardCatalogue.carve(boards, { seed, signal });
    const texts = Array.from({ length: AT_A_TIME }, (_, place) => Array.from(puzzles.subarray(81 * place, 81 * place + 81), (value) => SYMBOLS[value]).join(""));
    const place = (await boardCatalogue.score(texts, { signal })).findIndex((found) => found.level === level);
    if (place >= 0) return texts[place];
  }
}
