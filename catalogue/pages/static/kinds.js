// What the help of the desk may add and take away: clues, and marks of the kinds that the setter chooses.

import { made } from "./explanation.js";
import { canGrow } from "./growing.js";
import { capital, phrase } from "./phrases.js";

const element = (id) => document.getElementById(id);
const CLUES = "clues";
const isOfBoard = ({ where, needed }) => where === "board" && !needed;

export class Kinds {
  constructor(tools) {
    this.tools = tools.filter((tool) => canGrow(tool) || isOfBoard(tool));
    this.shown = [CLUES, ...this.tools.filter(({ tool }) => tool === "first").map(({ name }) => name)];
    this.chosen = new Set([CLUES]);
    element("kinds").addEventListener("click", ({ target }) => {
      const { kind } = target.closest("button")?.dataset ?? {};
      if (!kind) return;
      if (!this.chosen.delete(kind)) this.chosen.add(kind);
      this.show();
    });
    element("more-kinds").addEventListener("change", ({ target }) => {
      this.chosen.add(target.value);
      if (!this.shown.includes(target.value)) this.shown.push(target.value);
      target.value = "";
      this.show();
    });
    for (const [of, label] of [[canGrow, phrase("Marks")], [isOfBoard, phrase("Whole board, for a random start")]]) {
      const group = Object.assign(document.createElement("optgroup"), { label });
      group.append(...this.tools.filter(of).filter(({ name }) => !this.shown.includes(name)).map(({ name, title }) => Object.assign(made("option", capital(title)), { value: name })));
      element("more-kinds").append(group);
    }
    this.show();
  }

  get clues() {
    return this.chosen.has(CLUES);
  }

  get marks() {
    return this.tools.filter((tool) => this.chosen.has(tool.name) && canGrow(tool));
  }

  get whole() {
    return this.tools.filter((tool) => this.chosen.has(tool.name) && isOfBoard(tool));
  }

  show() {
    const before = new Map([...element("kinds").children].map((button) => [button.dataset.kind, button]));
    for (const name of this.shown) {
      const button = before.get(name) ?? this.#button(name);
      button.ariaPressed = String(this.chosen.has(name));
    }
  }

  #button(name) {
    const tool = this.tools.find((each) => each.name === name);
    const button = Object.assign(made("button", tool ? capital(tool.title) : phrase("Clues")), { type: "button", title: tool?.words ?? "" });
    button.dataset.kind = name;
    element("kinds").append(button);
    return button;
  }
}
