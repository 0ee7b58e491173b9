// The board on a page: the HTML grid of templates/grid.html, its keys, selection, marks, and drawings of steps over it.
//
//   const board = new Board(document.querySelector("#board"));
//   board.show(cell, { value: 5 });                       // cells are numbered row by row from 0
//   board.show(cell, { corner: 0b11, centre: 0b100 });    // masks of digits, bit 0 for digit 1
//   board.show(cell, { candidates: 0b111 });              // each digit in its place
//   board.show(cell, { colour: 0b101 });                  // stripes of two colours, 1 and 3
//   board.flag("look", cells);                            // exactly these cells have the class
//   board.draw(svg);                                      // the overlay of a step; null takes it away

import { phrase } from "./phrases.js";
import { Shape, SYMBOLS, digitsOf, listed } from "./shape.js";
import { thinking } from "./tab.js";

const MOST_IN_A_ROW = 5; // marks of a cell
export const LONG = 500; // milliseconds of a long press
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// The shape of a board by its element, with the rules of a variant beside it.
export function shapeOf(element) {
  const rules = element.parentElement.querySelector("script.rules");
  return new Shape(Number(element.dataset.size), element.dataset.blocks, rules && JSON.parse(rules.textContent));
}

// The cells of a plain board, where a page leaves them to its script.
function fill(element, { size, blocks, rules }) {
  const [height, width] = blocks === "none" ? [size, size] : blocks.split("x").map(Number);
  const regions = rules?.regions ?? [];
  const regionOf = (row, column) => (regions.length ? regions.findIndex((cells) => cells.includes(row * size + column)) : `${Math.floor(row / height)} ${Math.floor(column / width)}`);
  const several = element.getAttribute("aria-multiselectable") === "true";
  const cellAt = (row, column) => {
    const clue = element.dataset.clues[row * size + column];
    const cell = document.createElement("div");
    const here = regionOf(row, column);
    const ends = [column + 1 < size && regionOf(row, column + 1) !== here && "ends-right", row + 1 < size && regionOf(row + 1, column) !== here && "ends-below"];
    cell.className = [clue !== "." && "clue", ...ends].filter(Boolean).join(" ");
    cell.setAttribute("role", "gridcell");
    cell.tabIndex = row || column ? -1 : 0;
    if (several) cell.setAttribute("aria-selected", "false");
    const place = phrase("row {row} column {column}", { row: row + 1, column: column + 1 });
    cell.setAttribute("aria-label", `${place}, ${clue === "." ? phrase("empty") : phrase("clue {digit}", { digit: clue })}`);
    if (clue !== ".") cell.textContent = clue;
    return cell;
  };
  for (let row = 0; row < size; row++) {
    const line = document.createElement("div");
    line.setAttribute("role", "row");
    line.append(...Array.from({ length: size }, (_, column) => cellAt(row, column)));
    element.append(line);
  }
  for (const name of ["rowcount", "colcount"]) element.setAttribute(`aria-${name}`, size);
  for (const [name, is] of [["letters", size > 9], ["tall", size > 12 && size <= 16], ["wide", size > 16]]) element.classList.toggle(name, is);
}

