// The page that starts fills: sends the options, follows the fill by server-sent events, shows how it ended.

import { showError } from "./messages.js";
import { phrase } from "./phrases.js";

const $ = (id) => document.getElementById(id);
const form = $("fill");
const NUMBERS = ["count", "clues", "seed", "effort", "size", "max_tries"];
const WORDS = ["rate", "only_technique", "blocks", "symmetry", "method", "sampling"];
const LISTS = ["grade", "level", "technique", "pattern"];
const TITLES = { running: phrase("Running"), stopping: phrase("Stopping"), ended: phrase("Done"), failed: phrase("Failed") };

let saidShare = 0;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  $("start").disabled = true;
  saidShare = 0;
  send("/api/fill", options());
});
$("stop").addEventListener("click", () => send("/api/fill/stop", {}));

resume();

// A fill that another page has started is shown too.
async function resume() {
  const now = await (await fetch("/api/fill")).json();
  if (now.state !== "idle") begin(now);
}

function options() {
  const values = new FormData(form);
  const wanted = {};
  for (const name of NUMBERS) if (values.get(name)) wanted[name] = Number(values.get(name));
  for (const name of WORDS) if (values.get(name)) wanted[name] = values.get(name);
  for (const name of LISTS) {
    const names = values.getAll(name).filter(Boolean);
    if (names.length) wanted[name] = names;
  }
  if (values.has("strict")) wanted.strict = true;
  const namesKind = ["grade", "level", "technique", "only_technique"].some((name) => wanted[name]);
  if (!namesKind && !wanted.strict) delete wanted.max_tries;
  if (namesKind && ["fast", "none"].includes(wanted.rate)) delete wanted.rate; // such puzzles are rated in full
  return wanted;
}

async function send(address, body) {
  showError(form, "");
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const data = await answer.json();
    if (!answer.ok) throw new Error(data.error);
    if (address === "/api/fill") begin(data);
    else show(data);
  } catch (error) {
    showError(form, error.message);
    $("start").disabled = false;
  }
}

function begin(state) {
  show(state);
  if (!isUnderWay(state)) return;
  const events = new EventSource("/api/fill/events"); // which connects again by itself
  events.onerror = () => {
    $("run-heading").textContent = phrase("No connection to the server");
    $("bar").hidden = $("figures").hidden = true;
    $("stop").disabled = true;
  };
  events.addEventListener("state", (event) => {
    const latest = JSON.parse(event.data);
    show(latest);
    if (!isUnderWay(latest)) events.close();
  });
}

function isUnderWay(state) {
  return state.state === "running" || state.state === "stopping";
}

// --- What is shown --------------------------------------------------------------------------------------------

function show(state) {
  const underWay = isUnderWay(state);
  $("start").disabled = underWay;
  $("stop").disabled = state.state !== "running";
  $("run").hidden = state.state === "idle";
  $("run-heading").textContent = TITLES[state.state] ?? "";
  $("bar").hidden = !underWay;
  $("figures").hidden = !underWay;
  $("report").hidden = $("clues").hidden = !state.report;
  showError(form, state.error ?? "");
  if (state.progress) showProgress(state.progress);
  if (state.report) showReport(state.report);
  else showMade({ boards: 0, total: 0 }); // what the fill before has made
}

function showProgress({ written, wanted, duplicates, unwanted, seconds }) {
  const rate = written / seconds;
  $("bar").max = wanted;
  $("bar").value = written;
  const parts = [phrase("{written} of {wanted} boards", { written: count(written), wanted: count(wanted) }), phrase("{count} a second", { count: count(Math.round(rate)) })];
  if (duplicates) parts.push(phrase("{count} duplicates", { count: count(duplicates) }));
  if (unwanted) parts.push(phrase("{count} skipped", { count: count(unwanted) }));
  if (rate) parts.push(phrase("{time} left", { time: duration((wanted - written) / rate) }));
  $("figures").textContent = parts.join(", ");
  const share = Math.floor((4 * written) / wanted);
  if (share > saidShare && share < 4) $("said").textContent = phrase("{written} of {wanted} boards", { written: count(written), wanted: count(wanted) });
  saidShare = share;
}

function showReport(report) {
  const outcome = sentence(report);
  $("run-heading").textContent = outcome;
  $("said").textContent = outcome;
  const rows = [
    [phrase("boards in the catalogue"), count(report.total)],
    [phrase("boards tried"), count(report.looked_at)],
    [phrase("duplicates refused"), count(report.duplicates)],
    [phrase("boards skipped"), count(report.unwanted)],
    [phrase("seconds"), report.seconds.toFixed(1)],
    [phrase("boards a second"), count(Math.round(report.boards / report.seconds))],
    [phrase("seed"), String(report.seed)],
  ];
  if (report.reached_clues !== undefined) rows.splice(1, 0, [phrase("with that many clues"), count(report.reached_clues)]);
  $("report").replaceChildren(
    ...rows.map(([name, value]) => row(cell("th", name, { scope: "row" }), cell("td", value, { class: "number" }))),
  );
  showClues(Object.entries(report.clues));
  showMade(report);
}

// The new boards have the greatest numbers: a link to their list, and the first of them drawn.
async function showMade({ boards, total }) {
  $("made").hidden = !boards;
  $("first-made").replaceChildren();
  const address = boards ? `/puzzles?min_id=${total - boards}` : "/puzzles";
  $("made").firstElementChild.href = address;
  if (!boards) return;
  const answer = await fetch(`${address}&limit=6`).catch(() => null);
  if (!answer?.ok || $("made").firstElementChild.getAttribute("href") !== address) return; // another fill has begun
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const cards = page.querySelector(".cards");
  for (const pick of cards?.querySelectorAll(".pick") ?? []) pick.remove();
  if (cards) $("first-made").replaceChildren(page.querySelector("svg[hidden]"), cards);
}

function sentence(report) {
  const added = report.boards === 1 ? phrase("1 board added") : phrase("{count} boards added", { count: count(report.boards) });
  if (report.exhausted) return `${added}. ${phrase("All possible boards are stored.")}`;
  if (report.given_up) return `${added}. ${phrase("Gave up after {count} boards.", { count: count(report.looked_at) })}`;
  if (report.interrupted) return `${added}. ${phrase("Stopped; the next fill continues from here.")}`;
  return `${added}.`;
}

function showClues(clues) {
  $("clues").hidden = !clues.length;
  const most = Math.max(...clues.map(([, puzzles]) => puzzles));
  $("clues")
    .querySelector("tbody")
    .replaceChildren(
      ...clues.map(([number, puzzles]) =>
        row(cell("td", number, { class: "number" }), cell("td", count(puzzles), { class: "number" }), bar(puzzles / most)),
      ),
    );
}

function bar(share) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  svg.setAttribute("aria-hidden", "true");
  rect.setAttribute("width", `${100 * share}%`);
  rect.setAttribute("height", "100%");
  svg.append(rect);
  const holder = document.createElement("td");
  holder.append(svg);
  return holder;
}

function row(...cells) {
  const element = document.createElement("tr");
  element.append(...cells);
  return element;
}

function cell(kind, text, attributes) {
  const element = document.createElement(kind);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function count(number) {
  return number.toLocaleString(document.documentElement.lang);
}

function duration(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
