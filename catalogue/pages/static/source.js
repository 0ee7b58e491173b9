// Where the page gets its data: the server that it came from. What is found about a puzzle the tab finds.

import { phrase } from "./phrases.js";
import { answers } from "./tab.js";

const headers = { Accept: "application/json" };

async function ask(address, options = {}, take = (response) => response.json()) {
  const response = await fetch(address, { headers, ...options }).catch(() => {
    throw new Error(phrase("the server does not answer: is catalogue serve still running?"));
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return take(response);
}

function post(address, data, take) {
  return ask(address, { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(data) }, take);
}

export const source = {
  ...answers,
  draw: (kind, count) => ask(`/api/draw?${new URLSearchParams([...kind, ["count", count]])}`),
  add: (puzzle) => post("/api/puzzles", puzzle),
  described: (draft, language) => post("/set/described", { ...draft, language }),
  read: (text) => post("/set/read", { text }),
  links: (draft) => post("/set/links", draft),
  file: (asked) => post("/set/file", asked, (response) => response.blob()),
  save: (asked) => post("/set/save", asked),
};