export class Board {
  constructor(element) {
    this.element = element;
    this.shape = shapeOf(element);
    this.clues = Array.from(element.dataset.clues, (symbol) => Math.max(0, SYMBOLS.indexOf(symbol)));
    if (!element.querySelector('[role="gridcell"]')) fill(element, this.shape);
    this.cells = [...element.querySelectorAll('[role="gridcell"]')];
    this.symbols = element.dataset.lowest === "0" ? `.0${SYMBOLS.slice(1)}` : SYMBOLS; // of the digits of a board from 0
    this.places = this.cells.map((cell) => cell.getAttribute("aria-label").split(",")[0]);
    // What cells show and say, as the page came: what stays the same is not touched.
    this.said = this.clues.map((clue) => ({ shown: `${clue} 0 0 0 0`, remark: "", content: undefined }));
    this.flagged = {};
    this.several = element.getAttribute("aria-multiselectable") === "true";
    this.selection = new Set();
    this.current = 0;
    this.touched = null; // the cell under a finger
    this.onselect = () => {};
    this.onpress = (/** @type {number} */ _cell) => false; // returns whether it has used the press of a cell
    this.onhold = (/** @type {number} */ _cell) => {}; // a finger stays on a cell
    this.ondrag = null; // takes the cells of a drag in place of the selection
    this.reach = Infinity; // how near the middle of a cell a drag has to come, in cells
    this.onrelease = () => {};
    this.ondouble = (/** @type {number} */ _cell) => {};
    element.addEventListener("keydown", (event) => this.move(event));
    element.addEventListener("focusin", (event) => this.#follow(event.target));
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => this.#drag(event));
    element.addEventListener("pointerup", () => this.#release());
    element.addEventListener("pointercancel", () => this.#let());
    element.addEventListener("contextmenu", (event) => event.pointerType === "touch" && event.preventDefault());
    element.addEventListener("dblclick", (event) => {
      const cell = this.#at(event.clientX, event.clientY);
      if (cell >= 0) this.ondouble(cell);
    });
  }

  // What a question about the puzzle names.
  get puzzle() {
    const { blocks, rules } = this.shape;
    return { puzzle: this.element.dataset.clues, ...(rules ? { constraints: rules.constraints } : { blocks }) };
  }

  // Once the engine is loaded, the shape knows what the rules say.
  async learn() {
    if (this.shape.rules) this.shape.learn(await (await thinking()).learnt(this.shape, this.element.dataset.clues));
  }

  // The same for the engine, which takes rules as data.
  get position() {
    return { ...this.puzzle, rules: this.shape.rules };
  }

  // --- What cells show -------------------------------------------------------------------------------------

  show(cell, { value = 0, corner = 0, centre = 0, candidates = 0, colour = 0 }) {
    const element = this.cells[cell];
    const shown = `${value} ${corner} ${centre} ${candidates} ${colour}`;
    if (this.said[cell].shown === shown) return;
    this.said[cell].shown = shown;
    const colours = digitsOf(colour);
    paint(element, colours);
    const pieces = value
      ? [this.symbols[value]]
      : [
          ["candidates", candidates && this.#inPlaces(candidates)],
          ["corner", corner && halves(corner)[0]],
          ["corner lower", corner && halves(corner)[1]],
          ["centre", centre && inRows(symbols(centre), MOST_IN_A_ROW)],
        ].flatMap(([kind, text]) => (text ? [piece(kind, text)] : []));
    element.replaceChildren(...pieces);
    element.classList.toggle("filled", value > 0 && !this.clues[cell]);
    const content = this.clues[cell]
      ? phrase("clue {digit}", { digit: this.symbols[value] })
      : value
        ? this.symbols[value]
        : listed(
            [
              ["candidates {digits}", candidates],
              ["corner marks {digits}", corner],
              ["centre marks {digits}", centre],
            ].flatMap(([kind, mask]) => (mask ? [phrase(kind, { digits: digitsOf(mask).map((digit) => this.symbols[digit]).join(" ") })] : [])),
          ) || phrase("empty");
    const [first, ...more] = colours;
    this.said[cell].content = more.length ? phrase("{content}, colours {numbers}", { content, numbers: colours.join(" ") }) : first ? phrase("{content}, colour {number}", { content, number: first }) : content;
    this.#label(cell);
  }

  // Words after the content of a cell, for screen readers; empty for none.
  remark(cell, words) {
    if (this.said[cell].remark === words) return;
    this.said[cell].remark = words;
    this.#label(cell);
  }

  flag(name, cells) {
    const before = this.flagged[name] ?? new Set();
    const now = (this.flagged[name] = new Set(cells));
    for (const cell of before.difference(now)) this.cells[cell].classList.remove(name);
    for (const cell of now.difference(before)) this.cells[cell].classList.add(name);
  }

  draw(svg) {
    for (const layer of this.element.querySelectorAll(".overlay, .grounds")) layer.remove();
    this.element.classList.toggle("drawn", Boolean(svg));
    if (!svg) return;
    const marks = document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
    // Grounds lie in a layer of their own: as a whole it mixes with the lines and digits below, which stay.
    const grounds = marks.cloneNode(false);
    grounds.append(...marks.querySelectorAll(".ground"));
    for (const [name, drawing] of /** @type {[string, Node][]} */ ([["grounds", grounds], ["overlay", marks]])) {
      const layer = document.createElement("div");
      layer.className = name;
      layer.setAttribute("aria-hidden", "true");
      layer.append(drawing);
      this.element.append(layer);
    }
  }

  // Lines between the middles of cells, such as "3-4"; they lie over the board.
  drawLines(names) {
    this.element.querySelector(".pen")?.remove();
    if (!names.length) return;
    const { size } = this.shape;
    const middle = (cell) => `${(cell % size) + 0.5} ${Math.floor(cell / size) + 0.5}`;
    const way = names.map((name) => name.split("-").map(Number)).map(([one, other]) => `M${middle(one)}L${middle(other)}`);
    const layer = document.createElement("div");
    layer.className = "pen";
    layer.setAttribute("aria-hidden", "true");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", way.join(""));
    svg.append(path);
    layer.append(svg);
    this.element.append(layer);
  }

  // Highlight a digit among the marks of all cells; 0 for none.
  highlight(digit) {
    const symbol = digit ? SYMBOLS[digit] : null;
    const ranges = [];
    const marked = [];
    if (!symbol && !this.flagged["has-mark"]?.size) return;
    this.cells.forEach((element, cell) => {
      let has = false;
      for (const mark of symbol ? element.querySelectorAll("span") : []) {
        const text = mark.firstChild;
        const place = text?.data.indexOf(symbol) ?? -1;
        if (place < 0) continue;
        has = true;
        const range = new Range();
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        ranges.push(range);
      }
      if (has) marked.push(cell);
    });
    this.flag("has-mark", marked);
    if (globalThis.CSS?.highlights) CSS.highlights.set("mark", new Highlight(...ranges)); // an old browser has the grounds alone
  }

  #inPlaces(mask) {
    const columns = this.shape.size <= 9 ? 3 : this.shape.size <= 16 ? 4 : 5;
    const places = Array.from({ length: this.shape.size }, (_, bit) => (mask & (1 << bit) ? this.symbols[bit + 1] : " "));
    return places.map((symbol, place) => (place && place % columns === 0 ? `\n${symbol}` : symbol)).join("");
  }

  #label(cell) {
    const { content, remark } = this.said[cell];
    const words = [this.places[cell], content ?? this.cells[cell].getAttribute("aria-label").split(", ")[1], remark];
    this.cells[cell].setAttribute("aria-label", words.filter(Boolean).join(", "));
  }

  // --- Selection --------------------------------------------------------------------------------------------

  select(cells, current = this.current) {
    const before = this.selection;
    this.selection = new Set(cells);
    this.cells[this.current].tabIndex = -1;
    this.current = current;
    this.cells[current].tabIndex = 0;
    this.flag("selected", this.selection);
    if (this.several) {
      for (const cell of before.symmetricDifference(this.selection)) {
        this.cells[cell].setAttribute("aria-selected", this.selection.has(cell));
      }
    }
    this.onselect();
  }

  focus(cell = this.current) {
    if (!this.selection.has(cell)) this.select([cell], cell);
    this.cells[cell].focus({ preventScroll: false });
  }

  #extend(cell) {
    this.select([...this.selection, cell], cell);
    this.cells[cell].focus();
  }

  // Choose another cell by a key; returns whether it is such a key.
  move(event) {
    const { size } = this.shape;
    const row = Math.floor(this.current / size);
    const column = this.current % size;
    const wide = event.ctrlKey || event.metaKey;
    let next;
    if (event.key in MOVES && !event.altKey) {
      const [down, right] = MOVES[event.key];
      next = ((row + down + size) % size) * size + ((column + right + size) % size);
    } else if (event.key === "Home") next = wide ? 0 : row * size;
    else if (event.key === "End") next = wide ? size * size - 1 : row * size + size - 1;
    else return false;
    event.preventDefault();
    if (this.several && (event.shiftKey || (wide && event.key in MOVES))) this.#extend(next);
    else {
      this.select([next], next);
      this.cells[next].focus();
    }
    return true;
  }

  // Focus that comes by Tab or from a screen reader selects the cell.
  #follow(element) {
    const cell = this.cells.indexOf(element);
    if (cell >= 0 && !this.selection.has(cell)) this.select([cell], cell);
  }

