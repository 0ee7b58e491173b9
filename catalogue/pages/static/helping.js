// Help for a setter: another solution, a solution that marks follow, clues and marks until there is one solution, as few as can be,
// a puzzle that is harder or easier, a random start.

import { changed, climbed, fuller } from "./climbing.js";
import { LEVELS, pathOf } from "./difficulty.js";
import { askedOf, emptyDraft, givensOf } from "./draft.js";
import { anySolution, finished, fewest, fitting, holding } from "./finishing.js";
import { grown } from "./growing.js";
import { Kinds } from "./kinds.js";
import { many, phrase } from "./phrases.js";
import { made } from "./tools.js";
import { engine } from "./truth.js";

const element = (id) => document.getElementById(id);
const TRIES = 20;
const STEPS = 40; // to what is harder or easier
const LONGEST = 60_000; // milliseconds of all tries
const MOST = 80; // clues and marks
const LACKING = 4; // tries in which marks do not suffice
const PAIRS = ["white dot", "black dot", "x", "v"]; // marks between cells, of which one that holds takes the place of one that does not

export class Help {
  constructor(desk) {
    this.desk = desk;
    this.locked = null; // a solution that marks follow
    this.kinds = new Kinds(desk.tools);
    const act = (id, work) => element(id).addEventListener("click", () => this.#run(work));
    act("another", () => this.#another());
    act("finish", () => this.#complete(this.desk.draft, this.locked));
    act("fewest", () => this.#fewest());
    act("harder", () => this.#climb(1));
    act("easier", () => this.#climb(-1));
    act("start", () => this.#start());
    element("stop").addEventListener("click", () => this.ending?.abort());
    element("lock").addEventListener("click", () => {
      this.#lock(this.locked ? null : (desk.found.solution ?? null));
      desk.show();
    });
  }

  #lock(solution) {
    this.locked = solution;
    this.#say(solution ? phrase("Marks follow this solution.") : phrase("Marks follow no solution."));
  }

  show() {
    const { found, draft } = this.desk;
    if (!element("stop").hidden && draft !== this.begun) this.ending.abort(outdated()); // what is found would be of another draft
    if (this.locked && this.locked.length !== draft.givens.length) this.#lock(null);
    element("lock").setAttribute("aria-pressed", String(Boolean(this.locked)));
    element("lock").disabled = !this.locked && !found.solution;
    element("another").disabled = !found.count || found.count < 2;
    for (const id of ["fewest", "harder", "easier"]) element(id).disabled = found.count !== 1;
    element("finish").disabled = !found.count;
  }

  #say(words) {
    element("help-status").textContent = words;
  }

  async #run(work) {
    this.ending?.abort(outdated());
    const ending = (this.ending = new AbortController());
    this.signal = AbortSignal.any([ending.signal, AbortSignal.timeout(LONGEST)]);
    this.begun = this.desk.draft;
    element("stop").hidden = false;
    this.#say(phrase("at work …"));
    try {
      this.rules = await (await engine()).load({ rules: true });
      this.#say((await work()) ?? "");
    } catch (error) {
      if (this.ending === ending) this.#say(error.name === "AbortError" ? phrase("Stopped.") : error.name === "TimeoutError" ? phrase("Nothing was found in a minute.") : error.message);
    }
    if (this.ending === ending) element("stop").hidden = true;
  }

  // --- What the engine is asked ---------------------------------------------------------------------------------------

  /** Asks the engine about boards under the rules of a draft, whose clues are `puzzle`. */
  #asking = (draft) => {
    const { puzzle, options, how, isPlain } = askedOf(draft, this.desk.isFinished);
    const { signal } = this;
    return { puzzle, ask: async (name, given, more = {}) => (await engine())[name](given, { ...(isPlain ? { blocks: how.blocks } : options), ...more, signal: more.signal ? AbortSignal.any([signal, more.signal]) : signal }) };
  };

  // Boards of all sizes and rules have levels; ratings, which plain ones of other sizes than 9 have too, know none.
  #pathOf = async (draft) => {
    const { puzzle, how, options } = askedOf(draft, this.desk.isFinished);
    const { signal } = this;
    return pathOf(async (name, given, more) => (await engine())[name](given, { ...more, signal }), puzzle, how.style === "score" ? how : options);
  };

  #holding(draft) {
    const { options } = askedOf({ ...draft, uses: [] }, () => true);
    return (board) => holding(this.rules, options, board);
  }

  #ground(draft, solution) {
    const { marks: tools, clues } = this.kinds;
    if (!clues && !tools.length) throw new Error(phrase("Choose what may change: clues, or marks of some kinds."));
    return { solution, tools, clues, toolOf: this.desk.toolOf, symmetry: element("symmetry").value, asking: this.#asking, holding: this.#holding(draft) };
  }

  // --- Solutions --------------------------------------------------------------------------------------------------

  async #another() {
    const { ask, puzzle } = this.#asking(this.desk.draft);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const solution = await anySolution(ask, puzzle);
      if (!solution || solution === this.desk.found.solution) continue;
      this.desk.showSolution(solution);
      return phrase("This is one of its solutions.");
    }
    return phrase("No other solution was found.");
  }

  // --- Until there is one -----------------------------------------------------------------------------------------

  /** Add clues and marks of the chosen kinds to a draft until a solution is the only one, and the level the chosen one. */
  async #complete(draft, board) {
    const { ask, puzzle } = this.#asking(draft);
    const level = element("level").value;
    let lacking = null;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const solution = board ?? (await anySolution(ask, puzzle));
      if (!solution) return phrase("No solution");
      if (!(await ask("countSolutions", solution, { limit: 1 }))) return phrase("The locked solution breaks the rules.");
      const found = await this.#finished(draft, solution, !level || LEVELS.indexOf(level) > 2);
      if (!found.isOnly) lacking = found.draft;
      if (!found.isOnly && attempt === LACKING) break;
      const fitted = found.isOnly && level ? await this.#levelled(found.draft, solution, level) : found.draft;
      if (!found.isOnly || !fitted) continue;
      this.desk.change(fitted, -1);
      return phrase("It has one solution now.");
    }
    if (!lacking) return phrase("None that was tried has this level.");
    this.desk.change(lacking, -1);
    return phrase("Marks of these kinds do not suffice: choose further ones, or clues.");
  }

  /** The draft at a level, harder or easier if it must be; null if none is found. */
  async #levelled(draft, solution, level) {
    const far = (path) => LEVELS.indexOf(level) - (path.isSolved ? LEVELS.indexOf(path.level) : LEVELS.length);
    const path = await this.#pathOf(draft);
    const sign = Math.sign(far(path));
    if (!sign) return draft;
    const best = await this.#climbed(draft, this.#ground(draft, solution), sign, (each) => sign * far(each) <= 0);
    return best && !far(best.path) ? best.draft : null;
  }

  async #finished(draft, solution, isLean) {
    const ground = this.#ground(draft, solution);
    const onmark = (count) => this.#say(many(count, "{count} mark so far", "{count} marks so far"));
    if (ground.tools.length) return grown({ ...ground, draft, isLean, onmark, most: MOST });
    const { ask, puzzle } = this.#asking(draft);
    return { draft: { ...draft, givens: givensOf(await finished(ask, puzzle, solution, ground.symmetry)) }, isOnly: true };
  }

  async #start() {
    const { size, lowest, regions } = this.desk.draft;
    this.locked = null;
    return this.#complete({ ...emptyDraft(size, lowest), regions, uses: this.kinds.whole.map((tool) => made(tool)) }, null);
  }

  async #fewest() {
    const { draft } = this.desk;
    const { ask, puzzle } = this.#asking(draft);
    const best = await fewest(ask, puzzle, element("symmetry").value, TRIES, (fewer) => this.#say(phrase("{count} clues so far", { count: number(fewer) })));
    this.desk.change({ ...draft, givens: givensOf(best) });
    return phrase("{count} clues, and none can go.", { count: number(best) });
  }

  // --- Harder, easier ---------------------------------------------------------------------------------------------

  async #climb(sign) {
    const { draft, found } = this.desk;
    const best = await this.#climbed(draft, this.#ground(draft, found.solution), sign, (path, before) => path.level !== before.level || (sign < 0 && 2 * path.steps.length <= before.steps.length));
    if (!best) return sign > 0 ? phrase("None that was tried is harder.") : phrase("None that was tried is easier.");
    this.desk.change(best.draft, -1);
    return phrase("Before: {before}. Now: {now}.", { before: weight(best.before), now: weight(best.path) });
  }

  #climbed(draft, ground, sign, isDone) {
    const next = sign > 0 ? (each) => changed(each, ground) : (each) => fuller(each, ground);
    return climbed(draft, { next, pathOf: this.#pathOf, sign, isDone, tries: STEPS, onbetter: (path) => this.#say(weight(path)) });
  }

  // --- Marks that follow ------------------------------------------------------------------------------------------

  /** The uses after a stroke, the new one with what the locked solution says; or why it cannot follow. */
  async followed(uses, place) {
    const { draft, toolOf } = this.desk;
    this.rules = await (await engine()).load({ rules: true });
    const holds = this.#holding(draft)(this.locked);
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

// Why work ends that somebody does not stop but whose result nobody wants: unlike after Stop, what it has found so far is dropped.
const outdated = () => new Error(phrase("Stopped."));

const number = (puzzle) => puzzle.replaceAll(".", "").length;

const weight = ({ isSolved, level, score }) => (isSolved ? phrase("{level}, score {score}", { level: phrase(level), score }) : phrase("no known technique solves it"));
