// The setter's desk: a board on which rules are drawn, and what holds of the puzzle after every stroke.

import { History, askedOf, cellsOf, draftFrom, emptyDraft, painted, regionNames, resized, withBeside, withGivens } from "./draft.js";
import { Drafts } from "./drafts.js";
import { Exchange } from "./exchange.js";
import { made } from "./explanation.js";
import { Board } from "./grid.js";
import { Help } from "./helping.js";
import { Margin } from "./margin.js";
import { Marks } from "./marks.js";
import { phrase } from "./phrases.js";
import { drawMarks, putMarks } from "./picture.js";
import { Strokes } from "./strokes.js";
import { Toolbox } from "./toolbox.js";
import { isClue, isFinished, made as use, stroke } from "./tools.js";
import { Truth } from "./truth.js";
import { showBoard, showFound, showPad } from "./view.js";

const element = (id) => document.getElementById(id);
const KEY = "board-catalogue/desk";
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const stored = (storage) => {
  try {
    return JSON.parse(storage().getItem(KEY));
  } catch {
    return null; // a browser that keeps nothing
  }
};

// What this tab was left with, else the last draft of any tab; after it the puzzle that the page brings.
function historyOf(tools) {
  const here = stored(() => sessionStorage);
  const read = (given) => draftFrom(given, tools);
  if (here) sessionStorage.removeItem(KEY); // after a crash the last draft of any tab is newer
  const now = read(here?.now);
  const begun = new History(now ?? read(stored(() => localStorage)) ?? emptyDraft());
  if (now) for (const name of ["past", "future"]) begun[name] = here[name].map(read).filter(Boolean);
  const brought = read(JSON.parse(element("draft").textContent));
  if (brought) {
    begun.change(brought);
    const address = new URL(location.href);
    address.searchParams.delete("board"); // else it would come again, without what is drawn on it, when one comes back
    history.replaceState(null, "", address);
  }
  return begun;
}

class Desk {
  constructor() {
    this.tools = JSON.parse(element("table").textContent);
    this.byName = new Map(this.tools.map((tool) => [tool.name, tool]));
    this.history = historyOf(this.byName);
    this.#remember();
    this.toolName = "givens";
    this.chosen = -1; // the place of a mark among the uses
    this.isReshaping = false;
    this.region = "A";
    this.found = {};
    this.truth = new Truth((found) => this.#know(found));
    this.strokes = new Strokes(this);
    this.margin = new Margin(this);
    this.#newBoard();
    this.marks = new Marks(this);
    this.toolbox = new Toolbox(this);
    this.exchange = new Exchange(this);
    this.help = new Help(this);
    this.drafts = new Drafts(this);
    this.#bind();
    this.show();
    this.#follow();
  }

  // What can be undone stays when the player is tried, and one comes back.
  #remember() {
    addEventListener("pagehide", () => {
      const { now, past, future } = this.history;
      try {
        sessionStorage.setItem(KEY, JSON.stringify({ now, past: past.slice(-50), future: future.slice(-50) }));
      } catch {
        // There is no room.
      }
    });
  }

  get draft() {
    return this.history.now;
  }

  get tool() {
    return this.toolName === "regions" ? { where: "cells" } : this.isReshaping ? this.toolOf(this.draft.uses[this.chosen].rule) : this.byName.get(this.toolName);
  }

  /** Whether a pointer draws cells, and does not select them. */
  get draws() {
    return this.toolName !== "givens" || this.isReshaping;
  }

  toolOf = (name) => this.byName.get(name);
  isFinished = (each) => isFinished(this.toolOf(each.rule), each);

  say(words) {
    element("status").textContent = words;
  }

  // --- Changes --------------------------------------------------------------------------------------------------

  change(draft, chosen = this.chosen) {
    const isChange = this.history.change(draft);
    this.chosen = chosen;
    if (isChange) this.#changed();
    else this.show();
  }

