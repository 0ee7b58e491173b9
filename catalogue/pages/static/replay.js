// The moves of a game, shown again on its board: by themselves, or one by one. The game stays as it is.

import { spelled } from "./clock.js";
import { made } from "./explanation.js";
import { phrase } from "./phrases.js";
import { SYMBOLS } from "./shape.js";

const PACE = 400; // milliseconds of a move
const KINDS = ["values", "corner", "centre", "removed", "colours", "lines"];

// The board after so many of the moves that are known.
function positionAfter(game, count) {
  const position = structuredClone(Object.fromEntries(KINDS.map((kind) => [kind, game[kind]])));
  for (const move of game.past.slice(count).reverse()) {
    for (const [kind, cell, before] of move.toReversed()) if (kind in position) position[kind][cell] = before;
  }
  return position;
}

// What a move has done, and when.
function wordsOf(move, { shape, spent }) {
  const digits = move.filter(([kind]) => kind === "values");
  const [, cell, , value] = digits[0] ?? [];
  const when = move.findLast(([kind]) => kind === "at")?.[3];
  const words = digits.length > 1
    ? phrase("several cells")
    : digits.length
      ? `${shape.name(cell)}: ${value ? SYMBOLS[value] : phrase("empty")}`
      : move.some(([kind]) => kind === "colours") ? phrase("colours") : move.some(([kind]) => kind === "lines") ? phrase("lines") : phrase("marks");
  return [words, when === undefined ? "" : spelled(Math.max(0, when - spent[0]))].filter(Boolean).join(", ");
}

// Show the moves; `onend` is called once the person is done.
export function replay(board, game, onend) {
  const total = game.past.length;
  const panel = made("section", "");
  const [play, close] = [made("button", ""), made("button", "×")];
  const [range, said] = [document.createElement("input"), made("span", "")];
  Object.assign(range, { type: "range", min: 0, max: total, ariaLabel: phrase("Move") });
  panel.className = "panel row replay no-print";
  panel.setAttribute("aria-label", phrase("Replay"));
  close.setAttribute("aria-label", phrase("End the replay"));
  said.setAttribute("role", "status");
  panel.append(play, range, said, close);
  document.getElementById("status").before(panel);
  const others = [board.element, document.querySelector(".play > .aside"), document.getElementById("pause")];
  for (const each of others) each.inert = true;
  document.getElementById("ending").hidden = true;
  let timer = null;

  function show(count) {
    const { values, corner, centre, removed, colours, lines } = positionAfter(game, count);
    values.forEach((value, cell) => {
      const candidates = game.auto && !value ? game.shape.candidates(values, cell) & ~removed[cell] : 0;
      board.show(cell, { value, corner: corner[cell], centre: game.auto ? 0 : centre[cell], candidates, colour: colours[cell] });
    });
    for (const name of ["conflict", "mistake", "same", "seen"]) board.flag(name, []);
    board.flag("look", count ? game.past[count - 1].filter(([kind]) => kind === "values").map(([, cell]) => cell) : []);
    board.drawLines(Object.keys(lines).filter((name) => lines[name]));
    range.value = count;
    said.textContent = count ? phrase("Move {count} of {total}: {words}", { count, total, words: wordsOf(game.past[count - 1], game) }) : phrase("The beginning");
    if (count === total) run(false);
  }

  function run(goes) {
    clearInterval(timer);
    timer = goes ? setInterval(() => show(Number(range.value) + 1), PACE) : null;
    said.setAttribute("aria-live", goes ? "off" : "polite");
    play.textContent = goes ? phrase("Stop") : phrase("Play");
  }

  function end() {
    run(false);
    panel.remove();
    for (const each of others) each.inert = false;
    board.flag("look", []);
    onend();
  }

  play.addEventListener("click", () => {
    if (timer === null && Number(range.value) === total) show(0);
    run(timer === null && total > 0);
  });
  range.addEventListener("input", () => {
    run(false);
    show(Number(range.value));
  });
  close.addEventListener("click", end);
  panel.addEventListener("keydown", ({ key }) => key === "Escape" && end());
  show(0);
  run(total > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches);
  document.getElementById("status").textContent = "";
  range.focus({ preventScroll: true });
  panel.scrollIntoView({ block: "end" });
}