  #press(event) {
    const cell = this.cells.indexOf(event.target.closest('[role="gridcell"]'));
    this.#let(); // a second finger zooms: the first one did not mean its cell
    if (cell < 0 || event.button || !event.isPrimary) return;
    event.preventDefault();
    event.target.releasePointerCapture?.(event.pointerId); // a finger may drag over other cells
    this.last = { x: event.clientX, y: event.clientY };
    if (this.ondrag) {
      this.ondrag(cell);
      return;
    }
    if (event.pointerType === "touch") this.#touch(cell);
    else if (this.onpress(cell)) {
      this.last = null;
      return;
    }
    const adds = this.several && (event.ctrlKey || event.metaKey || event.shiftKey);
    if (adds && this.selection.has(cell) && this.selection.size > 1) {
      this.select([...this.selection].filter((other) => other !== cell));
    } else this.select(adds ? [...this.selection, cell] : [cell], cell);
    // A board that is only looked at leaves the keys with the page; Tab gives them to it.
    if (this.several) this.cells[cell].focus({ preventScroll: true });
  }

  // What a finger on a cell means shows later: it may stay there, move on, or be the first of two.
  #touch(cell) {
    this.touched = cell;
    this.holding = setTimeout(() => {
      this.#let();
      this.onhold(cell);
    }, LONG);
  }

  #let() {
    clearTimeout(this.holding);
    this.touched = null;
    this.last = null;
  }

  #release() {
    if (this.touched !== null) this.onpress(this.touched);
    this.#let();
    this.onrelease();
  }

  // A fast pointer reports few places: the cells between them count too.
  #drag(event) {
    if (!this.several || !(event.buttons & 1) || !this.last) return;
    const { x, y } = this.last;
    this.last = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(event.clientX - x, event.clientY - y);
    const parts = Math.ceil(far / (this.cells[0].offsetWidth / 4)) || 1;
    const over = [];
    for (let part = 1; part <= parts; part++) {
      const cell = this.#at(x + ((event.clientX - x) * part) / parts, y + ((event.clientY - y) * part) / parts, this.ondrag ? this.reach : Infinity);
      if (cell >= 0 && over.at(-1) !== cell) over.push(cell);
    }
    if (this.ondrag) over.forEach((cell) => this.ondrag(cell));
    else {
      const fresh = over.filter((cell) => !this.selection.has(cell));
      if (!fresh.length) return;
      clearTimeout(this.holding);
      this.touched = null;
      this.select([...this.selection, ...fresh], fresh.at(-1));
      this.cells[fresh.at(-1)].focus({ preventScroll: true });
    }
  }

  #at(x, y, reach = Infinity) {
    const element = document.elementFromPoint(x, y)?.closest('[role="gridcell"]');
    if (!element || reach === Infinity) return this.cells.indexOf(element);
    const { left, top, width } = element.getBoundingClientRect();
    return Math.hypot(x - left - width / 2, y - top - width / 2) <= reach * width ? this.cells.indexOf(element) : -1;
  }
}