  #changed() {
    const { size, lowest } = this.draft;
    if (size !== this.board.shape.size || String(lowest) !== this.board.element.dataset.lowest) this.#newBoard();
    this.marks.said = { needless: [], contradiction: [] };
    this.before = this.found.candidates?.length === size * size ? this.found.candidates : null; // shown until there are others
    this.found = {};
    this.show();
    this.#follow();
    try {
      localStorage.setItem(KEY, JSON.stringify(this.draft));
    } catch {
      // A browser that keeps nothing.
    }
  }

  back(undo) {
    if (!(undo ? this.history.undo() : this.history.redo())) return this.say(undo ? phrase("There is nothing to undo.") : phrase("There is nothing to redo."));
    this.chosen = -1;
    this.isReshaping = false;
    this.#changed();
    this.say(undo ? phrase("Undone.") : phrase("Redone."));
  }

  take(name) {
    this.toolName = name;
    this.isReshaping = false;
    this.chosen = -1;
    this.strokes.follow();
    this.show();
  }

  /** A rule of the whole board, put or taken away. */
  toggle(tool) {
    const place = this.draft.uses.findIndex(({ rule }) => rule === tool.name);
    const draft = tool.beside ? withBeside(this.draft, tool.beside, place < 0) : this.draft;
    const uses = place < 0 ? [...draft.uses, use(tool, tool.beside ? { value: draft.size } : {})] : draft.uses.filter(({ rule }) => rule !== tool.name);
    this.change({ ...draft, uses }, place < 0 && tool.kind ? uses.length - 1 : -1);
    this.say(place < 0 ? phrase("{name} holds.", { name: tool.title }) : phrase("{name} no longer holds.", { name: tool.title }));
  }

  choose(place) {
    this.chosen = place === this.chosen ? -1 : place;
    this.isReshaping = false;
    this.marks.isTyping = null;
    this.strokes.follow();
    this.show();
  }

  reshape() {
    this.isReshaping = !this.isReshaping;
    this.strokes.follow();
    this.show();
    if (this.isReshaping) this.say(phrase("Draw the cells that the mark is to have."));
  }

  /** A whole stroke of cells. */
  async drawn(cells) {
    if (this.toolName === "regions" && !this.isReshaping) return this.change(painted(this.draft, cells, this.region));
    const before = this.draft;
    const reshaped = this.isReshaping ? before.uses[this.chosen] : null;
    const others = reshaped ? { ...before, uses: before.uses.filter((each) => each !== reshaped) } : before;
    const made_ = stroke(others, this.tool, cells, reshaped ? -1 : this.chosen);
    if (made_.fault) return this.say(made_.fault);
    this.marks.isTyping = null;
    this.isReshaping = false;
    let { uses, place } = made_;
    if (reshaped) { // the other cells, and in its place all that it was
      const { cells: own, groups } = uses[place] ?? { cells, groups: [] };
      uses = before.uses.map((each) => (each === reshaped ? { ...each, cells: own, groups } : each));
      place = this.chosen;
    }
    if (!(await this.put(uses, place))) return;
    this.strokes.follow();
    this.say(place < 0 ? phrase("Taken away.") : this.marks.words(this.draft.uses[place]));
  }

  /** Other uses, of which the one at a place is new or elsewhere and follows the locked solution; returns whether it can, else says why. */
  async put(uses, place) {
    const before = this.draft;
    const { uses: followed, fault } = this.help.locked && place >= 0 ? await this.help.followed(uses, place) : { uses };
    if (fault) this.say(fault);
    if (fault || before !== this.draft) return false; // or another stroke came first
    this.change({ ...before, uses: followed }, place);
    return true;
  }

  // --- The board ------------------------------------------------------------------------------------------------

  #newBoard() {
    const { size, lowest } = this.draft;
    const before = element("board");
    const fresh = before.cloneNode(false);
    Object.assign(fresh.dataset, { size, lowest, clues: ".".repeat(size * size), blocks: "none" });
    before.replaceWith(fresh);
    this.board = new Board(fresh);
    this.board.select([0], 0);
    this.board.onpress = (cell) => this.#press(cell);
    this.strokes.follow();
  }

  // A tap on a cell with marks chooses one of them, and the next tap the next one.
  #press(cell) {
    const here = this.draft.uses.flatMap((each, place) => (cellsOf(each).includes(cell) ? [place] : []));
    const after = here.find((place) => place > this.chosen) ?? here[0] ?? -1;
    const isSame = this.board.selection.size === 1 && this.board.current === cell;
    const place = isSame || !here.includes(this.chosen) ? after : this.chosen;
    if (place !== this.chosen) {
      this.chosen = place;
      this.marks.isTyping = null;
      this.show();
    }
    return false;
  }

  // A symbol on the board or the pad: a region, a number, or a given.
  #type(symbol) {
    const cells = [...this.board.selection];
    const digit = this.board.symbols.indexOf(symbol);
    if (this.toolName === "regions") {
      const name = regionNames(this.draft)[(symbol === "0" ? 0 : digit) - 1];
      if (digit > 0 && name) this.change(painted(this.draft, cells, name));
      return digit > 0;
    }
    if (this.toolName !== "givens") return /^\d$/.test(symbol) && this.marks.typed(Number(symbol));
    if (digit < 1 || digit > this.draft.size) return false;
    this.change(withGivens(this.draft, cells, digit));
    return true;
  }

  #erase() {
    const cells = [...this.board.selection];
    if (this.toolName === "regions") return this.change(painted(this.draft, cells, "."));
    if (this.toolName !== "givens" && this.marks.isTyping === this.chosen && this.chosen >= 0) return this.marks.typed(null);
    if (this.toolName === "givens" && cells.some((cell) => this.draft.givens[cell])) return this.change(withGivens(this.draft, cells, 0));
    this.marks.remove();
  }

  #key(event) {
    const isOnBoard = event.target.closest("#board");
    const isWide = event.ctrlKey || event.metaKey;
    if (isWide && !event.altKey && "zy".includes(event.key.toLowerCase()) && !event.target.closest("input, textarea")) {
      event.preventDefault();
      return this.back(event.key.toLowerCase() === "z" && !event.shiftKey);
    }
    if (!isOnBoard || isWide) return;
    if (event.altKey && event.key in ARROWS) this.marks.move(...ARROWS[event.key]);
    else if (event.altKey) return;
    else if (this.strokes.key(event)) event.preventDefault();
    else if (event.key === "Backspace" || event.key === "Delete") this.#erase();
    else if (event.key === "Escape") this.choose(this.chosen);
    else if (event.key.length !== 1 || !this.#type(event.key.toUpperCase())) return;
    event.preventDefault();
  }

  #bind() {
    document.addEventListener("keydown", (event) => this.#key(event));
    element("undo").addEventListener("click", () => this.back(true));
    element("redo").addEventListener("click", () => this.back(false));
    element("erase").addEventListener("click", () => this.#erase());
    element("pad").addEventListener("click", ({ target }) => {
      const { symbol } = target.closest("button")?.dataset ?? {};
      if (symbol === undefined) return;
      if (this.toolName !== "regions") return this.#type(symbol);
      this.region = regionNames(this.draft)[[...element("pad").children].indexOf(target)];
      this.show();
    });
    for (const name of ["candidates", "solution"]) element(`show-${name}`).addEventListener("change", () => this.show());
    element("size").addEventListener("change", ({ target }) => this.change(resized(this.draft, Number(target.value), ({ rule }) => isClue(this.toolOf(rule)) || this.toolOf(rule).beside), -1));
    element("lowest").addEventListener("change", ({ target }) => this.change({ ...this.draft, lowest: target.checked ? 0 : 1 }));
    element("no-regions").addEventListener("click", () => this.change({ ...this.draft, regions: "" }));
    element("usual-regions").addEventListener("click", () => this.change({ ...this.draft, regions: emptyDraft(this.draft.size).regions }));
    element("new").addEventListener("click", () => this.change(emptyDraft(this.draft.size, this.draft.lowest), -1));
  }

  // --- What is shown ----------------------------------------------------------------------------------------------

  show() {
    const { draft } = this;
    showBoard(this);
    showPad(this);
    this.margin.show();
    this.marks.show();
    this.toolbox.show();
    showFound(this);
    this.exchange.show();
    element("rules-text").replaceChildren(...this.exchange.rules.map(([name, words]) => {
      const line = made("p", `: ${words}`);
      line.prepend(made("strong", name));
      return line;
    }));
    this.help.show();
    element("undo").disabled = !this.history.past.length;
    element("redo").disabled = !this.history.future.length;
    element("size").value = String(draft.size);
    element("lowest").checked = draft.lowest === 0;
  }

  // --- Truth and drawing, which come later -----------------------------------------------------------------------------

  /** A solution that was asked for, shown until the next change. */
  showSolution(solution) {
    this.found = { ...this.found, solution };
    element("show-solution").disabled = false;
    element("show-solution").checked = true;
    this.show();
  }

  #follow() {
    const { draft } = this;
    this.truth.ask(askedOf(draft, this.isFinished));
    const finished = { ...draft, uses: draft.uses.filter(this.isFinished) };
    drawMarks(finished).then((drawn) => draft === this.draft && this.#draw(drawn), ({ message }) => draft === this.draft && this.say(message));
  }

  #know(found) {
    this.found = { ...this.found, ...found }; // with a solution that was asked for meanwhile
    const { needless, contradiction } = found;
    this.marks.said = { needless: needless?.uses ?? [], contradiction: contradiction?.uses ?? [] };
    this.show();
  }

  #draw(drawn) {
    putMarks(this.board.element, drawn);
    this.board.flag("labelled", drawn.labelled);
  }
}

export const desk = new Desk();
