// Where the page gets what it and the engine do not know: the server that it came from, which also knows puzzles with rules.

import { phrase } from "./phrases.js";
import { inTab } from "./tab.js";

const language = { language: document.documentElement.lang }; // of sentences

const ask = (address, data) => post(`/api/${address}`, data);

async function post(address, data, take = (response) => response.json()) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(data),
  }).catch(() => {
    throw new Error(phrase("the server does not answer: is catalogue serve still running?"));
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return take(response);
}

async function get(address) {
  const response = await fetch(`/api/${address}`, { headers: { Accept: "application/json" } });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

// A position has the puzzle with its blocks or its constraints, the values and candidates of a player, and a style.
export const source = {
  hint: inTab("hint", (position, depth) => ask("hint", { ...position, ...language, depth })),
  steps: inTab("steps", (position) => ask("steps", { ...position, ...language, drawn: true })),
  path: inTab("path", (position) => ask("path", { ...position, ...language, drawn: true })),
  mistakes: inTab("mistakes", ({ style, ...position }) => ask("mistakes", { ...position, ...language })),
  draw: (kind, count) => get(`draw?${new URLSearchParams([...kind, ["count", count]])}`),
  practice: (answer) => ask("practice", { ...answer, ...language }),
  add: (puzzle) => ask("puzzles", puzzle),
  shown: (draft) => post("/set/shown", draft),
  read: (text) => post("/set/read", { text }),
  links: (draft) => post("/set/links", draft),
  file: (asked) => post("/set/file", asked, (response) => response.blob()),
  save: (asked) => post("/set/save", asked),
};
