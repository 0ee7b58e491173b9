// Where a page without a server gets what it and the engine do not know: the stored path of a puzzle with rules. Answers are
// those of static/source.js, which asks a server.

import { contents } from "./contents.js";
import { shapeOf } from "./grid.js";
import { phrase } from "./phrases.js";
import { SYMBOLS } from "./rules.js";
import { inTab } from "./tab.js";

// A puzzle as its file has it: solution, path, whether the path leads to the solution, and what mistakes are called.
class Stored {
  constructor(puzzle, shape) {
    this.steps = puzzle.steps;
    this.is_solved = puzzle.is_solved;
    this.words = puzzle.words;
    this.shape = shape;
    this.solved = [...puzzle.solution].map((symbol) => SYMBOLS.indexOf(symbol));
  }

  // The digits that a player sees, and the steps of the path that are left. All steps before them are done, so the
  // first one applies whatever else the player has found.
  at({ values: text, candidates: marks }) {
    const values = [...text].map((symbol) => SYMBOLS.indexOf(symbol));
    const masks = values.map((value, cell) => {
      const mask = value ? 0 : this.shape.candidates(values, cell);
      return marks[cell] ? mask & marks[cell] : mask;
    });
    return { values, rest: this.steps.filter((step) => !isDone(step, values, masks)) };
  }

  mistakes({ values, candidates }) {
    return this.solved.flatMap((digit, cell) => {
      const value = SYMBOLS.indexOf(values[cell]);
      const lacks = !value && candidates[cell] && !(candidates[cell] & (1 << (digit - 1)));
      const name = value && value !== digit ? "wrong_digit" : lacks && "missing_mark";
      const places = { cell: this.shape.name(cell), digit: SYMBOLS[value] };
      return name ? [{ cell, digit: value, sentence: phrase(this.words[name], places) }] : [];
    });
  }
}

function isDone({ placement, eliminations }, values, masks) {
  if (placement && values[placement[0]] !== placement[1]) return false;
  return eliminations.every(([cell, digit]) => !(masks[cell] & (1 << (digit - 1))));
}

// --- The answers ------------------------------------------------------------------------------------------------

let stored; // the puzzle of this page, known when it is asked for

// Each question first looks for mistakes: with one of them no step leads to the solution.
function unlessWrong(answer) {
  return async (position, ...more) => {
    stored ??= new Stored(globalThis.catalogue.opened, shapeOf(document.getElementById("board")));
    const mistakes = stored.mistakes(position);
    return mistakes.length ? { mistakes, conflicts: [] } : answer(stored.at(position), ...more);
  };
}

function hint({ values, rest: [step] }, depth) {
  if (!step) return { none: values.every(Boolean) ? phrase("the board is full") : phrase("no technique applies") };
  const { technique, title, worth, meaning, where, look } = step;
  return { where, ...look, ...(depth !== "where" && { technique, title, worth, meaning }), ...(depth === "all" && { step }) };
}

export const source = {
  draw: async (kind, count) => ({ puzzles: contents.shuffled(contents.puzzlesOf(kind)).slice(0, count) }),
  hint: inTab("hint", unlessWrong(hint)),
  steps: inTab("steps", unlessWrong(({ rest }) => ({ steps: rest.slice(0, 1) }))),
  practice: inTab("practice"),
  path: inTab("path", unlessWrong(({ rest }) => ({ steps: rest, is_solved: stored.is_solved }))),
  mistakes: inTab("mistakes", unlessWrong(() => ({ mistakes: [], conflicts: [] }))),
};
