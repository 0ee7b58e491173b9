// Positions of a game that are kept under names, to go back to.

import { made } from "./explanation.js";
import { phrase } from "./phrases.js";
import { packed, unpacked } from "./share.js";

function button(text, act, more = {}) {
  const made_ = Object.assign(made("button", text), { type: "button", ...more });
  made_.addEventListener("click", act);
  return made_;
}

// The list in a folded part of the page.
export function showSnapshots(place, game, words = "") {
  const names = Object.keys(game.snapshots);
  const [form, list, said] = [made("form", ""), made("ul", ""), made("p", words)];
  const name = document.createElement("input");
  Object.assign(name, { maxLength: 40, size: 14, value: freeName(names), ariaLabel: phrase("Name of the snapshot") });
  form.className = "row";
  form.append(name, Object.assign(made("button", phrase("Keep")), { type: "submit" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = name.value.trim() || freeName(names);
    keep(chosen, packed(game), phrase("{name} is kept.", { name: chosen }));
  });
  list.className = "snapshots";
  for (const each of names) {
    const item = document.createElement("li");
    item.append(
      button(each, () => {
        game.load(unpacked(game.snapshots[each], game.shape), true);
        said.textContent = phrase("{name} is on the board; Undo leads back.", { name: each });
      }, { title: phrase("Go back to {name}", { name: each }) }),
      button("×", () => keep(each, null, phrase("{name} is forgotten.", { name: each })), { ariaLabel: phrase("Forget {name}", { name: each }) }),
    );
    list.append(item);
  }
  said.setAttribute("role", "status");
  place.replaceChildren(place.firstElementChild, form, list, said);

  function keep(which, position, done) {
    game.snap(which, position);
    showSnapshots(place, game, done);
    place.querySelector("input").focus();
  }
}

function freeName(names) {
  let number = names.length + 1;
  const named = () => phrase("Snapshot {number}", { number });
  while (names.includes(named())) number++;
  return named();
}
