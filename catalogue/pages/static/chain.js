// A chain on the board, arrow by arrow: by itself unless the system asks for reduced motion, and with buttons.

import { made } from "./explanation.js";
import { phrase } from "./phrases.js";

const PACE = 1200; // milliseconds of an arrow

// The buttons take the place of the one that was pressed.
export function playChain(pressed, board, step) {
  const arrows = [...board.element.querySelectorAll(".overlay .link")];
  const [row, said] = [made("div", ""), made("span", "")];
  const [back, forward, again] = ["←", "→", phrase("Again")].map((text) => Object.assign(made("button", text), { type: "button" }));
  back.setAttribute("aria-label", phrase("Arrow back"));
  forward.setAttribute("aria-label", phrase("Arrow forward"));
  row.className = "row chain";
  said.setAttribute("role", "status");
  row.append(back, forward, again, said);
  pressed.replaceWith(row);
  let count = 0;
  let timer;

  function show(next) {
    count = Math.max(1, Math.min(arrows.length, next));
    arrows.forEach((arrow, place) => {
      arrow.classList.toggle("faint", place >= count);
      arrow.classList.toggle("now", place === count - 1);
    });
    [back.disabled, forward.disabled] = [count === 1, count === arrows.length];
    said.textContent = `${phrase("Arrow {count} of {total}", { count, total: arrows.length })}. ${wordsOf(arrows[count - 1], step)}`;
  }

  function play() {
    show(1);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    clearInterval(timer);
    timer = setInterval(() => {
      if (row.isConnected && count < arrows.length) show(count + 1);
      else clearInterval(timer);
    }, PACE);
  }

  for (const [button, by] of [[back, -1], [forward, 1]]) {
    button.addEventListener("click", () => {
      clearInterval(timer);
      show(count + by);
    });
  }
  again.addEventListener("click", play);
  play();
  again.focus();
}

// The link of an arrow in words; a chain without branches has all of them in its sentence.
function wordsOf(arrow, { branches }) {
  const [branch, at] = ["branch", "at"].map((name) => Number(new RegExp(`\\b${name}-(\\d+)`).exec(arrow.getAttribute("class"))[1]));
  return branches[branch - 1]?.links[at - 2]?.text ?? "";
}
