// The page on which boards are made and puzzles searched step by step: its buttons and keys.

import { Board } from "./grid.js";
import { showError } from "./messages.js";
import { phrase } from "./phrases.js";
import { Player } from "./player.js";
import { Collapse, Search } from "./stages.js";

const STAGES = { collapse: Collapse, search: Search };
const $ = (id) => document.getElementById(id);
const section = $("player");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let player;

const said = {
  step: (text) => {
    $("step").textContent = text;
  },
  result: (kind, text) => {
    $("result").className = kind;
    $("result").textContent = text;
  },
};

function open() {
  player?.restart(); // the run before this one, if there is one, goes no further
  const stage = new STAGES[section.dataset.method](new Board($("board")), said);
  said.result("", "");
  player = new Player(section.dataset.steps, stage, showState, (error) => said.result("nothing", error.message));
  player.delay = () => Math.max(0, Number($("delay").value) || 0);
  player.onchange();
}

function showState() {
  if (!player) return;
  const runs = player.mode === "playing" || player.mode === "finishing";
  $("play").textContent = runs ? phrase("Pause") : phrase("Play");
  $("play").hidden = calm.matches && !runs;
  $("pace").hidden = calm.matches;
  $("step").setAttribute("aria-live", player.mode === "stepping" ? "polite" : "off");
}

function playOrPause() {
  if (player.mode === "playing" || player.mode === "finishing") {
    player.pause();
    showState();
  } else if (!calm.matches) begin("play");
}

function begin(way) {
  said.result("", "");
  player[way]();
}

let isComing = false;

// The next board takes the place of this one, and is made or searched to its end. One comes at a time.
async function another() {
  const address = section.dataset.next;
  if (!address || isComing) return;
  isComing = true;
  player.pause();
  showState();
  const { text, error } = await fetched(address);
  isComing = false;
  if (error) {
    said.result("nothing", error);
    return;
  }
  const found = new DOMParser().parseFromString(text, "text/html");
  Object.assign(section.dataset, found.getElementById("player").dataset);
  $("caption").textContent = found.getElementById("caption").textContent;
  section.querySelector(".board-frame").replaceWith(found.querySelector(".board-frame"));
  $("another").href = section.dataset.next;
  history.replaceState(null, "", address);
  open();
  begin(calm.matches ? "finish" : "play");
}

async function fetched(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? { text: await answer.text() } : await answer.json();
  } catch {
    return { error: phrase("The server does not answer.") };
  }
}

// --- Buttons and keys -----------------------------------------------------------------------------------------

$("play").addEventListener("click", playOrPause);
$("one").addEventListener("click", () => begin("step"));
$("finish").addEventListener("click", () => begin("finish"));
$("restart").addEventListener("click", () => {
  said.result("", "");
  player.restart();
});
$("another")?.addEventListener("click", (event) => {
  event.preventDefault();
  another();
});
// After a click the keys below act on the player; a button that has the focus would take Enter and Space.
section.addEventListener("click", (event) => {
  if (event.detail && event.target.closest("button, a, .board")) section.focus({ preventScroll: true });
});
calm.addEventListener("change", () => {
  player.pause();
  showState();
});

$("method").addEventListener("change", () => {
  const searches = $("method").value === "search";
  $("of-search").hidden = $("of-search").disabled = !searches;
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("button, a, input, select, textarea")) return;
  const inPlayer = section.contains(event.target); // letters act only on what has the focus
  if (event.key === "Enter") another();
  else if (event.key === " ") playOrPause();
  else if (event.key === "s" && inPlayer) begin("step");
  else if ("+=-_".includes(event.key) && inPlayer) changeDelay("+=".includes(event.key) ? 0.5 : 2);
  else return;
  event.preventDefault();
});

if ($("error").textContent) showError($("run"), $("error").textContent);

function changeDelay(factor) {
  const now = Number($("delay").value);
  $("delay").value = factor < 1 ? Math.floor(now * factor) : Math.min(5000, Math.max(10, now * factor));
}

open();
