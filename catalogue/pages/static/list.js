// The page of a list of a site without a server. Cards of plain puzzles are made here.

import { contents } from "./contents.js";
import { LEVELS } from "./ending.js";
import { stayPlayable } from "./offline.js";
import { phrase, many } from "./phrases.js";
import { address } from "./places.js";
import { showPlayed } from "./played.js";

const ON_A_PAGE = 48;
const CELL = 10; // units of a drawing

const made = (name, more = {}, ...inside) => {
  const element = Object.assign(document.createElement(name), more);
  element.append(...inside);
  return element;
};

// A puzzle as a small drawing; the lines are on the page.
function drawing(clues) {
  const size = Math.sqrt(clues.length);
  const side = size * CELL + 2;
  const texts = Array.from({ length: size }, (_, row) => {
    const cells = [...clues.slice(row * size, (row + 1) * size)].flatMap((clue, column) => (clue === "." ? [] : [[clue, column * CELL + CELL / 2]]));
    return cells.length ? `<text x="${cells.map(([, x]) => x).join(" ")}" y="${row * CELL + 7.8}">${cells.map(([clue]) => clue).join("")}</text>` : "";
  });
  return `<svg class="miniature" viewBox="-1 -1 ${side} ${side}" aria-hidden="true"><use href="#lines" x="-1" y="-1" width="${side}" height="${side}"/>${texts.join("")}</svg>`;
}

function card({ id, key, clues, level, pattern }) {
  const href = address(`/play?board=${id}`);
  const board = made("a", { className: "board", href, tabIndex: -1, ariaHidden: "true" });
  board.innerHTML = drawing(clues);
  const head = made("p", { className: "head" }, made("a", { href, textContent: id, ariaLabel: phrase("Puzzle {number}", { number: id }) }), " ");
  if (level && LEVELS.includes(level)) head.append(made("span", { className: `level ${level}`, textContent: phrase(level) }));
  const said = [many(clues.replaceAll(".", "").length, "{count} clue", "{count} clues"), pattern].filter(Boolean).join(", ");
  const found = made("li", { className: "card" }, board, head, made("p", { className: "played", hidden: true }), made("p", { className: "quiet", textContent: said }));
  found.dataset.key = key;
  return found;
}

function showCards(list) {
  const { level } = list.dataset;
  const all = contents.puzzlesOf(level ? [["level", level]] : []);
  const last = Math.ceil(all.length / ON_A_PAGE);
  const page = Math.min(Math.max(1, Number(new URLSearchParams(location.search).get("page")) || 1), last);
  const some = all.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE);
  list.replaceChildren(...some.map(card));
  const numbers = [(page - 1) * ON_A_PAGE + 1, (page - 1) * ON_A_PAGE + some.length, all.length].map((number) => number.toLocaleString(document.documentElement.lang));
  const link = (to, rel, text) => (to < 1 || to > last ? [] : [made("a", { className: "button", rel, href: `?page=${to}`, textContent: text })]);
  const places = made("span", { className: "quiet", textContent: phrase("{first} to {last} of {total}", { first: numbers[0], last: numbers[1], total: numbers[2] }) });
  document.querySelector(".pages").replaceChildren(...link(page - 1, "prev", phrase("‹ Previous")), places, ...link(page + 1, "next", phrase("Next ›")));
}

contents.onknown = () => {
  const list = document.querySelector(".cards");
  if (!list.children.length) showCards(list);
  showPlayed();
};
stayPlayable();
