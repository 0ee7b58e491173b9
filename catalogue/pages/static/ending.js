// What the end of a game shows: its time beside the others of its level.

"use strict";

{
  const { phrase, many } = catalogue;
  const { spelled } = catalogue.clock;
  const { figuresOf, isHelped, record } = catalogue.history;

  function made(name, text = "", more = {}) {
    return Object.assign(document.createElement(name), { textContent: text, ...more });
  }

  // Times from left to right as a line; the last one is the latest. Nothing for fewer than two.
  function trendOf(times) {
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
  function helpOf({ hints, steps }) {
    return [hints && many(hints, "{count} hint", "{count} hints"), steps && many(steps, "{count} step", "{count} steps")].filter(Boolean).join(", ");
  }

  const OF_LEVEL = {
    easy: "Your easy puzzles",
    medium: "Your medium puzzles",
    hard: "Your hard puzzles",
    unfair: "Your unfair puzzles",
    extreme: "Your extreme puzzles",
    other: "Your other puzzles",
  };

  function showEnding(game) {
    const place = document.getElementById("ending");
    const own = record(game); // a puzzle counts once, as it was solved first
    const figures = figuresOf(own.level);
    const facts = [[phrase("Time"), spelled(game.time)], [phrase("Help"), helpOf(game) || phrase("none")]];
    if (game.time !== own.elapsed) facts.push([phrase("First time"), spelled(own.elapsed)]);
    if (figures.count) {
      facts.push([phrase("Best"), spelled(figures.best)], [phrase("Average of {count}", { count: figures.count }), spelled(figures.average)]);
    }
    if (figures.helped) facts.push([phrase("With help, average of {count}", { count: figures.helped }), spelled(figures.helpedAverage)]);
    const list = made("dl");
    for (const [name, value] of facts) {
      const pair = made("div");
      pair.append(made("dt", name), made("dd", value));
      list.append(pair);
    }
    const trend = trendOf(figures.trend);
    const apart = isHelped(own) ? [made("p", phrase("Games that took hints or steps count apart."), { className: "quiet" })] : [];
    place.replaceChildren(made("h2", phrase(OF_LEVEL[own.level ?? "other"]), { id: "ending-title" }), list, ...(trend ? [trend] : []), ...apart);
    place.hidden = false;
  }

  catalogue.ending = { helpOf, showEnding, trendOf };
}
