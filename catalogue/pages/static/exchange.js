// What comes to the desk and what leaves it: texts and links that are pasted, files, the player, the catalogue.

import { TESTED, askedOf, draftFrom, emptyDraft, givensOf } from "./draft.js";
import { made } from "./explanation.js";
import { FPuzzles } from "./fpuzzles.js";
import { capital, phrase } from "./phrases.js";
import { address } from "./places.js";
import { SYMBOLS, USUAL_BLOCKS } from "./shape.js";
import { source } from "./source.js";
import { engine } from "./truth.js";

const element = (id) => document.getElementById(id);
const SHARP = 2; // pixels of a picture for each of its units
const ABOUT = ["title", "author", "words", "tags"];

export class Exchange {
  constructor(desk) {
    this.desk = desk;
    this.fpuzzles = new FPuzzles(desk.tools);
    const act = (id, work) => element(id)?.addEventListener("click", (event) => {
      event.preventDefault();
      element("exchange-status").textContent = "";
      Promise.resolve(work(event.currentTarget)).catch(({ message }) => this.say(message));
    });
    act("open-text", () => this.open(element("pasted").value));
    act("test", () => this.test());
    act("links", () => this.links());
    act("save", () => this.save());
    act("write-words", () => this.write());
    act("save-json", () => save("puzzle.json", "application/json", JSON.stringify(desk.draft, null, 1)));
    for (const button of document.querySelectorAll("[data-file]")) {
      button.addEventListener("click", () => this.file(button.dataset.file).catch(({ message }) => this.say(message)));
    }
    for (const name of ABOUT) element(name).addEventListener("change", ({ target }) => desk.change({ ...desk.draft, [name]: target.value }));
    element("open-file").addEventListener("change", async ({ target }) => {
      const [file] = target.files;
      target.value = "";
      if (file) this.open(await file.text()).catch(({ message }) => this.say(message));
    });
  }

  say(words) {
    element("exchange-status").textContent = words;
  }

  show() {
    const { draft } = this.desk;
    if (this.linked !== draft) {
      element("links-out").replaceChildren();
      element("text-label").hidden = true;
    }
    for (const name of ABOUT) if (document.activeElement !== element(name)) element(name).value = draft[name];
  }

  /** A draft as JSON, cells of a plain puzzle, or whatever the server reads; without one what f-puzzles writes. */
  async open(text) {
    const given = text.trim();
    if (!given) return this.say(phrase("Paste a puzzle first."));
    const { byName } = this.desk;
    const json = asJson(given);
    const own = draftFrom(json, byName);
    if (json?.givens && !own) throw new Error(phrase("This is no draft of the desk."));
    const read = own ?? plain(given) ?? (source.read ? draftFrom(await source.read(given), byName) : null);
    const { draft, left } = read ? { draft: read, left: [] } : (this.fpuzzles.read(given) ?? { draft: null, left: [] });
    if (!draft) throw new Error(phrase("Without a server this page reads digits, drafts, and links that hold a puzzle of f-puzzles."));
    this.desk.change(draft, -1);
    this.say(left.length ? phrase("It is on the board, without what stands in these fields: {fields}.", { fields: left.join(", ") }) : phrase("It is on the board; Undo leads back."));
    element("pasted").value = "";
  }

