// Opens an exercise of the course on a site without a server; the address names its technique and its number.

import { contents } from "./contents.js";
import { openPage, playerOf } from "./opening.js";
import { phrase } from "./phrases.js";
import { thinking } from "./tab.js";

contents.onknown = () => open().catch((error) => {
  document.getElementById("main").textContent = error.message;
});

async function open() {
  const asked = new URLSearchParams(location.search);
  const [technique, number] = [asked.get("technique"), Number(asked.get("exercise"))];
  const puzzle = contents.exercises[technique]?.[number - 1];
  if (!puzzle) throw new Error(phrase("This site has no such puzzle."));
  const { momentOf, titleOf } = await thinking();
  const { values, candidates, step } = await momentOf(puzzle, technique);
  const { title, meaning, is_single } = step;
  const [places, name] = [Boolean(step.placement), phrase("Exercise {number} of {title}", { number, title })];
  openPage(name, puzzle, "3x3");
  document.title = phrase("Practise {title_of_technique} · {title}", { title_of_technique: title, title: document.querySelector("header .name").textContent });
  const texts = {
    name: title,
    which: name,
    meaning: `${meaning}.`,
    what: places ? phrase("Choose a cell and the digit that {title_of_technique} places there.", { title_of_technique: title }) : phrase("Choose cells and a digit: each is a candidate that {title_of_technique} removes. The same again takes it back.", { title_of_technique: title }),
  };
  for (const [id, text] of Object.entries(texts)) document.getElementById(id).textContent = text;
  document.getElementById("lesson").href = `techniques/${technique}.html`;
  document.getElementById("exercise").textContent = JSON.stringify({ technique, values, candidates, places, is_single, number });
  const next = document.getElementById("next");
  const names = Object.keys(contents.exercises);
  const following = names[names.indexOf(technique) + 1];
  if (number < contents.exercises[technique].length) next.href = `?${new URLSearchParams({ technique, exercise: String(number + 1) })}`;
  else if (following) {
    next.href = `techniques/${following}.html`;
    next.textContent = phrase("Next technique: {title}", { title: await titleOf(following) });
  } else next.remove();
  playerOf();
}
