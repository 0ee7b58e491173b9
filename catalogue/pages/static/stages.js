// What the steps of a run do to the board and the line below it.

import { phrase } from "./phrases.js";
import { SYMBOLS, digitsOf } from "./shape.js";

class Stage {
  constructor(board, said) {
    this.board = board;
    this.said = said;
  }

  chosen(step, outcome) {
    const symbols = digitsOf(step.candidates).map((digit) => SYMBOLS[digit]);
    this.board.flag("look", [step.cell]);
    return phrase("{cell}: candidates {digits}, {outcome}", { cell: this.board.shape.name(step.cell), digits: symbols.join(""), outcome });
  }
}

// Wave function collapse: every open cell shows its candidates.
export class Collapse extends Stage {
  reset() {
    this.taken = 0;
    this.begin(0);
    this.said.step(phrase("All candidates are left in all cells."));
  }

  begin(attempt) {
    const { shape } = this.board;
    this.attempt = attempt;
    this.settled = 0;
    this.board.flag("look", []);
    this.board.flag("wrong", []);
    for (let cell = 0; cell < shape.cells; cell++) this.board.show(cell, { candidates: 2 ** shape.size - 1 });
  }

  apply(step) {
    if (step.attempt !== this.attempt) this.begin(step.attempt);
    this.taken++;
    this.settled += step.settled.length;
    for (const [cell, value] of step.settled) this.board.show(cell, { value });
    for (const [cell, candidates] of step.left) this.board.show(cell, { candidates });
    const outcome = step.undone ? phrase("cannot take {digit}", { digit: SYMBOLS[step.value] }) : phrase("takes {digit}", { digit: SYMBOLS[step.value] });
    const lines = [this.chosen(step, outcome), phrase("{settled} of {all} cells settled", { settled: this.settled, all: this.board.shape.cells })];
    if (step.dead_end) {
      lines.push(phrase("{cell} has nothing left, trying again", { cell: step.dead_end }));
      this.board.flag("wrong", step.left.filter(([, candidates]) => !candidates).map(([cell]) => cell));
    }
    this.said.step(lines.join("\n"));
  }

  finish(end) {
    this.board.flag("look", []);
    const attempts = this.attempt ? ` ${phrase("The attempts before it that failed: {count}.", { count: this.attempt })}` : "";
    this.said.result("found", `${phrase("Hurray!")} ${invalid(end)}.${attempts}`);
  }
}

// The search on a stack: clues, and the values that are tried.
export class Search extends Stage {
  reset() {
    this.taken = this.backtracks = 0;
    this.stack = [];
    this.board.clues.forEach((value, cell) => this.board.show(cell, { value }));
    this.board.flag("look", []);
    this.said.step(phrase("No step yet."));
  }

  apply(step) {
    this.taken++;
    if (this.stack.at(-1) !== step.cell) this.stack.push(step.cell);
    const depth = this.stack.length;
    this.board.show(step.cell, { value: step.value });
    if (!step.value) {
      this.stack.pop();
      this.backtracks++;
    }
    const outcome = step.value ? phrase("tries {digit}", { digit: SYMBOLS[step.value] }) : phrase("none is left: back");
    const count = (number) => number.toLocaleString(document.documentElement.lang);
    const figures = phrase("step {step}, depth {depth}, backtracks {backtracks}", { step: count(this.taken), depth, backtracks: count(this.backtracks) });
    this.said.step(`${this.chosen(step, outcome)}\n${figures}`);
  }

  finish(end) {
    this.board.flag("look", []);
    if (end.ending === "solved") this.said.result("found", `${phrase("Hurray!")} ${invalid(end)}.`);
    else this.said.result("nothing", phrase("No solution!"));
  }
}

function invalid(end) {
  return end.invalid === 0 ? phrase("No cell breaks a rule") : phrase("Cells that break a rule: {count}", { count: end.invalid });
}
