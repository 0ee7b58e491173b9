// Help for a setter: another solution, a solution that marks follow, givens until there is one solution, as few as can be.

import { pathOf } from "./difficulty.js";
import { askedOf } from "./draft.js";
import { anySolution, finished, fewest, fitting } from "./finishing.js";
import { phrase } from "./phrases.js";
import { SYMBOLS } from "./shape.js";
import { engine } from "./truth.js";

const element = (id) => document.getElementById(id);
const TRIES = 20;
const PAIRS = ["white dot", "black dot", "x", "v"]; // marks between cells, of which one that holds takes the place of one that does not

export class Help {
  constructor(desk) {
    this.desk = desk;
    this.locked = null; // a solution that marks follow
    const act = (id, work) => element(id).addEventListener("click", () => this.#run(work));
    act("another", () => this.#another());
    act("finish", () => this.#finish());
    act("fewest", () => this.#fewest());
    element("stop").addEventListener("click", () => this.ending?.abort());
    element("lock").addEventListener("click", () => {
      this.locked = this.locked ? null : (desk.found.solution ?? null);
      this.#say(this.locked ? phrase("Marks follow this solution.") : phrase("Marks follow no solution."));
      desk.show();
    });
  }

  show() {
    const { found } = this.desk;
    element("lock").setAttribute("aria-pressed", String(Boolean(this.locked)));
    element("lock").disabled = !this.locked && !found.solution;
    element("another").disabled = !found.count || found.count < 2;
    element("fewest").disabled = found.count !== 1;
    element("finish").disabled = !found.count;
  }

  #say(words) {
    element("help-status").textContent = words;
  }

  async #run(work) {
    this.ending?.abort();
    this.ending = new AbortController();
    const { signal } = this.ending;
    element("stop").hidden = false;
    this.#say(phrase("at work …"));
    try {
      this.#say((await work()) ?? "");
    } catch (error) {
      this.#say(error.name === "AbortError" ? phrase("Stopped.") : error.message);
    }
    if (this.ending.signal === signal) element("stop").hidden = true;
  }

  /** Asks the engine about givens under the rules of the draft. */
  get #ask() {
    const { options, how, isPlain } = askedOf(this.desk.draft, this.desk.isFinished);
    const { signal } = this.ending;
    return async (name, puzzle, more = {}) => (await engine())[name](puzzle, { ...(isPlain ? { blocks: how.blocks } : options), ...more, signal });
  }

  get #puzzle() {
    return askedOf(this.desk.draft, this.desk.isFinished).puzzle;
  }

  async #another() {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const solution = await anySolution(this.#ask, this.#puzzle);
      if (!solution || solution === this.desk.found.solution) continue;
      this.desk.showSolution(solution);
      return phrase("This is one of its solutions.");
    }
    return phrase("No other solution was found.");
  }

  async #finish() {
    const { draft } = this.desk;
    if (!this.desk.found.count) return phrase("No solution");
    const level = element("level").value;
    for (let attempt = 0; attempt < (level ? TRIES : 1); attempt++) {
      const board = this.locked ?? (await anySolution(this.#ask, this.#puzzle));
      if (!board || !(await this.#ask("countSolutions", board, { limit: 1 }))) return phrase("The locked solution breaks the rules.");
      const puzzle = await finished(this.#ask, this.#puzzle, board, element("symmetry").value);
      if (level && (await this.#levelOf(puzzle)) !== level) continue;
      this.desk.change({ ...draft, givens: [...puzzle].map((symbol) => SYMBOLS.indexOf(symbol)) });
      return phrase("It has one solution now.");
    }
    return phrase("None of {count} tries has this level.", { count: TRIES });
  }

  async #levelOf(puzzle) {
    const { how } = askedOf(this.desk.draft, this.desk.isFinished);
    const { signal } = this.ending;
    return (await pathOf(async (name, text, more) => (await engine())[name](text, { ...more, signal }), puzzle, how)).level;
  }

  async #fewest() {
    const { draft } = this.desk;
    const put = (puzzle) => ({ ...draft, givens: [...puzzle].map((symbol) => SYMBOLS.indexOf(symbol)) });
    const best = await fewest(this.#ask, this.#puzzle, element("symmetry").value, TRIES, (fewer) => this.#say(phrase("{count} clues so far", { count: number(fewer) })));
    this.desk.change(put(best));
    return phrase("{count} clues, and none can go.", { count: number(best) });
  }

  /** The uses after a stroke, the new one with what the locked solution says; or why it cannot follow. */
  async followed(uses, place) {
    const { draft, toolOf } = this.desk;
    const rules = await (await engine()).load({ rules: true });
    const { options } = askedOf({ ...draft, uses: [] }, () => true);
    const holds = (some) => some.map((each) => {
      try {
        return rules.brokenRules(this.locked, { ...options, uses: [each] }).length === 0;
      } catch {
        return false; // a value that no cells can have
      }
    });
    const fresh = uses.filter((use, at) => at === place || !draft.uses.includes(use));
    const fitted = new Map(fresh.map((use) => [use, fits(use)]));
    if ([...fitted.values()].includes(null)) return { fault: phrase("The locked solution breaks this mark.") };
    return { uses: uses.map((use) => fitted.get(use) ?? use) };

    // A mark between cells may become one of another kind; with a number if there is no other way.
    function fits(use) {
      const kinds = PAIRS.includes(use.rule) ? [use.rule, ...PAIRS.filter((rule) => rule !== use.rule)].map((rule) => ({ ...use, rule, value: null })) : [];
      const plain = kinds.find((kind) => holds([kind])[0]);
      const value = plain ? null : fitting(use, toolOf(use.rule), draft.size * (draft.size + 1), holds);
      return plain ?? (value === undefined ? null : { ...use, value });
    }
  }
}

const number = (puzzle) => puzzle.replaceAll(".", "").length;
