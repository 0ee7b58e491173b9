// The list of puzzles: figures that come after the rows, a selection, and what is done with it.

import { showCourse } from "./course.js";
import { phrase } from "./phrases.js";
import { showPlayed } from "./played.js";

const picks = [...document.querySelectorAll(".pick")];
const all = document.getElementById("all");
const filters = document.getElementById("filters");
const ORDER = ["sort", "desc"];

async function loadFigures(place) {
  const response = await fetch(place.dataset.address).catch(() => null);
  place.setAttribute("aria-busy", "false");
  place.classList.remove("quiet");
  if (!response?.ok) {
    const reason = response ? (await response.json()).error : phrase("the server does not answer");
    place.textContent = phrase("Not counted: {reason}", { reason });
    return;
  }
  place.innerHTML = await response.text(); // made by the templates of this server, which escape
  const counted = place.querySelector("#counted");
  if (counted) document.getElementById("count").textContent = counted.textContent;
  if (counted) showSpan(Number(counted.dataset.count));
}

// Which part of the list this page has, such as "51 to 100 of 1,328".
function showSpan(total) {
  const span = document.getElementById("span");
  if (!span) return;
  const rows = Number(span.dataset.rows);
  const begin = "last" in span.dataset ? total - rows + 1 : Number(span.dataset.from ?? 0);
  const count = (number) => number.toLocaleString(document.documentElement.lang);
  span.textContent = begin
    ? phrase("{first} to {last} of {total}", { first: count(begin), last: count(begin + rows - 1), total: count(total) })
    : phrase("of {total}", { total: count(total) });
}

// The selection is kept from page to page: it belongs to the filters of the list, in this tab.
const filtered = [...new FormData(filters)].filter(([name, value]) => value && !ORDER.includes(name));
const selectionKey = `board-catalogue/selected/${new URLSearchParams(/** @type {any} */ (filtered))}`;
let chosen = kept();

function kept() {
  return new Set(JSON.parse(sessionStorage.getItem(selectionKey) ?? "[]"));
}

function selected() {
  return [...chosen];
}

function pickUp() {
  for (const pick of picks) chosen[pick.checked ? "add" : "delete"](pick.value);
  sessionStorage.setItem(selectionKey, JSON.stringify([...chosen]));
  showSelection();
}

function showPicks() {
  for (const pick of picks) pick.checked = chosen.has(pick.value);
  showSelection();
}

function showSelection() {
  const here = picks.filter((pick) => pick.checked).length;
  const elsewhere = chosen.size - here;
  document.getElementById("selected").textContent = !chosen.size ? "" : elsewhere
    ? phrase("{count} selected, {elsewhere} of them on other pages", { count: chosen.size, elsewhere })
    : phrase("{count} selected", { count: chosen.size });
  document.getElementById("deselect").hidden = !chosen.size;
  const play = document.getElementById("play-these");
  play.href = chosen.size ? `/play?these=${selected().join(",")}` : play.dataset.all;
  all.checked = here === picks.length;
  all.indeterminate = here > 0 && here < picks.length;
}

function open(dialog) {
  dialog.querySelector(".error").hidden = true; // of the last time
  const count = selected().length;
  const [chosen, every] = dialog.querySelectorAll("input[name=which]");
  dialog.querySelector(".selected").textContent = phrase("Selected ones ({count})", { count });
  dialog.querySelector(".every").textContent = phrase("All that match ({puzzles})", { puzzles: matching() });
  chosen.disabled = count === 0;
  (count ? chosen : every).checked = true;
  dialog.showModal();
}

// Such as "1,328 puzzles"; without a number while they are counted.
function matching() {
  const said = document.getElementById("count").textContent;
  return /^\d/.test(said) ? said : phrase("not counted yet");
}

function wantsSelected(form) {
  return form.querySelector("input[name=which]:checked").value === "selected";
}