  get #finished() {
    const { draft, isFinished } = this.desk;
    return { ...draft, uses: draft.uses.filter(isFinished) };
  }

  /** Where the draft is played: its cells with blocks or rules. */
  async test() {
    const draft = this.#finished;
    const { puzzle, how, isPlain } = askedOf(draft, () => true);
    if (isPlain) return location.assign(address(`/play?${new URLSearchParams({ puzzle, blocks: how.blocks })}`));
    if (source.described) {
      const { text, why } = await source.described(draft);
      if (!text) throw new Error(why);
      return location.assign(address(`/play?${new URLSearchParams({ puzzle: text })}`));
    }
    sessionStorage.setItem(TESTED, JSON.stringify({ draft, rules: this.rules }));
    location.assign(address("/play?draft=1"));
  }

  async links() {
    const { draft } = this.desk;
    const { links } = source.links ? await source.links(this.#finished) : { links: this.fpuzzles.links(this.#finished) };
    if (draft !== this.desk.draft) return;
    this.linked = draft;
    const anchors = Object.entries(links).map(([name, href]) => Object.assign(made("a", name), { href, rel: "noreferrer" }));
    element("links-out").replaceChildren(...anchors);
    if (!source.described) return;
    const { text, why } = await source.described(this.#finished);
    if (draft !== this.desk.draft) return;
    element("text-out").value = text ?? why;
    element("text-label").hidden = false;
  }

  async file(format) {
    const { title, author } = this.desk.draft;
    const svg = () => this.drawing();
    if (format === "svg") return save("puzzle.svg", "image/svg+xml", await svg());
    if (!source.file) return format === "png" ? save("puzzle.png", "", await pixels(await svg())) : print(await svg(), title);
    save(`puzzle.${format}`, "", await source.file({ draft: this.#finished, format, title, author }));
  }

  /** A picture with the words of the rules, which the engine draws. */
  async drawing() {
    const { puzzle, options } = askedOf(this.#finished, () => true);
    const sentences = this.rules.map(([title, words, name]) => [name, `${title}: ${words}`]);
    return (await engine()).drawVariant(puzzle, { ...options, title: this.desk.draft.title || "Sudoku", sentences });
  }

  async save() {
    const { title, author, words, tags } = this.desk.draft;
    const { number, is_new } = await source.save({ draft: this.#finished, title, author, words, tags });
    const link = Object.assign(made("a", phrase("Puzzle {number}", { number })), { href: `/boards/${number}` });
    element("exchange-status").replaceChildren(is_new ? phrase("In the catalogue:") : phrase("The catalogue has it already:"), " ", link);
  }

  /** Each rule in use: its name in the language of the page, what it says, and its name in data. */
  get rules() {
    const used = [...new Set(this.desk.draft.uses.map(({ rule }) => this.desk.toolOf(rule)))];
    return used.map(({ title, words, name }) => [capital(title), words, name]);
  }

  /** Title and words of the rules, from the marks; the server knows them in every language. */
  async write() {
    const { draft } = this.desk;
    const language = element("words-language")?.value;
    const rules = source.described ? (await source.described(this.#finished, language)).rules : this.rules;
    const title = draft.title || rules.map(([name]) => name.replace(/^\d+ x /, "")).join(", ");
    this.desk.change({ ...draft, title: capital(title), words: rules.map(([name, said]) => `${capital(name)}: ${said}`).join("\n") });
  }
}

function asJson(text) {
  try {
    return text.startsWith("{") ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

// Cells of a board of a usual size, perhaps in rows.
function plain(text) {
  const cells = text.replace(/\s/g, "").replace(/[0*_x-]/g, ".").toUpperCase();
  const size = Math.sqrt(cells.length);
  if (size > 16 && Number.isInteger(size) && !/[^.1-9A-P]/.test(cells)) throw new Error(phrase("The desk has boards from 4x4 to 16x16."));
  if (!USUAL_BLOCKS[size] || [...cells].some((symbol) => !SYMBOLS.slice(0, size + 1).includes(symbol))) return null;
  return { ...emptyDraft(size), givens: givensOf(cells) };
}

// A drawing as a picture of pixels.
async function pixels(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: SHARP * image.width, height: SHARP * image.height });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => canvas.toBlob(done));
}

// A drawing on a page of its own, which the browser prints, or keeps as PDF.
function print(svg, title) {
  const frame = Object.assign(document.createElement("iframe"), { className: "printed", srcdoc: svg, ariaHidden: "true", tabIndex: -1 });
  frame.addEventListener("load", () => {
    frame.contentDocument.title = title || "Sudoku";
    frame.contentWindow.addEventListener("afterprint", () => frame.remove());
    frame.contentWindow.print();
  });
  document.body.append(frame);
}

export function save(name, type, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
