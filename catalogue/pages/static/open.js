// Opens a puzzle of a site without a server: the one that the address names, or one that is drawn. A script has all that
// its page shows, since a browser reads no other data from a folder.

"use strict";

{
  const contents = catalogue.contents;
  const { idOf } = catalogue.history;
  const { SYMBOLS } = catalogue.rules;

  contents.onknown = () => open().catch((error) => {
    document.getElementById("main").textContent = error.message;
  });

  async function open() {
    const asked = new URLSearchParams(location.search);
    const number = asked.get("board") ?? (asked.has("puzzle") ? withCells(asked) : drawn(asked));
    if (!contents.has(number)) throw new Error(contents.words.no_such);
    if (asked.get("board")) return show(await unpacked(await loaded(number)));
    for (const name of ["not", "puzzle", "blocks", "constraints"]) asked.delete(name);
    asked.set("board", number);
    location.replace(`?${asked}${location.hash}`);
  }

  // The number of the puzzle whose cells and rules the address has; of usual blocks it says nothing.
  function withCells(asked) {
    const [puzzle, blocks, constraints] = ["puzzle", "blocks", "constraints"].map((name) => asked.get(name));
    const texts = (blocks ? [blocks] : contents.blocks).map((each) => [each, puzzle, ...(constraints ? [constraints] : [])].join("/"));
    return texts.map((text) => contents.numberOf(idOf(text))).find(Boolean);
  }

  // A puzzle of the kind that the address asks for, or that of a day, which is the same in every copy of the site.
  function drawn(asked) {
    const all = contents.puzzlesOf(asked).map(({ id }) => id);
    if (asked.has("day")) {
      let hash = 2166136261;
      for (const symbol of asked.get("day")) hash = Math.imul(hash ^ symbol.charCodeAt(0), 16777619) >>> 0;
      return all[hash % all.length];
    }
    return contents.shuffled(all).find((number, _, every) => number !== asked.get("not") || every.length === 1);
  }

  // The data of a puzzle, from its script; examples of lessons have names in place of numbers.
  function loaded(number) {
    return new Promise((done, failed) => {
      catalogue.puzzle = (_, data) => done(data);
      const folder = /^\d/.test(number) ? "puzzles" : "examples";
      load(`data/${folder}/${number}.js`).addEventListener("error", () => failed(new Error(contents.words.no_such)));
    });
  }

  async function unpacked(data) {
    const bytes = Uint8Array.from(atob(data), (symbol) => symbol.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  }

  function show({ title, page, steps, ...puzzle }) {
    document.title = title;
    document.getElementById("main").innerHTML = page;
    catalogue.opened = { ...puzzle, steps: rowsOf(steps) };
    const asked = new URLSearchParams(location.search);
    if (asked.get("day")) document.getElementById("game").dataset.day = asked.get("day");
    if (asked.get("start")) begin(asked);
    leadOn(asked);
    for (const name of document.querySelector("[data-play]").dataset.play.split(" ")) load(`static/${name}`);
  }

  // A table has a list for each column, which packs better than records.
  function rowsOf(columns) {
    const names = Object.keys(columns);
    return columns[names[0]].map((_, place) => Object.fromEntries(names.map((name) => [name, columns[name][place]])));
  }

  // Practice begins where its technique applies; a page that is loaded again goes on.
  function begin(asked) {
    const { steps } = catalogue.opened;
    const next = steps.findIndex(({ technique }) => technique === asked.get("technique"));
    asked.delete("start");
    history.replaceState(null, "", `?${asked}${next < 0 ? "" : `#${positionAfter(steps.slice(0, next))}`}`);
  }

  // As static/share.js packs a position: its candidates follow the board, without those that steps have removed.
  function positionAfter(steps) {
    const values = [...document.getElementById("board").dataset.clues];
    const removed = values.map(() => 0);
    for (const { placement, eliminations } of steps) {
      if (placement) values[placement[0]] = SYMBOLS[placement[1]];
      for (const [cell, digit] of eliminations) removed[cell] |= 1 << (digit - 1);
    }
    const masks = removed.map((mask) => (mask ? mask.toString(36) : ""));
    return new URLSearchParams({ values: values.join(""), removed: masks.join(","), auto: "1" });
  }

  // In a list that is played in its order, to the next puzzle of it.
  function leadOn(asked) {
    const list = asked.get("in");
    if (!list) return;
    const numbers = contents.puzzlesOf(list === "all" ? [] : [["level", list]]).map(({ id }) => id);
    const next = numbers[numbers.indexOf(asked.get("board")) + 1];
    for (const link of document.querySelectorAll("#main [data-draw]")) {
      if (next === undefined) link.remove();
      link.textContent = contents.words.next_of_list;
      link.href = `?${new URLSearchParams({ board: next, in: list })}`;
      link.removeAttribute("data-draw");
    }
  }

  function load(name) {
    const script = document.createElement("script");
    script.src = new URL(name, catalogue.root);
    script.async = false; // one after another
    document.head.append(script);
    return script;
  }
}