function symbols(mask) {
  return digitsOf(mask)
    .map((digit) => SYMBOLS[digit])
    .join("");
}

// The colours of a cell or a button as stripes; none takes them away.
export function paint(element, colours) {
  if (!colours.length) return delete element.dataset.colour;
  const share = 100 / colours.length;
  const stripes = colours.map((colour, place) => `var(--colour-${colour}) ${place * share}% ${(place + 1) * share}%`);
  element.dataset.colour = colours.join(" ");
  element.style.setProperty("--paint", `linear-gradient(135deg, ${stripes})`);
}

// Marks in rows that are about as long as each other, such as 5 and 4 of 9.
function inRows(marks, most, between = "") {
  const rows = Math.ceil(marks.length / most);
  const each = Math.ceil(marks.length / rows);
  return Array.from({ length: rows }, (_, row) => [...marks.slice(row * each, (row + 1) * each)].join(between)).join("\n");
}

// Corner marks on an upper and a lower line, or on two of each; two are both above.
function halves(mask) {
  const marks = symbols(mask);
  const upper = marks.length === 2 ? 2 : Math.ceil(marks.length / 2);
  return [marks.slice(0, upper), marks.slice(upper)].map((half) => half && inRows(half, MOST_IN_A_ROW - 1, " "));
}

function piece(kind, text) {
  const element = document.createElement("span");
  element.className = kind;
  element.textContent = text;
  return element;
}
