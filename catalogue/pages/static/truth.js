// What holds of a draft: how many solutions it has, which digits each cell has in them, what contradicts, what is not needed.
// The engine finds it in a worker of this tab. A new question ends the one before.

import { pathOf } from "./difficulty.js";
import { later } from "./phrases.js";
import { SYMBOLS } from "./shape.js";

export const MOST = 200; // solutions that are counted
const EXPLAIN = ["needless", "contradiction"]; // which the kernels of rules know
const TO_COUNT = 10_000; // milliseconds, after which "at least" so many are known
const TO_FIND = 30_000; // for all candidates, after which those found so far stay
const TO_EXPLAIN = 60_000; // to find what is not needed, or what contradicts

// The engine with the kernels of rules; it is loaded when a question comes first.
let coming;
export const engine = () => (coming ??= later("engine").then(() => later("ruled")).then(() => boardCatalogue, (error) => {
  coming = undefined; // perhaps there was no connection
  throw error;
}));

/**
 * @typedef {{ count?: number, isMore?: boolean, candidates?: Uint16Array, isPart?: boolean, solution?: string, fault?: string,
 *   needless?: { clues: number[], uses: number[] }, contradiction?: { clues: number[], uses: number[] }, path?: any, isWorking?: boolean }} Found
 */

export class Truth {
  /** `onfound` gets all that is known so far each time that more is, and the question. */
  constructor(onfound) {
    this.onfound = onfound;
    this.ending = new AbortController();
  }

  /** Begin to answer a question, as `askedOf` in static/draft.js makes it. */
  async ask({ puzzle, options, places, how, isPlain }) {
    this.ending.abort();
    const { signal } = (this.ending = new AbortController());
    /** @type {Found} */
    let found = { isWorking: true };
    const say = (more) => {
      found = { ...found, ...more };
      if (!signal.aborted) this.onfound(found);
    };
    const named = ({ clues, uses }) => ({ clues, uses: uses.flatMap((use) => (use < places.length ? [places[use]] : [])) });
    const fast = isPlain ? { blocks: how.blocks } : options; // the kernels of plain puzzles are much faster than those of rules
    const call = async (name, more, most) => (await engine())[name](puzzle, { ...(EXPLAIN.includes(name) ? options : fast), ...more, signal: most ? AbortSignal.any([signal, AbortSignal.timeout(most)]) : signal });
    // What takes too long is left out; what this question no longer needs ends it.
    const tried = async (name, most) => {
      try {
        return named(await call(name, {}, most));
      } catch (error) {
        if (error.name !== "TimeoutError") throw error;
      }
    };
    say({});
    try {
      const { solutions, counts } = await call("solve", { limit: 2 });
      if (!counts) {
        say({ candidates: null, count: 0 });
        say({ contradiction: await tried("contradiction", TO_EXPLAIN) });
      } else if (counts === 1) {
        say({ candidates: Uint16Array.from(solutions, (symbol) => 1 << (SYMBOLS.indexOf(symbol) - 1)), count: 1, solution: solutions });
        say({ needless: await tried("needless", TO_EXPLAIN) });
        const ask = async (name, text, more) => (await engine())[name](text, { ...more, signal });
        say({ path: await pathOf(ask, puzzle, how).catch(({ message }) => ({ steps: [], isSolved: true, why: message })) });
      } else {
        say({ count: 2, isMore: true });
        await this.#candidates(call, puzzle.length, say);
        say(await this.#counted(call));
      }
      say({ isWorking: false });
    } catch (error) {
      if (!signal.aborted) say({ fault: error.message, isWorking: false });
    }
  }

  async #candidates(call, cells, say) {
    try {
      const onfound = (some) => say({ candidates: some, isPart: true });
      say({ candidates: (await call("trueCandidates", { onfound }, TO_FIND)).slice(0, cells), isPart: false });
    } catch (error) {
      if (error.name !== "TimeoutError") throw error;
    }
  }

  async #counted(call) {
    try {
      const count = await call("countSolutions", { limit: MOST + 1 }, TO_COUNT);
      return { count: Math.min(count, MOST), isMore: count > MOST };
    } catch (error) {
      if (error.name !== "TimeoutError") throw error;
      return { count: 2, isMore: true };
    }
  }
}
