// Drafts from the standard input as links of f-puzzles, and what links mean as drafts: {tools, drafts, links} to {links, drafts}.

globalThis.document = { currentScript: { src: "https://example.org/static/places.js" }, documentElement: { lang: "en", dataset: {} }, getElementById: () => ({ textContent: "{}" }) };
const { FPuzzles } = await import(new URL("../../../catalogue/pages/static/fpuzzles.js", import.meta.url));

let text = "";
for await (const part of process.stdin) text += part;
const { tools, drafts, links } = JSON.parse(text);
const programs = new FPuzzles(tools);
const tried = (work) => {
  try {
    return work();
  } catch ({ message }) {
    return { fault: message };
  }
};
console.log(JSON.stringify({ links: drafts.map((draft) => tried(() => programs.links(draft))), drafts: links.map((link) => tried(() => programs.read(link))) }));
