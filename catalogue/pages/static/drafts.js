// Drafts that the browser keeps under names, each in several versions; they leave and come as a file.

import { draftFrom } from "./draft.js";
import { save } from "./exchange.js";
import { made } from "./explanation.js";
import { phrase } from "./phrases.js";

const element = (id) => document.getElementById(id);
const KEY = "board-catalogue/drafts";
const VERSIONS = 20; // of a name; older ones go

/** All drafts: for each name its versions, the newest first, each with the time when it was kept. */
function keptDrafts() {
  try {
    return { __proto__: null, ...JSON.parse(localStorage.getItem(KEY)) }; // also for a draft called "constructor"
  } catch {
    return {};
  }
}

export class Drafts {
  constructor(desk) {
    this.desk = desk;
    element("keep-draft").addEventListener("submit", (event) => {
      event.preventDefault();
      this.keep(element("draft-name").value.trim() || desk.draft.title || phrase("Draft"));
    });
    element("export-drafts").addEventListener("click", () => save("drafts.json", "application/json", JSON.stringify(keptDrafts(), null, 1)));
    element("import-drafts").addEventListener("change", async ({ target }) => {
      const [file] = target.files;
      target.value = "";
      if (file) this.take(await file.text());
    });
    this.show();
  }

  keep(name) {
    const kept = keptDrafts();
    const versions = [{ when: Date.now(), draft: this.desk.draft }, ...(kept[name] ?? [])].slice(0, VERSIONS);
    this.#put({ ...kept, [name]: versions }, phrase("{name} is kept.", { name }));
  }

  /** Drafts of a file, beside those that are there. */
  take(text) {
    try {
      const read = Object.entries(JSON.parse(text)).map(([name, versions]) => [name, versions.filter(({ draft }) => draftFrom(draft, this.desk.byName))]);
      const given = read.filter(([, versions]) => versions.length);
      if (!given.length) return this.#say(phrase("This file has no drafts."));
      const kept = keptDrafts();
      const all = given.map(([name, versions]) => [name, [...versions, ...(kept[name] ?? [])].slice(0, VERSIONS)]);
      this.#put({ ...kept, ...Object.fromEntries(all) }, phrase("{count} drafts were read.", { count: all.length }));
    } catch {
      this.#say(phrase("This file has no drafts."));
    }
  }

  #put(kept, words) {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
      this.#say(words);
    } catch {
      this.#say(phrase("This browser keeps nothing more: delete drafts, or export them."));
    }
    this.show();
  }

  #say(words) {
    element("drafts-status").textContent = words;
  }

  show() {
    const button = (text, act, label) => {
      const one = Object.assign(made("button", text), { type: "button", ariaLabel: label ?? null });
      one.addEventListener("click", act);
      return one;
    };
    const kept = keptDrafts();
    element("drafts").replaceChildren(...Object.entries(kept).map(([name, versions]) => {
      const item = made("li", "");
      const choice = Object.assign(document.createElement("select"), { ariaLabel: phrase("Version of {name}", { name }) });
      choice.append(...versions.map(({ when }, place) => Object.assign(made("option", new Date(when).toLocaleString(document.documentElement.lang)), { value: String(place) })));
      const open = () => {
        const draft = draftFrom(versions[Number(choice.value)].draft, this.desk.byName);
        if (draft) this.desk.change(draft, -1);
        else this.#say(phrase("This is no draft of the desk."));
      };
      const forget = () => {
        const { [name]: _, ...others } = keptDrafts();
        this.#put(others, phrase("{name} is forgotten.", { name }));
      };
      item.append(button(name, open), choice, button("×", forget, phrase("Forget {name}", { name })));
      return item;
    }));
  }
}
