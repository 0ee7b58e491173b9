// The page that runs experiments: rows come by server-sent events as they are complete, and last the plot.

import { showError } from "./messages.js";
import { phrase } from "./phrases.js";

const $ = (id) => document.getElementById(id);
const form = $("experiment");
let events = null;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run(new URLSearchParams(/** @type {any} */ (new FormData(form))));
});
$("stop").addEventListener("click", () => end(phrase("Stopped")));

function run(query) {
  const address = `/api/experiment/events?${query}`;
  let plan = null;
  let rows = 0;
  showError(form, "");
  $("outcomes").replaceChildren();
  $("found").hidden = $("plot").hidden = true;
  $("plot").onload = $("plot").onerror = null; // of the experiment before, whose plot may still come
  $("start").disabled = true;
  $("stop").disabled = false;
  say(phrase("Running"));
  events = new EventSource(address);
  events.addEventListener("begin", (event) => {
    plan = JSON.parse(event.data);
    history.replaceState(null, "", plan.page);
    events.plot = plan.plot;
  });
  events.addEventListener("outcome", (event) => {
    $("found").hidden = false;
    $("outcomes").append(row(JSON.parse(event.data)));
    say(phrase("{rows} of {all} rows", { rows: ++rows, all: plan.rows }));
  });
  events.addEventListener("end", (event) => {
    const { error } = JSON.parse(event.data);
    end(error ? phrase("{rows} of {all} rows", { rows, all: plan.rows }) : phrase("Done, seed {seed}", { seed: plan.seed }));
    showError(form, error ?? "");
  });
  events.onerror = async () => {
    end("");
    showError(form, plan ? phrase("the connection to the server is lost") : await reason(address));
  };
}

function end(outcome) {
  const { plot } = events;
  events.close();
  $("start").disabled = false;
  $("stop").disabled = true;
  say(outcome);
  if (!plot || !$("outcomes").children.length) return;
  $("plot").onload = () => {
    $("plot").hidden = false;
  };
  $("plot").onerror = async () => {
    showError(form, await reason(plot));
  };
  $("plot").src = `${plot}&rows=${$("outcomes").children.length}`; // more rows, another picture
}

// Why the server answers an address with an error.
async function reason(address) {
  const answer = await fetch(address).catch(() => null);
  return answer ? (await answer.json()).error : phrase("the server does not answer");
}

function say(text) {
  $("said").textContent = text;
}

function row(outcome) {
  const fixed = (number, digits) => number.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const { size, blocks, clues, rule, solved, unsolvable, gave_up, median_steps, mean_steps, solved_ms } = outcome;
  const [rows, columns] = blocks.split("x").map(Number);
  const shape = rows * rows === size && rows === columns ? size : `${size} (${blocks})`;
  const element = document.createElement("tr");
  element.append(
    ...[shape, clues, rule, solved, unsolvable, gave_up, fixed(median_steps, 0), fixed(mean_steps, 0), solved_ms === null ? "-" : fixed(solved_ms, 2)].map(
      (value, place) => {
        const cell = document.createElement("td");
        cell.textContent = value;
        if (place !== 2) cell.className = "number";
        return cell;
      },
    ),
  );
  return element;
}