// The address of a download names the selected puzzles, not that they were chosen.
function nameNumbers({ target, formData }) {
  if (wantsSelected(target)) formData.set("numbers", selected().join(","));
  formData.delete("which");
  for (const box of target.querySelectorAll(".chapter")) {
    if (box.value.trim()) formData.append("chapter", `${box.dataset.level}=${box.value.trim()}`);
  }
  for (const name of [...formData.keys()]) if (formData.get(name) === "") formData.delete(name);
}

// The file comes here first: if it cannot be made, the dialog says why, and the selection stays.
async function download(event) {
  event.preventDefault();
  const form = event.target;
  const [button, error] = [form.querySelector(".primary"), form.querySelector(".error")];
  error.hidden = true;
  button.disabled = true;
  try {
    const response = await fetch(`${form.action}?${new URLSearchParams(/** @type {any} */ (new FormData(form)))}`);
    if (!response.ok) throw new Error((await response.json()).error);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = /filename="([^"]*)"/.exec(response.headers.get("content-disposition"))[1];
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    form.closest("dialog").close();
  } catch (fault) {
    error.textContent = fault instanceof TypeError ? phrase("The server does not answer.") : fault.message;
    error.hidden = false;
  }
  button.disabled = false;
}

async function tag(event) {
  event.preventDefault();
  const form = event.target;
  const error = form.querySelector(".error");
  const places = { tag: form.elements.name.value, puzzles: matching() };
  const question = form.elements.remove.checked
    ? phrase("Take the tag {tag} from all that match ({puzzles})?", places)
    : phrase("Give the tag {tag} to all that match ({puzzles})?", places);
  if (!wantsSelected(form) && !confirm(question)) return;
  const whose = wantsSelected(form) ? { numbers: selected() } : { query: form.dataset.query };
  const body = { name: form.elements.name.value, remove: form.elements.remove.checked, ...whose };
  const response = await fetch("/api/tags", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (response?.ok) {
    sessionStorage.removeItem(selectionKey);
    location.reload();
    return;
  }
  error.textContent = response ? (await response.json()).error : phrase("The server does not answer.");
  error.hidden = false;
}

for (const place of document.querySelectorAll(".counting")) loadFigures(place);

showPlayed();
showCourse();

// A form sends empty fields too; without them the address is short.
filters.addEventListener("formdata", ({ formData }) => {
  for (const name of new Set(formData.keys())) {
    const values = formData.getAll(name).filter(Boolean);
    formData.delete(name);
    for (const value of values) formData.append(name, value);
  }
});
for (const button of document.querySelectorAll(".no-script")) button.hidden = true;
for (const control of filters.elements) {
  if (ORDER.includes(control.name)) control.addEventListener("change", () => filters.requestSubmit());
}
const wrong = document.querySelector("[aria-invalid]");
if (wrong) wrong.focus();
else if (matchMedia("(max-width: 56rem)").matches) document.querySelector(".filters").open = false;

for (const row of document.querySelectorAll(".actions")) row.hidden = false;
if (all) {
  showPicks();
  // A page that the browser has kept as it was, and shows again, has missed what was selected since.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    chosen = kept();
    showPicks();
    showPlayed();
  });
  all.addEventListener("change", () => {
    for (const pick of picks) pick.checked = all.checked;
    pickUp();
  });
  for (const pick of picks) pick.addEventListener("change", pickUp);
  document.getElementById("deselect").addEventListener("click", () => {
    chosen = new Set();
    for (const pick of picks) pick.checked = false;
    pickUp();
  });
}
for (const button of document.querySelectorAll("[data-dialog]")) {
  button.addEventListener("click", () => open(document.getElementById(button.dataset.dialog)));
}
for (const form of document.querySelectorAll(".download")) {
  form.addEventListener("formdata", nameNumbers);
  form.addEventListener("submit", download);
}
for (const button of document.querySelectorAll(".cancel")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
document.getElementById("tag-form")?.addEventListener("submit", tag);
