// What the steps of a run do to the board and the line below it.

"use strict";

{
  const { SYMBOLS, digitsOf } = catalogue.rules;

  class Stage {
    constructor(board, said) {
      Object.assign(this, { board, said });
    }

    chosen(step, outcome) {
      const symbols = digitsOf(step.candidates).map((digit) => SYMBOLS[digit]);
      this.board.flag("look", [step.cell]);
      return `${this.board.shape.name(step.cell)}: candidates ${symbols.join("")}, ${outcome}`;
    }
  }

  // Wave function collapse: every open cell shows its candidates.
  class Collapse extends Stage {
    reset() {
      this.taken = 0;
      this.begin(0);
      this.said.step("All candidates are left in all cells.");
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
      const outcome = `${step.undone ? "cannot take" : "takes"} ${SYMBOLS[step.value]}`;
      const lines = [this.chosen(step, outcome), `${this.settled} of ${this.board.shape.cells} cells settled`];
      if (step.dead_end) {
        lines.push(`${step.dead_end} has nothing left, trying again`);
        this.board.flag("wrong", step.left.filter(([, candidates]) => !candidates).map(([cell]) => cell));
      }
      this.said.step(lines.join("\n"));
    }

    finish(end) {
      this.board.flag("look", []);
      const attempts = this.attempt ? ` The attempts before it that failed: ${this.attempt}.` : "";
      this.said.result("found", `Hurray! ${invalid(end)}.${attempts}`);
    }
  }

  // The search on a stack: clues, and the values that are tried.
  class Search extends Stage {
    reset() {
      this.taken = this.backtracks = 0;
      this.stack = [];
      this.board.clues.forEach((value, cell) => this.board.show(cell, { value }));
      this.board.flag("look", []);
      this.said.step("No step yet.");
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
      const outcome = step.value ? `tries ${SYMBOLS[step.value]}` : "none is left: back";
      const count = (number) => number.toLocaleString("en");
      const figures = `step ${count(this.taken)}, depth ${depth}, backtracks ${count(this.backtracks)}`;
      this.said.step(`${this.chosen(step, outcome)}\n${figures}`);
    }

    finish(end) {
      this.board.flag("look", []);
      if (end.ending === "solved") this.said.result("found", `Hurray! ${invalid(end)}.`);
      else this.said.result("nothing", "No solution!");
    }
  }

  function invalid(end) {
    return end.invalid === 0 ? "No cell breaks a rule" : `Cells that break a rule: ${end.invalid}`;
  }

  catalogue.stages = { Collapse, Search };
}
