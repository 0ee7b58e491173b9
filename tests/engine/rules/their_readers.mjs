// Answers a JSON line for each of stdin: {"iss": text} with the solutions that Interactive-Sudoku-Solver counts, 0 to 2,
// {"sudokupad": string} with the document that SudokuPad's loader makes of it. Arguments: "iss" or "sudokupad", a checkout.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [program, checkout] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${checkout}/${file}`).href);
console.warn = console.error;

const readers = {
  async iss() {
    globalThis.self ??= globalThis;
    globalThis.VERSION_PARAM ??= '';
    const { SudokuParser } = await load('js/sudoku_parser.js');
    const { SudokuBuilder } = await load('js/solver/sudoku_builder.js');
    return (text) => {
      const resolved = SudokuBuilder.resolveConstraint(SudokuParser.parseText(text));
      return Number(SudokuBuilder.build(resolved).countSolutions(2));
    };
  },
  async sudokupad() {
    const { loadFPuzzle } = await load('src/sudokupad/fpuzzlesdecoder.js');
    const { PuzzleZipper } = await load('src/sudokupad/puzzlezipper.js');
    return (text) => {
      if (text.startsWith('fpuzzles')) return loadFPuzzle.parseFPuzzle(text.slice('fpuzzles'.length));
      const json = loadFPuzzle.decompressPuzzle(loadFPuzzle.saveDecodeURIComponent(text.slice('scl'.length)));
      try {
        return JSON.parse(json);
      } catch {
        return JSON.parse(PuzzleZipper.unzip(json));
      }
    };
  },
};

const read = await readers[program]();
for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = { read: read(JSON.parse(line)) };
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
