// The course of techniques: which exercises were found in this browser, what is mastered, and what is next.

import { phrase } from "./phrases.js";

const KEY = "board-catalogue/course";
const EXERCISES = 3; // of a technique

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // a browser that keeps nothing
  }
}

// An exercise was found, by its technique and its number.
export function finish(technique, number) {
  const all = kept();
  const found = [...new Set([...(all[technique] ?? []), number])];
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [technique]: found }));
  } catch {
    // The same.
  }
}

// A sign and its words: of an exercise, or of a technique.
function markOf(found, exercise) {
  if (exercise ? found.includes(exercise) : found.length >= EXERCISES) return ["✓", exercise ? phrase("found") : phrase("mastered")];
  if (exercise || !found.length) return ["", ""];
  return [`${found.length}/${EXERCISES}`, phrase("{count} of {total} exercises found", { count: found.length, total: EXERCISES })];
}

export function showCourse() {
  const all = kept();
  for (const place of document.querySelectorAll(".done")) {
    const { lesson, exercise } = place.dataset;
    const [sign, words] = markOf(all[lesson] ?? [], Number(exercise));
    place.textContent = sign;
    place.classList.toggle("whole", sign === "✓");
    for (const [name, value] of [["role", "img"], ["aria-label", words]]) sign ? place.setAttribute(name, value) : place.removeAttribute(name);
  }
  const links = [...document.querySelectorAll("[data-next]")];
  if (!links.length) return;
  const left = links.filter(({ dataset }) => (all[dataset.next] ?? []).length < EXERCISES);
  for (const link of links) link.hidden = link !== left[0];
  const places = { count: links.length - left.length, total: links.length };
  document.getElementById("progress").textContent = left.length ? phrase("{count} of {total} mastered", places) : phrase("All of it is mastered.");
  document.querySelector("#next-lesson > span").hidden = !left.length;
  document.getElementById("next-lesson").closest("[data-begun]")?.toggleAttribute("hidden", !Object.keys(all).length);
}

addEventListener("storage", showCourse);
addEventListener("pageshow", ({ persisted }) => persisted && showCourse());
