// A variant: digits over its drawing, what breaks a rule, and the steps to the next digit.

"use strict";

{
  const source = catalogue.source;
  const { explained } = catalogue.explanation;
  const { SYMBOLS } = catalogue.rules;

  const element = (id) => document.getElementById(id);
  const { size: sizeText, margin, givens: givenText, solution: solutionText, puzzle, constraints } = document.querySelector(".variant").dataset;
  const size = Number(sizeText);
  const givens = givenText.split(",").map(Number);
  const solved = solutionText.split(",").map(Number);
  const grid = element("cells");
  const told = element("told");
  const KEY = `board-catalogue/variant/${constraints}/${givenText}`; // the same number may be of another catalogue

  const MARKS = ["corner", "centre"];
  const KINDS = ["values", ...MARKS];
  const state = { values: [...givens], corner: givens.map(() => 0), centre: givens.map(() => 0) }; // masks of the marks
  const { values } = state;
  let seen = null; // what the browser keeps, as this tab has read or written it last
  let at = 0;
  let mode = "values";
  let asked = 0; // goes up with every question and every move: an answer from before is of no use

  // Take over what the browser keeps, if another tab or an earlier visit has made it; returns whether there is any.
  function refresh() {
    try {
      const text = localStorage.getItem(KEY);
      if (text === seen) return false;
      seen = text;
      const found = JSON.parse(text);
      if (!KINDS.every((kind) => found[kind].length === givens.length)) return false;
      for (const kind of KINDS) state[kind].splice(0, givens.length, ...found[kind]);
      givens.forEach((given, cell) => (values[cell] = given || values[cell]));
      return true;
    } catch {
      return false; // a browser that keeps nothing
    }
  }

  function keep() {
    const text = JSON.stringify(state);
    try {
      localStorage.setItem(KEY, text);
      seen = text;
    } catch {
      // The same.
    }
  }

  // --- The cells ----------------------------------------------------------------------------------------------

  document.querySelector(".variant").style.setProperty("--size", size);
  document.querySelector(".variant").style.setProperty("--margin", margin);
  const cells = givens.map((given, cell) => {
    const made = document.createElement("div");
    made.role = "gridcell";
    made.addEventListener("click", () => select(cell));
    made.addEventListener("focus", () => select(cell, false));
    return made;
  });
  for (let row = 0; row < size; row++) {
    const line = document.createElement("div");
    line.role = "row";
    line.append(...cells.slice(row * size, (row + 1) * size));
    grid.append(line);
  }

  function show() {
    const board = showsSolution() ? solved : values;
    cells.forEach((made, cell) => {
      const digit = board[cell];
      const marks = digit ? ["", ""] : MARKS.map((kind) => symbolsOf(state[kind][cell]));
      if (digit) made.textContent = givens[cell] ? "" : SYMBOLS[digit]; // the drawing has the givens
      else made.replaceChildren(...MARKS.map((kind, place) => Object.assign(document.createElement("span"), { className: kind, textContent: marks[place] })));
      const named = MARKS.map((kind, place) => (marks[place] ? `, ${kind} marks ${marks[place]}` : "")).join("");
      const content = digit ? `${givens[cell] ? "clue " : ""}${SYMBOLS[digit]}` : `empty${named}`;
      made.ariaLabel = `row ${Math.floor(cell / size) + 1} column ${(cell % size) + 1}, ${content}`;
      made.tabIndex = cell === at ? 0 : -1;
    });
  }

  function symbolsOf(mask) {
    return [...SYMBOLS].filter((_, digit) => digit && (mask >> digit) & 1).join("");
  }

  function select(cell, focus = true) {
    cells[at].classList.remove("here");
    at = cell;
    cells[at].classList.add("here");
    cells.forEach((made, place) => (made.tabIndex = place === at ? 0 : -1));
    if (focus) cells[at].focus();
  }

  function showsSolution() {
    return element("solution").getAttribute("aria-pressed") === "true";
  }

  function markWrong(some) {
    draw(null);
    cells.forEach((made, cell) => made.classList.toggle("wrong", some.includes(cell)));
  }

  // A step over the board; null takes it away. Grounds mix with the drawing below, so that its lines and digits stay.
  function draw(svg) {
    for (const layer of document.querySelectorAll(".variant .layer")) layer.remove();
    if (!svg) return;
    const marks = document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
    const grounds = marks.cloneNode(false);
    grounds.append(...marks.querySelectorAll(".ground"));
    for (const [name, drawing] of [["grounds", grounds], ["marks", marks]]) {
      const layer = Object.assign(document.createElement("div"), { className: `layer ${name}`, ariaHidden: "true" });
      layer.append(drawing);
      document.querySelector(".variant").append(layer);
    }
  }

  function enter(digit, kind = mode) {
    if (givens[at] || showsSolution()) return;
    refresh();
    if (!digit && !values[at]) MARKS.forEach((each) => (state[each][at] = 0));
    if (!digit || kind === "values") values[at] = digit;
    else if (!values[at]) state[kind][at] ^= 1 << digit;
    keep();
    moved();
    if (values.every(Boolean) && solved.length === values.length) check();
  }

  // The board is another one: what was said of the one before goes.
  function moved() {
    asked++;
    markWrong([]);
    tell();
    show();
  }

  const MOVES = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -size, ArrowDown: size };

  // As on the page where plain puzzles are played: Shift for corner marks, Ctrl for centre marks.
  grid.addEventListener("keydown", (event) => {
    const control = event.ctrlKey || event.metaKey;
    const key = /^Digit([0-9])$/.exec(event.code)?.[1] ?? event.key;
    const digit = SYMBOLS.indexOf(key.toUpperCase());
    const isDigit = key.length === 1 && digit > 0 && digit <= size;
    const move = MOVES[event.key];
    if (event.altKey || (control && !(isDigit && key <= "9"))) return;
    if (move) {
      const next = at + move;
      const stays = Math.abs(move) === 1 && Math.floor(next / size) !== Math.floor(at / size);
      if (next >= 0 && next < cells.length && !stays) select(next);
    } else if (["Backspace", "Delete", "0", ".", " "].includes(event.key)) enter(0);
    else if (isDigit) enter(digit, control ? "centre" : event.shiftKey && key <= "9" ? "corner" : mode);
    else return;
    event.preventDefault();
  });

  for (const button of document.querySelectorAll("[data-digit]")) {
    button.addEventListener("click", () => {
      enter(Number(button.dataset.digit));
      cells[at].focus();
    });
  }

  for (const kind of MARKS) {
    element(kind).addEventListener("click", () => {
      mode = mode === kind ? "values" : kind;
      for (const each of MARKS) element(each).setAttribute("aria-pressed", each === mode);
      cells[at].focus();
    });
  }

  // --- Help ---------------------------------------------------------------------------------------------------

  // The centre marks are what a player has left in a cell, as on the page where plain puzzles are played.
  // `use` gets the answer, unless the board has changed since, or something else has been asked.
  async function about(question, use) {
    const own = ++asked;
    try {
      const found = await question({
        puzzle,
        constraints,
        values: values.map((value) => SYMBOLS[value]).join(""),
        candidates: state.centre.map((mask, cell) => (values[cell] ? 0 : mask >> 1)),
      });
      if (own === asked) use(found);
    } catch (error) {
      if (own === asked) tell(`No answer: ${error.message}.`);
    }
  }

  function tell(...sentences) {
    told.replaceChildren(...sentences.map((sentence) => Object.assign(document.createElement("span"), { textContent: sentence })));
    if (sentences.length) told.scrollIntoView({ block: "nearest" });
  }

  // Say which rules are broken, or which digits are wrong though they break none yet.
  function tellWrong({ conflicts = [], mistakes = [] }) {
    markWrong([...conflicts.flatMap(({ cells: some }) => some), ...(conflicts.length ? [] : mistakes.map(({ cell }) => cell))]);
    if (conflicts.length) tell(...conflicts.map(({ sentence }) => sentence));
    else if (mistakes.length) tell(...mistakes.map(({ sentence }) => `${sentence}.`));
    return conflicts.length + mistakes.length > 0;
  }

  function check() {
    about(source.mistakes, (found) => {
      if (!tellWrong(found)) tell(values.every(Boolean) ? "Solved." : "No rule is broken so far.");
    });
  }

  function hint() {
    about((position) => source.hint(position, "all"), (found) => {
      if (tellWrong(found)) return;
      const { steps, none } = found;
      if (none) {
        tell(`There is no next step: ${none}.`);
        return;
      }
      select(steps.at(-1).placement[0]);
      list(steps);
    });
  }

  // The steps to the next digit, one below the other; the one that is chosen is drawn.
  function list(steps) {
    const items = steps.map((step, place) => {
      const item = document.createElement("li");
      const [title, ...rest] = explained(step);
      const button = Object.assign(document.createElement("button"), { textContent: title.textContent });
      button.addEventListener("click", () => choose(place));
      item.append(button, ...rest);
      return item;
    });
    function choose(chosen) {
      items.forEach((item, place) => item.firstChild.setAttribute("aria-pressed", place === chosen));
      draw(steps[chosen].drawing);
    }
    const shown = document.createElement("ol");
    shown.append(...items);
    told.replaceChildren(shown);
    told.scrollIntoView({ block: "nearest" });
    choose(0);
  }

  element("check").addEventListener("click", check);
  element("hint").addEventListener("click", hint);
  element("print").addEventListener("click", () => window.print());
  element("reset").addEventListener("click", () => {
    values.splice(0, values.length, ...givens);
    for (const kind of MARKS) state[kind].fill(0);
    element("solution").setAttribute("aria-pressed", false);
    keep();
    moved();
  });
  element("solution").addEventListener("click", () => {
    element("solution").setAttribute("aria-pressed", !showsSolution());
    show();
  });
  // Another tab has played on; one that was frozen has missed it.
  for (const name of ["storage", "visibilitychange", "pageshow", "focus"]) {
    addEventListener(name, () => refresh() && moved(), true);
  }

  // If all is in one column, the words follow the board, so that both are in sight.
  const oneColumn = matchMedia("(max-width: 59.99rem) and (orientation: portrait)");
  function placeWords() {
    if (oneColumn.matches) document.querySelector(".variant").after(told);
    else document.querySelector(".aside").prepend(told);
  }
  oneColumn.addEventListener("change", placeWords);
  placeWords();

  refresh();
  show();
}
