// Opens a puzzle of a site without a server: the one that the address names, one that is drawn, or any plain one that the
// address has. A puzzle with rules has all that its page shows in a script, since a browser reads no other data from a folder.

import { contents, unpacked } from "./contents.js";
import { addRules, tested } from "./drafted.js";
import { LEVELS } from "./ending.js";
import { idOf } from "./history.js";
import { openPage, playerOf } from "./opening.js";
import { phrase } from "./phrases.js";
import { root } from "./places.js";
import { USUAL_BLOCKS } from "./shape.js";
import { LARGEST, thinking } from "./tab.js";

contents.onknown = () => open().catch((error) => {
  document.getElementById("main").textContent = error.message;
});

async function open() {
  const asked = new URLSearchParams(location.search);
  const number = asked.get("board");
  if (asked.has("draft")) return showDraft(asked);
  if (asked.has("puzzle")) asked.set("puzzle", asked.get("puzzle").replace(/\s/g, "").replace(/[0*_-]/g, ".").toUpperCase());
  const found = number ? contents.puzzleOf(number) : asked.has("puzzle") ? withCells(asked) : drawn(asked);
  if (asked.has("puzzle") && !found && !asked.get("constraints")) return showTyped(asked);
  if (!found) throw new Error(phrase("This site has no such puzzle."));
  if (number) return found.clues ? showPlain(found, asked) : showRuled(await unpacked(await loaded(number)), asked);
  for (const name of ["not", "puzzle", "blocks", "constraints"]) asked.delete(name);
  asked.set("board", found.id);
  location.replace(`?${asked}${location.hash}`);
}

// The puzzle of the site whose cells and rules the address has; of usual blocks it says nothing.
function withCells(asked) {
  const [puzzle, blocks, constraints] = ["puzzle", "blocks", "constraints"].map((name) => asked.get(name));
  return contents.withKey(idOf([blocks || contents.blocks, puzzle, ...(constraints ? [constraints] : [])].join("/")));
}

// A puzzle of the kind that the address asks for, or that of a day, which is the same in every copy of the site.
function drawn(asked) {
  const all = contents.puzzlesOf(asked);
  if (asked.has("day")) {
    let hash = 2166136261;
    for (const symbol of asked.get("day")) hash = Math.imul(hash ^ symbol.charCodeAt(0), 16777619) >>> 0;
    return all[hash % all.length];
  }
  return contents.shuffled(all).find(({ id }, _, every) => id !== asked.get("not") || every.length === 1);
}

// --- A puzzle with rules --------------------------------------------------------------------------------------------

// The data of a puzzle, from its script.
function loaded(number) {
  return new Promise((done, failed) => {
    globalThis.catalogue.puzzle = (_, data) => done(data);
    const script = document.createElement("script");
    script.src = new URL(`data/puzzles/${number}.js`, root).href;
    script.addEventListener("error", () => failed(new Error(phrase("This site has no such puzzle."))));
    document.head.append(script);
  });
}

function showRuled({ title, page }, asked) {
  document.title = title;
  document.getElementById("main").innerHTML = page;
  begin(asked);
}

// --- A plain puzzle -------------------------------------------------------------------------------------------------

async function showPlain({ id, clues, level }, asked) {
  fill(clues, contents.blocks, phrase("Puzzle {number}", { number: id }), level);
  const technique = asked.get("technique");
  asked.delete("start");
  if (technique && new URLSearchParams(location.search).has("start")) { // practice begins where its technique applies
    const { start } = await (await thinking()).momentOf(clues, technique);
    history.replaceState(null, "", `?${asked}#${start}`);
  }
  begin(asked);
}

// A puzzle that a person has typed or made, or the example of a lesson.
async function showTyped(asked) {
  const [clues, title, made] = ["puzzle", "title", "made"].map((name) => asked.get(name));
  const blocks = asked.get("blocks") || USUAL_BLOCKS[Math.sqrt(clues.length)];
  if (!blocks || /[^.1-9A-P]/.test(clues)) throw new Error(phrase("This is not a puzzle: it has {count} cells.", { count: clues.length }));
  const { warningOf } = await thinking();
  const warning = made || title ? "" : await warningOf(clues, blocks);
  fill(clues, blocks, title ? phrase("An example of {title}", { title }) : phrase("Your puzzle"), made, warning);
  begin(asked);
}

// A draft with rules, which the desk has left.
async function showDraft(asked) {
  const draft = tested();
  fill(draft.puzzle, "none", phrase("Your puzzle"), null);
  await addRules(draft);
  begin(asked);
}

// The page of a plain puzzle, from the one that all of them share.
function fill(clues, blocks, name, level, warning = "") {
  const size = Math.sqrt(clues.length);
  const [hintless, reason] = size > LARGEST ? [true, phrase("Hints are for boards up to {size}.", { size: `${LARGEST}x${LARGEST}` })] : [Boolean(warning), warning];
  openPage(name, clues, blocks);
  const game = document.getElementById("game");
  document.title = phrase("Play {name} · {title}", { name, title: document.querySelector("header .name").textContent });
  document.getElementById("name").textContent = name;
  document.getElementById("about").textContent = level && LEVELS.includes(level) ? phrase(level) : "";
  if (level) game.dataset.level = level;
  if (blocks !== USUAL_BLOCKS[size]) game.dataset.blocks = blocks;
  for (const link of document.querySelectorAll("#main [data-draw]")) link.href = `?${new URLSearchParams({ level, not: new URLSearchParams(location.search).get("board") ?? "" })}`;
  for (const link of level ? [] : document.querySelectorAll("#main [data-draw]")) link.remove();
  document.querySelector(".style").hidden = size !== 9 || blocks !== "3x3";
  const note = document.getElementById("warning");
  note.hidden = !reason;
  note.textContent = reason;
  for (const button of hintless ? document.querySelectorAll("[data-depth], #all-steps, #path") : []) button.disabled = true;
  document.getElementById("check").disabled = Boolean(warning);
}

// --- Any puzzle ------------------------------------------------------------------------------------------------------

function begin(asked) {
  if (asked.get("day")) document.getElementById("game").dataset.day = asked.get("day");
  const list = asked.get("in");
  if (list) leadOn(asked, contents.puzzlesOf(list === "all" ? [] : [["level", list]]).map(({ id }) => id));
  playerOf();
}

// In a list that is played in its order, to the next puzzle of it.
function leadOn(asked, numbers) {
  const next = numbers[numbers.indexOf(asked.get("board")) + 1];
  for (const link of document.querySelectorAll("#main [data-draw]")) {
    if (next === undefined) link.remove();
    link.textContent = phrase("Next of the list");
    link.href = `?${new URLSearchParams({ board: next, in: asked.get("in") })}`;
    link.removeAttribute("data-draw");
  }
}
