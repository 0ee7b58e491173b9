// What each family of the engine finds in puzzles of a seed, as hashes, and how long it takes: test_browser.py does the same.

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const hashOf = async (found) => {
  const bytes = ArrayBuffer.isView(found) ? found : new TextEncoder().encode(JSON.stringify(found));
  return hex(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 16);
};
const seconds = () => {
  const { user, system } = globalThis.process?.cpuUsage() ?? { user: performance.now() * 1000, system: 0 };
  return (user + system) / 1e6; // of the processor, where that is known
};
const rowsOf = (records) => records.map(rowOf);
const rowOf = (record) => Object.values(record).map((value) => (value !== null && typeof value === "object" ? Object.values(value) : value));

export async function families(engine, { count, rated, shapes, languages }) {
  const found = {};
  const timed = async (name, work, said = (answer) => answer) => {
    const begun = seconds();
    const answer = await work();
    const taken = seconds() - begun;
    found[name] = [await hashOf(said(answer)), taken];
    return answer;
  };
  const boards = await timed("generate", () => engine.generate(count, { seed: 7 }));
  const puzzles = await timed("carve", () => engine.carve(boards, { seed: 7 }));
  await timed("solve", () => engine.solve(puzzles));
  await timed("countSolutions", () => engine.countSolutions(puzzles));
  await timed("canonical", () => engine.canonical(boards, { symmetry: "full" }));
  await timed("canonicalPuzzles", () => engine.canonicalPuzzles(puzzles, { symmetry: "full" }));
  await timed("automorphisms", () => engine.automorphisms(boards));
  await timed("measure", () => engine.measure(puzzles), rowsOf);
  const some = puzzles.slice(0, 81 * rated);
  await timed("minimal", () => engine.minimal(some));
  await timed("carve to 20", () => engine.carve(boards.slice(0, 81 * Math.ceil(rated / 50)), { seed: 7, clues: 20, effort: 1000 }));
  await timed("trueCandidates", () => engine.trueCandidates(Uint8Array.from(some, (value, cell) => (cell % 5 ? value : 0))));
  await timed("rate", () => engine.rate(some), rowsOf);
  await timed("score", () => engine.score(some), rowsOf);
  for (const style of ["rating", "score"]) {
    await timed(`steps, ${style}`, async () => {
      const paths = [];
      for (let row = 0; row < rated; ++row) {
        paths.push(await engine.steps(some.subarray(81 * row, 81 * (row + 1)), { style, language: languages[row % languages.length] }));
      }
      return paths;
    });
  }
  for (const [blocks, boardsOfIt] of Object.entries(shapes)) {
    await timed(`blocks ${blocks}`, async () => {
      const options = blocks.startsWith("none") ? { size: Number(blocks.slice(5)), blocks: "none" } : { blocks };
      const made = await engine.generate(boardsOfIt, { ...options, seed: 3 });
      const carved = await engine.carve(made, { ...options, seed: 3 });
      const size = Math.sqrt(made.length / boardsOfIt);
      const ratings = size > 12 ? [] : (await engine.rate(carved, options)).map(rowOf);
      const measured = (await engine.measure(carved, { ...options, mostNodes: 1000 })).map(rowOf);
      return [[...made], [...carved], [...(await engine.solve(carved, options))], [...(await engine.canonical(made, options))], ratings, measured];
    });
  }
  return found;
}
