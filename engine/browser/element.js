// <board-puzzle puzzle="4.....8.5.3…">: a puzzle to play, with hints. README.md has its attributes and events.

import { carve, generate, mistakes, nextStep, solve } from "./index.js";
import { DIGITS, Shape } from "./shape.js";

const TEXTS = {
  de: { board: "Sudoku", hint: "Tipp", erase: "Löschen", clue: "Vorgabe", empty: "leer", solved: "Gelöst!", none: "Keine bekannte Technik hilft weiter." },
  en: { board: "Sudoku", hint: "Hint", erase: "Erase", clue: "clue", empty: "empty", solved: "Solved!", none: "No known technique helps any further." },
  es: { board: "Sudoku", hint: "Pista", erase: "Borrar", clue: "pista dada", empty: "vacía", solved: "¡Resuelto!", none: "Ninguna técnica conocida ayuda más." },
  fr: { board: "Sudoku", hint: "Indice", erase: "Effacer", clue: "donnée", empty: "vide", solved: "Résolu !", none: "Aucune technique connue n'aide plus." },
};

const STYLE = `
  :host { display: block; max-width: 28rem; container-type: inline-size; color-scheme: light dark; font-family: system-ui, sans-serif;
    --ink: #111; --own: #0b57d0; --back: #fff; --line: #767676; --chosen: #d3e3fd; --shown: #fff0b3; --wrong: #b3261e;
    color: var(--ink); background: var(--back); }
  @media (prefers-color-scheme: dark) {
    :host { --ink: #eee; --own: #9ec5ff; --back: #1b1b1b; --line: #8a8a8a; --chosen: #2b4a76; --shown: #5c4a00; --wrong: #ffb4ab; } }
  .board { border: 2px solid var(--ink); background: var(--back); }
  .row { display: flex; }
  .cell { flex: 1; min-width: 0; aspect-ratio: 1; display: grid; place-content: center; box-sizing: border-box; border: 0 solid var(--line);
    font-size: calc(55cqw / var(--size)); line-height: 1; cursor: pointer; touch-action: manipulation; color: var(--own); }
  .cell:not(:last-child) { border-inline-end-width: 1px; } .row:not(:last-child) .cell { border-block-end-width: 1px; }
  .cell.right:not(:last-child) { border-inline-end: 2px solid var(--ink); } .row:not(:last-child) .cell.below { border-block-end: 2px solid var(--ink); }
  .clue { color: var(--ink); } .shown { background: var(--shown); } .cell[aria-selected="true"] { background: var(--chosen); }
  .wrong { color: var(--wrong); text-decoration: underline wavy; } .cell:focus { outline: 3px solid var(--own); outline-offset: -3px; }
  .keys { display: flex; flex-wrap: wrap; gap: .25rem; margin-block-start: .5rem; }
  button { flex: 1; font: inherit; min-width: 2rem; min-height: 2.75rem; padding: 0 .25rem; cursor: pointer; touch-action: manipulation; }
  p { min-height: 3em; margin: .5rem 0 0; }`;

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class BoardPuzzle extends HTMLElement {
  static observedAttributes = ["puzzle", "blocks", "language", "seed"];

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).addEventListener("keydown", (event) => this.press(event));
    this.shadowRoot.addEventListener("click", ({ target }) => this.click(target));
  }

  connectedCallback() {
    this.begin();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.begin();
  }

  get language() {
    const wanted = this.getAttribute("language") ?? this.closest("[lang]")?.lang.slice(0, 2);
    return TEXTS[wanted] ? wanted : "en";
  }

  /** The digits on the board, "." for an empty cell. */
  get values() {
    return this.digits.map((digit) => DIGITS[digit]).join("");
  }

  /** Draws a board anew: of the attribute `puzzle`, or one that is made. */
  async begin() {
    const began = (this.began = Symbol());
    try {
      const seed = Number(this.getAttribute("seed") ?? Math.floor(Math.random() * 2 ** 32));
      const puzzle = this.getAttribute("puzzle") ?? (await carve(await generate(1, { seed }), { seed }));
      this.options = { blocks: this.getAttribute("blocks") ?? undefined, language: this.language };
      const clues = typeof puzzle === "string" ? puzzle : Array.from(puzzle, (digit) => DIGITS[digit]).join("");
      const solution = await solve(clues, { ...this.options, limit: 2 });
      if (solution.counts !== 1) throw new Error(solution.counts ? "the puzzle has several solutions" : "the puzzle has no solution");
      if (began !== this.began) return; // the attributes have changed meanwhile
      Object.assign(this, { clues, solution: solution.solutions, shape: Shape.of(Math.sqrt(clues.length), this.options.blocks) });
      this.options.style = this.shape.blocks === "3x3" ? "score" : "rating";
      this.digits = Array.from(clues, (symbol) => Math.max(0, DIGITS.indexOf(symbol.toUpperCase())));
      this.isClue = this.digits.map(Boolean);
      this.draw();
      this.dispatch("ready", { puzzle: clues });
    } catch (error) {
      this.shadowRoot.textContent = error.message;
    }
  }

  draw() {
    const { rows, columns, size } = this.shape;
    const text = TEXTS[this.language];
    const cell = (row, column) => {
      const isRight = rows > 1 && (column + 1) % columns === 0, isBelow = rows > 1 && (row + 1) % rows === 0;
      return `<div role="gridcell" class="cell ${isRight ? "right" : ""} ${isBelow ? "below" : ""}"></div>`;
    };
    const range = [...Array(size).keys()];
    const row = (at) => `<div role="row" class="row">${range.map((column) => cell(at, column)).join("")}</div>`;
    const keys = range.map((at) => `<button type="button" data-digit="${at + 1}">${DIGITS[at + 1]}</button>`).join("");
    this.shadowRoot.innerHTML = `<style>${STYLE}</style>
      <div role="grid" class="board" aria-label="${text.board}" style="--size: ${size}">${range.map(row).join("")}</div>
      <div class="keys">${keys}</div>
      <div class="keys"><button type="button" data-digit="0">${text.erase}</button><button type="button" class="hint">${text.hint}</button></div>
      <p role="status"></p>`;
    this.cells = [...this.shadowRoot.querySelectorAll(".cell")];
    this.candidates = this.digits.map(() => 2 ** size - 1);
    this.say("");
    this.choose(Math.max(0, this.isClue.indexOf(false)));
  }

  say(sentence, cells = [], wrong = []) {
    this.shadowRoot.querySelector("p").textContent = sentence;
    const text = TEXTS[this.language];
    this.cells.forEach((element, cell) => {
      const content = this.digits[cell] ? DIGITS[this.digits[cell]] : "";
      element.textContent = content;
      element.classList.toggle("clue", this.isClue[cell]);
      element.classList.toggle("shown", cells.includes(cell));
      element.classList.toggle("wrong", wrong.includes(cell));
      element.setAttribute("aria-label", [this.shape.cellName(cell), content || text.empty, this.isClue[cell] ? text.clue : ""].filter(Boolean).join(", "));
    });
  }

  choose(cell, isFocused) {
    this.chosen = cell;
    this.cells.forEach((element, each) => {
      element.tabIndex = each === cell ? 0 : -1;
      element.setAttribute("aria-selected", each === cell);
    });
    if (isFocused) this.cells[cell].focus();
  }

  press(event) {
    const cell = this.cells.indexOf(event.target);
    if (cell < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const { size } = this.shape;
    const move = MOVES[event.key];
    const digit = DIGITS.indexOf(event.key.toUpperCase());
    if (move) this.choose(((Math.floor(cell / size) + move[0] + size) % size) * size + (((cell % size) + move[1] + size) % size), true);
    else if (["Backspace", "Delete", "0", "."].includes(event.key)) this.put(0);
    else if (event.key.length === 1 && digit > 0 && digit <= size) this.put(digit);
    else return;
    event.preventDefault();
  }

  click(target) {
    const cell = this.cells?.indexOf(target) ?? -1;
    if (cell >= 0) this.choose(cell, true);
    else if (target.dataset.digit) this.put(Number(target.dataset.digit));
    else if (target.className === "hint") this.hint();
  }

  /** Puts a digit into the chosen cell, 0 for none. */
  put(digit) {
    if (this.isClue[this.chosen]) return;
    this.digits[this.chosen] = digit;
    this.say("");
    this.dispatch("change", { values: this.values });
    if (this.values !== this.solution) return;
    this.say(TEXTS[this.language].solved);
    this.dispatch("solved", { values: this.values });
  }

  /** Says what is wrong, or else the next step; each time a step further until a digit follows. */
  async hint() {
    const { clues, values, options, candidates } = this;
    const wrong = await mistakes(clues, values, options);
    if (wrong.length) return this.say(wrong.map((each) => `${each.sentence}.`).join(" "), [], wrong.map((each) => each.cell));
    try {
      const step = await nextStep(clues, values, { ...options, candidates });
      if (!step) return this.say(values.includes(".") ? TEXTS[this.language].none : TEXTS[this.language].solved);
      for (const [cell, digit] of step.eliminations) candidates[cell] &= ~(1 << (digit - 1));
      const cells = [...step.cells, ...step.parts.flatMap((part) => part.cells), ...step.chains.flat().map((link) => link.cell)];
      this.say(step.sentence, [...cells, ...step.eliminations.map(([cell]) => cell), ...(step.placement?.slice(0, 1) ?? [])]);
      this.dispatch("hint", { step });
    } catch (error) {
      this.say(error.message); // such as of a size that has no ratings
    }
  }

  dispatch(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

customElements.define("board-puzzle", BoardPuzzle);
