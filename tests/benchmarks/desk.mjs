// Strokes of the setter's desk, for desk.py: the arguments are the folder of the package, how many strokes of each draft are timed, and
// the seconds after which one is given up. Reads a draft from each line, puts its marks and givens on the board in a random order, and
// writes the milliseconds that the true candidates take after some of the strokes.
import { createInterface } from "node:readline";

const [folder, most, seconds] = process.argv.slice(2);
const { solve, trueCandidates } = await import(`${folder}/index.js`);
const USUAL = ["AAABBBCCC", "DDDEEEFFF", "GGGHHHIII"].map((row) => row.repeat(3)).join("");
const SYMBOLS = ".123456789ABCDEFG";

let state = 1; // of the generator of Park and Miller
const below = (limit) => (state = (state * 48271) % 2147483647) % limit;

function shuffled(items) {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

function asked({ size, lowest, regions, groups }, strokes) {
  const cells = {};
  [...regions].forEach((name, cell) => name !== "." && (cells[name] ??= []).push(cell));
  const given = Array(size * size).fill(".");
  for (const { cell, digit } of strokes.filter(({ digit }) => digit)) given[cell] = SYMBOLS[digit];
  const uses = strokes.flatMap(({ use }) => use ?? []);
  if (!uses.length && size === 9 && regions === USUAL && lowest === 1) return [given.join(""), { blocks: "3x3" }];
  return [given.join(""), { uses, regions: Object.values(cells), lowest, groups }];
}

for await (const line of createInterface({ input: process.stdin })) {
  const draft = JSON.parse(line);
  const givens = draft.givens.flatMap((digit, cell) => (digit ? [{ cell, digit }] : []));
  const strokes = shuffled([...draft.uses.map((use) => ({ use })), ...givens]);
  const numbers = strokes.map((_, place) => place + 1);
  const times = [];
  for (const number of shuffled(numbers).slice(0, Number(most))) {
    const [puzzle, options] = asked(draft, strokes.slice(0, number));
    const [begin, used] = [performance.now(), process.cpuUsage()];
    try {
      const signal = AbortSignal.timeout(1000 * seconds);
      const { counts } = await solve(puzzle, { ...options, limit: 2, signal }); // one solution has all candidates
      if (counts > 1) await trueCandidates(puzzle, { ...options, signal });
      const { user, system } = process.cpuUsage(used); // other programs count in the time by the clock
      times.push([number, Math.min(performance.now() - begin, (user + system) / 1000)]);
    } catch (error) {
      times.push([number, error.name === "TimeoutError" ? null : error.message]);
    }
  }
  console.log(JSON.stringify(times));
}
