// Where a page without a server gets what it does not know: the stored path of its puzzle; beside the path, singles and
// subsets that it finds itself. Answers are those of static/source.js, which asks a server.

"use strict";

{
  const { phrase } = catalogue;
  const contents = catalogue.contents;
  const { shapeOf } = catalogue.grid;
  const { SYMBOLS } = catalogue.rules;
  const { drawnSimple } = catalogue.simple_drawing;
  const { simpleSteps } = catalogue.simple_steps;
  const { SimpleWords } = catalogue.simple_words;

  // A puzzle as its file has it: solution, path, and whether the path leads to the solution.
  class Stored {
    constructor(puzzle, words, shape, clues) {
      Object.assign(this, puzzle, { shape, clues });
      this.words = new SimpleWords(words, shape.size);
      this.techniques = words.techniques;
      this.none = words.none;
      this.solved = [...puzzle.solution].map((symbol) => SYMBOLS.indexOf(symbol));
    }

    // What a player sees: the digits, the candidates that are left, and the step of the path that comes next. All
    // steps before it are done, so it applies whatever else the player has found.
    at({ values: text, candidates: marks }) {
      const values = [...text].map((symbol) => SYMBOLS.indexOf(symbol));
      const masks = values.map((value, cell) => {
        const mask = value ? 0 : this.shape.candidates(values, cell);
        return marks[cell] ? mask & marks[cell] : mask;
      });
      const next = this.steps.findIndex((step) => !isDone(step, values, masks));
      const rest = next < 0 ? [] : this.steps.slice(next).filter((step) => !isDone(step, values, masks));
      const placed = this.steps.slice(0, Math.max(next, 0)).filter((step) => step.placement).length;
      const isBeside = values.filter(Boolean).length > this.clues.filter(Boolean).length + placed;
      return { values, masks, rest, isBeside };
    }

    mistakes({ values, candidates }) {
      const found = this.solved.flatMap((digit, cell) => {
        const value = SYMBOLS.indexOf(values[cell]);
        if (value) return value === digit ? [] : [{ cell, digit: value }];
        return candidates[cell] && !(candidates[cell] & (1 << (digit - 1))) ? [{ cell, digit: 0 }] : [];
      });
      return found.map((mistake) => ({ ...mistake, sentence: this.words.mistake(mistake) }));
    }

    // The singles and subsets of a position, as the path has its steps.
    own(at) {
      return simpleSteps(this.shape.size, this.shape.units, at.masks, Object.keys(this.techniques)).map((step) => ({
        ...this.techniques[step.technique],
        ...step,
        sentence: this.words.sentence(step),
        where: this.words.where(step),
        look: { units: step.units.slice(0, 1), cells: step.placement && !step.units.length ? [step.placement[0]] : [] },
        is_single: Boolean(step.placement),
        branches: [],
        drawing: drawnSimple(step, this.shape, at),
      }));
    }

    // On the path its step; beside it a single, or else what is easier: a subset, or the way back to the path.
    next(at) {
      const [step] = at.rest;
      if (step && !at.isBeside) return step;
      const [own] = this.own(at);
      return own && (own.is_single || !step || own.score < step.score) ? own : step;
    }
  }

  function isDone({ placement, eliminations }, values, masks) {
    if (placement && values[placement[0]] !== placement[1]) return false;
    return eliminations.every(([cell, digit]) => !(masks[cell] & (1 << (digit - 1))));
  }

  // --- The answers ------------------------------------------------------------------------------------------------

  let stored; // the puzzle of this page, known when it is asked for

  function ofThisPage() {
    const board = document.getElementById("board");
    const clues = [...board.dataset.clues].map((symbol) => Math.max(0, SYMBOLS.indexOf(symbol)));
    return new Stored(catalogue.opened, contents.words, shapeOf(board), clues);
  }


  // Each question first looks for mistakes: with one of them no step leads to the solution.
  function unlessWrong(answer) {
    return async (position, ...more) => {
      stored ??= ofThisPage();
      const mistakes = stored.mistakes(position);
      return mistakes.length ? { mistakes, conflicts: [] } : answer(stored.at(position), ...more);
    };
  }

  function hint(at, depth) {
    const step = stored.next(at);
    if (!step) return { none: at.values.every(Boolean) ? stored.none.full : stored.none.stuck };
    const found = { where: step.where, ...step.look };
    if (depth !== "where") Object.assign(found, { technique: step.technique, title: step.title, worth: step.worth, meaning: step.meaning });
    if (depth === "all") found.step = step;
    return found;
  }

  function steps(at) {
    const own = stored.own(at);
    const isOwn = (step) => own.some((each) => String([each.placement, each.eliminations]) === String([step.placement, step.eliminations]));
    return { steps: [...own, ...at.rest.slice(0, 1).filter((step) => !isOwn(step))] };
  }

  // An answer to the exercise of this page, which has all steps that are one.
  function practice({ show, placement, eliminations = [] }) {
    const { answers, step } = JSON.parse(document.getElementById("exercise").textContent);
    if (show) return { is_right: null, said: "", step };
    const isIn = (pair, { placement: own, eliminations: gone }) => [own, ...gone].some((other) => String(other) === String(pair));
    const picked = placement ? [placement] : eliminations;
    const is_right = picked.every((pair) => answers.some((answer) => isIn(pair, answer)));
    const shown = is_right && picked.every((pair) => isIn(pair, step)) ? step : null;
    return { is_right, said: is_right ? phrase("Right.") : phrase("Not right."), step: shown };
  }

  catalogue.source = {
    draw: async (kind, count) => ({ puzzles: contents.shuffled(contents.puzzlesOf(kind)).slice(0, count) }),
    hint: unlessWrong(hint),
    steps: unlessWrong(steps),
    practice: async (answer) => practice(answer),
    path: unlessWrong((at) => ({ steps: at.rest, is_solved: stored.is_solved })),
    mistakes: unlessWrong(() => ({ mistakes: [], conflicts: [] })),
  };
}
