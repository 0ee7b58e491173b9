// Where the page gets what it does not know: the server that it came from. No other script of the player asks for anything.

"use strict";

{
  async function ask(address, data) {
    const response = await fetch(`/api/${address}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(data),
    }).catch(() => {
      throw new Error("the server does not answer: is catalogue serve still running?");
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  }

  async function get(address) {
    const response = await fetch(`/api/${address}`, { headers: { Accept: "application/json" } });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  }

  // A position has the puzzle with its blocks or its constraints, the values and candidates of a player, and a style.
  catalogue.source = {
    hint: (position, depth) => ask("hint", { ...position, depth }),
    steps: (position) => ask("steps", { ...position, drawn: true }),
    path: (position) => ask("path", { ...position, drawn: true }),
    mistakes: ({ style, ...position }) => ask("mistakes", position),
    draw: (kind, count) => get(`draw?${new URLSearchParams([...kind, ["count", count]])}`),
    practice: (answer) => ask("practice", answer),
    add: (puzzle) => ask("puzzles", puzzle),
  };
}
