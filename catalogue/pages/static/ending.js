// What the end of a game shows: its time beside the others of its kind, size and level.

import { spelled } from "./clock.js";
import { figuresOf, isHelped, record } from "./history.js";
import { phrase, many } from "./phrases.js";
import { address } from "./places.js";
import { copy } from "./share.js";

function made(name, text = "", more = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...more });
}

// Times from left to right as a line; the last one is the latest. Nothing for fewer than two.
export function trendOf(times) {
  if (times.length < 2) return null;
  const [width, height] = [160, 36];
  const most = Math.max(...times);
  const points = times.map((time, place) => [(place * width) / (times.length - 1), height - (time / most) * (height - 6)]);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `-4 -4 ${width + 8} ${height + 8}`);
  svg.setAttribute("class", "trend");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", phrase("The last {count} times: {times}", { count: times.length, times: times.map(spelled).join(", ") }));
  const line = document.createElementNS(svg.namespaceURI, "polyline");
  line.setAttribute("points", points.map((point) => point.map((each) => each.toFixed(1)).join(",")).join(" "));
  const dot = document.createElementNS(svg.namespaceURI, "circle");
  const [x, y] = points.at(-1);
  for (const [name, value] of [["cx", x.toFixed(1)], ["cy", y.toFixed(1)], ["r", 3.5]]) dot.setAttribute(name, value);
  svg.append(line, dot);
  return svg;
}

// Such as "2 hints, 1 step"; nothing without any.
export function helpOf({ hints, steps }) {
  return [hints && many(hints, "{count} hint", "{count} hints"), steps && many(steps, "{count} step", "{count} steps")].filter(Boolean).join(", ");
}

export const LEVELS = ["easy", "medium", "hard", "unfair", "extreme", null];

// Such as "hard" or "easy, killer, 6x6"; a plain 9x9 needs no more words than its level.
/** @param {Record<string, any>} game */
export function likeInWords({ level, words, size = 9 }) {
  return [phrase(level ?? "no level"), words, size !== 9 && `${size}x${size}`].filter(Boolean).join(", ");
}

// What a person may send to others: no digit of the solution.
function told(game) {
  const help = helpOf(game);
  return [`${game.name}: ${likeInWords(game)}`, `${spelled(game.time)}${help ? ` (${help})` : ""}`, address(game.address)].join("\n");
}

async function share(game, button) {
  const text = told(game);
  if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text }).catch(() => null);
  else await copy(text, button);
}

export function showEnding(game) {
  const place = document.getElementById("ending");
  const own = record(game); // a puzzle counts once, as it was solved first
  const figures = figuresOf(own);
  const facts = [[phrase("Time"), spelled(game.time)], [phrase("Level"), likeInWords(own)], [phrase("Help"), helpOf(game) || phrase("none")]];
  if (game.time !== own.elapsed) facts.push([phrase("First time"), spelled(own.elapsed)]);
  if (figures.count) {
    facts.push([phrase("Best"), spelled(figures.best)], [phrase("Average of {count}", { count: figures.count }), spelled(figures.average)]);
  }
  if (figures.helped) facts.push([phrase("With help, average of {count}", { count: figures.helped }), spelled(figures.helpedAverage)]);
  const pairs = facts.map(([name, value]) => {
    const pair = made("div");
    pair.append(made("dt", name), made("dd", value));
    return pair;
  });
  const trend = trendOf(figures.trend);
  place.querySelector("h2").textContent = isHelped(game) || !figures.count || game.time > figures.best ? phrase("Solved") : phrase("Solved: your best");
  place.querySelector("dl").replaceChildren(...pairs, ...(trend ? [trend] : []));
  place.querySelector("#share").onclick = ({ currentTarget }) => share(game, currentTarget);
  place.querySelector("#close-ending").onclick = () => { place.hidden = true; };
  place.hidden = false;
}
