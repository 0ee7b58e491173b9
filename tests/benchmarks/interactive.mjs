// Interactive-Sudoku-Solver, for interactive.py. The arguments are a checkout and, perhaps, a folder. Writes a JSON line for
// each file .iss of the folder, or for each text of the checkout's collections, examples and tests. Then answers each line of stdin, the number of a text, with its solutions (up to 2), the
// first of them, the guesses, and the least milliseconds of some runs from the rules as read to the proof.
import { readFile, readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const ENOUGH = 300, RUNS = 3; // milliseconds after which a text is not run again

const [checkout, folder] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${checkout}/${file}`).href);
const say = (data) => process.stdout.write(JSON.stringify(data) + '\n');
console.log = console.warn = console.error;

(await load('tests/helpers/test_env.js')).ensureGlobalEnvironment();
const { SudokuParser } = await load('js/sudoku_parser.js');
const { SudokuBuilder } = await load('js/solver/sudoku_builder.js');
const { DISPLAYED_EXAMPLES, resolvePuzzleConfig } = await load('data/example_puzzles.js');
const { runSandboxToConstraint } = await load('tools/lib/sandbox_runner.js');
const collections = await load('data/collections.js');
const { solveCollections } = await load('tests/e2e/e2e_puzzles.js');

const textOf = async ({ input, extraConstraints }) => {
  if (!input.startsWith('/')) return input;
  const file = await readFile(checkout + input, 'utf8');
  return (input.endsWith('.js') ? await runSandboxToConstraint(file) : file) + (extraConstraints ?? '');
};

const texts = new Map(); // each once, with its first name
const add = async (puzzles, group) => {
  for (const [i, puzzle] of puzzles.entries()) {
    const config = resolvePuzzleConfig(puzzle);
    const text = await textOf(config);
    const name = config.name && config.name !== config.input ? config.name : `${group} ${i + 1}`;
    if (!texts.has(text)) texts.set(text, { name: String(name), text });
  }
};
if (folder) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.iss')).sort();
  for (const name of files) texts.set(name, { name, text: await readFile(`${folder}/${name}`, 'utf8') });
} else {
  await add(DISPLAYED_EXAMPLES, 'example');
  for (const [name, some] of Object.entries(collections)) if (Array.isArray(some)) await add(some, name);
  for (const { collection, puzzles } of solveCollections) await add(puzzles, collection);
}
const list = [...texts.values()];
for (const each of list) say(each);
say(null);

// The lesser of the two clocks: one counts other programs, the other the threads that compile and clean up.
const timed = (work) => {
  const wall = performance.now(), used = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(used);
  return [Math.min(performance.now() - wall, (user + system) / 1000), result];
};

const prove = (text) => {
  const read = SudokuBuilder.resolveConstraint(SudokuParser.parseText(text));
  const answer = { ms: Infinity };
  let spent = 0;
  for (let run = 0; run < RUNS && spent < ENOUGH; ++run) {
    const [ms, solver] = timed(() => {
      const solver = SudokuBuilder.build(read);
      answer.count = solver.countSolutions(2);
      return solver;
    });
    spent += ms;
    answer.ms = Math.min(answer.ms, ms);
    answer.guesses = solver.state().counters.guesses;
  }
  const solution = answer.count ? SudokuBuilder.build(read).nthSolution(0) : null;
  return { ...answer, solution: solution && [...solution] };
};

for await (const line of createInterface({ input: process.stdin })) {
  try {
    say(prove(list[Number(line)].text));
  } catch (error) {
    say({ error: String(error).split('\n')[0] });
  }
}
