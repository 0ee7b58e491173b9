// Strokes of the setter's desk, for desk.py: the arguments are the folder of the package, the seconds of the processor after which a
// stroke is given up, and perhaps a checkout of Interactive-Sudoku-Solver. Reads a draft and its constraint text from each line, and
// writes the milliseconds that the true candidates take here, and there, and how many they are; none for what was given up.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, seconds, checkout] = process.argv.slice(2);
const { solve, trueCandidates } = await import(`${folder}/index.js`);
const USUAL = ["AAABBBCCC", "DDDEEEFFF", "GGGHHHIII"].map((row) => row.repeat(3)).join("");
const SYMBOLS = ".123456789ABCDEFG";
const say = (data) => process.stdout.write(`${JSON.stringify(data)}\n`);
const load = (file) => import(pathToFileURL(`${checkout}/${file}`).href);

function asked({ size, lowest, regions, groups, givens, uses }) {
  const cells = {};
  [...regions].forEach((name, cell) => name !== "." && (cells[name] ??= []).push(cell));
  const given = givens.map((digit) => SYMBOLS[digit]).join("");
  if (!uses.length && size === 9 && regions === USUAL && lowest === 1) return [given, { blocks: "3x3" }];
  return [given, { uses, regions: Object.values(cells), lowest, groups }];
}

// Other programs count in the time by the clock, and threads that compile in that of the processor.
function clock() {
  const [begin, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(performance.now() - begin, (user + system) / 1000);
  };
}

async function here({ draft }) {
  const [puzzle, options] = asked(draft);
  const time = clock();
  const ending = new AbortController();
  const timer = setInterval(() => time() > 1000 * seconds && ending.abort(), 50);
  try {
    const { signal } = ending;
    const { solutions, counts } = await solve(puzzle, { ...options, limit: 2, signal }); // one solution has all candidates
    const masks = counts > 1 ? [...(await trueCandidates(puzzle, { ...options, signal }))] : [];
    const ms = time();
    const count = masks.slice(0, puzzle.length).reduce((sum, mask) => sum + mask.toString(2).replaceAll("0", "").length, 0);
    return { ms, count: counts === 1 ? solutions.length : count };
  } catch (error) {
    return ending.signal.aborted ? {} : { error: error.message };
  } finally {
    clearInterval(timer);
  }
}

async function beside() {
  console.log = console.warn = console.error = () => {};
  (await load("tests/helpers/test_env.js")).ensureGlobalEnvironment();
  const { SudokuParser } = await load("js/sudoku_parser.js");
  const { SudokuBuilder } = await load("js/solver/sudoku_builder.js");
  return ({ draft, text }) => {
    const time = clock();
    let isLate = false;
    try {
      const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(SudokuParser.parseText(text)));
      solver.setProgressCallback(() => {
        isLate = time() > 1000 * seconds;
        if (isLate) throw new Error("given up");
      }, 8);
      const counts = solver.solveAllPossibilities(1);
      return { ms: time(), count: counts.slice(0, draft.size ** 3).filter(Boolean).length };
    } catch (error) {
      return isLate ? {} : { error: error.message };
    }
  };
}

const there = checkout && (await beside());
for await (const line of createInterface({ input: process.stdin })) {
  const one = JSON.parse(line);
  say([await here(one), ...(there ? [there(one)] : [])]);
}
