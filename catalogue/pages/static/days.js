// The calendar of the puzzles of days: which were solved, and how many days in a row.

import { dayOf, solvedDays, streak } from "./history.js";
import { phrase, many } from "./phrases.js";
import { address } from "./places.js";

let shown = null; // the first day of the month that is shown

export function showMonth(section) {
  const today = new Date();
  shown ??= new Date(today.getFullYear(), today.getMonth(), 1);
  const days = solvedDays();
  section.querySelector("#month").textContent = shown.toLocaleDateString(document.documentElement.lang, { month: "long", year: "numeric" });
  const begin = new Date(shown);
  begin.setDate(1 - ((shown.getDay() + 6) % 7)); // a Monday
  const names = section.querySelector("thead tr");
  const rows = [];
  for (const day = new Date(begin); day.getMonth() === shown.getMonth() || day <= shown; ) {
    const row = document.createElement("tr");
    for (let place = 0; place < 7; place++, day.setDate(day.getDate() + 1)) {
      if (!rows.length) names.children[place] ?? names.append(heading(day));
      row.append(cellOf(day, today, days));
    }
    rows.push(row);
  }
  section.querySelector("tbody").replaceChildren(...rows);
  const length = streak(today);
  section.querySelector("#streak").textContent = length ? many(length, "{count} day in a row", "{count} days in a row") : "";
  section.querySelector("#month-after").disabled = shown.getFullYear() === today.getFullYear() && shown.getMonth() === today.getMonth();
  section.hidden = false;
  document.getElementById("today").href = address(`/play?day=${dayOf(today)}`);
  for (const [id, step] of [["month-before", -1], ["month-after", 1]]) {
    section.querySelector(`#${id}`).onclick = () => {
      shown = new Date(shown.getFullYear(), shown.getMonth() + step, 1);
      showMonth(section);
    };
  }
}

function heading(day) {
  const lang = document.documentElement.lang;
  const name = document.createElement("th");
  name.scope = "col";
  name.abbr = day.toLocaleDateString(lang, { weekday: "long" });
  name.textContent = day.toLocaleDateString(lang, { weekday: "short" }).slice(0, 2);
  return name;
}

// A day of the month up to today is a link to its puzzle.
function cellOf(day, today, days) {
  const cell = document.createElement("td");
  if (day.getMonth() !== shown.getMonth()) return cell;
  const name = dayOf(day);
  const isComing = name > dayOf(today);
  const part = document.createElement(isComing ? "span" : "a");
  part.textContent = day.getDate();
  if (!isComing) {
    const state = days.get(name);
    part.href = address(`/play?day=${name}`);
    part.setAttribute("aria-label", labelOf(day.getDate(), name, state)); // begins with what is seen
    if (state) part.className = `solved-${state}`;
    if (name === dayOf(today)) part.setAttribute("aria-current", "date");
  }
  cell.append(part);
  return cell;
}

function labelOf(number, day, state) {
  if (state === "day") return phrase("{number}: puzzle of {day}, solved", { number, day });
  return state ? phrase("{number}: puzzle of {day}, solved later", { number, day }) : phrase("{number}: puzzle of {day}", { number, day });
}
