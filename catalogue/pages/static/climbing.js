// A draft made harder or easier: what may change of it changes, while its solution stays the only one.

import { LEVELS, weightOf } from "./difficulty.js";
import { orbit } from "./finishing.js";
import { grown, joined, proposed, withClues } from "./growing.js";
import { shuffled } from "./shuffling.js";

const MOST = 20; // clues and marks that take the place of some

/**
 * What changes a draft with a solution: `tools` are those of the marks that may come and go, `clues` says whether clues may, in orbits
 * of a `symmetry`; `asking`, `holding` and `toolOf` are as `grown` takes them.
 * @typedef {{ solution: string, tools: any[], clues: boolean, symmetry: string, asking: any, holding: any, toolOf: any }} Ground
 */

/** The draft with a clue or a mark more; null if there is none. */
export function fuller(draft, ground) {
  const { solution, tools, clues, symmetry, holding, toolOf } = ground;
  const open = draft.givens.flatMap((given, cell) => (given ? [] : [cell]));
  const [tool] = shuffled([...tools, ...(clues ? [null] : [])]);
  if (!tool) return open.length ? withClues(draft, orbit(shuffled(open)[0], draft.size, symmetry), solution) : null;
  const [mark] = shuffled(proposed(tool, draft, solution, toolOf, holding(solution)));
  return mark ? { ...draft, uses: joined([...draft.uses, mark], toolOf) } : null;
}

/** The draft without one to three of its clues and marks, with others if there are several solutions then; null if there is none. */
export async function changed(draft, ground) {
  const { tools, clues, symmetry, asking, toolOf } = ground;
  const given = clues ? draft.givens.flatMap((digit, cell) => (digit ? [cell] : [])) : [];
  const own = draft.uses.filter(({ rule }) => tools.includes(toolOf(rule)));
  const gone = shuffled([...given, ...own]).slice(0, 1 + Math.floor(Math.random() * 3));
  if (!gone.length) return null;
  const fewer = { ...draft, uses: draft.uses.filter((use) => !gone.includes(use)) };
  const less = withClues(fewer, gone.filter(Number.isInteger).flatMap((cell) => orbit(cell, draft.size, symmetry)), null);
  const { ask, puzzle } = asking(less);
  if ((await ask("countSolutions", puzzle, { limit: 2 })) === 1) return less;
  const { draft: other, isOnly } = await grown({ ...ground, draft: less, most: MOST, onmark: () => {} });
  return isOnly ? other : null;
}

const levelOf = ({ level }) => LEVELS.indexOf(level);

/**
 * The best of the drafts that `next` makes of the best so far, until a path `isDone`, or the tries end, or somebody
 * ends them, with the path to its solution and the one before. `sign` is 1 for harder, -1 for easier. Null if none is better.
 */
export async function climbed(draft, { next, pathOf, sign, isDone, tries, onbetter }) {
  const before = await pathOf(draft);
  let best = { draft, path: before };
  try {
    for (let attempt = 0; attempt < tries && !isDone(best.path, before); attempt++) {
      const other = await next(best.draft);
      if (!other) continue;
      const path = await pathOf(other);
      if (!path.steps.length) continue; // nothing would be left to find
      if (attempt < tries / 2 && Math.abs(levelOf(path) - levelOf(before)) > 1) continue; // rather by one level
      if (sign * (weightOf(path) - weightOf(best.path)) <= 0 || (sign > 0 && !path.isSolved)) continue;
      best = { draft: other, path };
      onbetter(path);
    }
  } catch (error) {
    if (!["AbortError", "TimeoutError"].includes(error.name) || best.draft === draft) throw error;
  }
  return best.draft === draft ? null : { ...best, before };
}
