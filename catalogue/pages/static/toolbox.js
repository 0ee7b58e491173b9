// The toolbox of the desk: digits and regions, then the rules of the table, those that are used most first and the others by search.

import { made } from "./explanation.js";
import { capital, phrase } from "./phrases.js";
import { Sheet } from "./sheet.js";
import { isWhole } from "./tools.js";

const element = (id) => document.getElementById(id);

export class Toolbox {
  constructor(desk) {
    this.desk = desk;
    this.buttons = desk.tools.filter(({ tool }) => tool !== "none").map((tool) => this.#button(tool));
    element("rules").append(...this.buttons);
    element("search").addEventListener("input", () => this.show());
    element("search").addEventListener("keydown", (event) => {
      const first = event.key === "Enter" && this.buttons.find((button) => !button.hidden);
      if (first) first.click();
    });
    this.sheet = new Sheet(() => this.#list(false));
    element("all-tools").addEventListener("click", () => {
      if (this.sheet.isPhone) this.sheet.open();
      this.#list(this.sheet.isPhone || !this.hasAll);
    });
    for (const button of document.querySelectorAll("[data-tool]")) {
      if (!this.buttons.includes(button)) button.addEventListener("click", () => desk.take(button.dataset.tool));
    }
  }

  #button(tool) {
    const button = made("button", capital(tool.title));
    Object.assign(button, { type: "button", title: tool.words });
    button.dataset.tool = tool.name;
    button.addEventListener("click", () => {
      if (isWhole(tool)) return this.desk.toggle(tool);
      this.desk.take(tool.name);
      if (this.sheet.close()) this.desk.board.element.scrollIntoView({ block: "nearest" }); // where the tool draws
    });
    return button;
  }

  #list(all) {
    this.hasAll = all;
    this.show();
  }

  show() {
    element("all-tools").ariaHasPopup = this.sheet.isPhone ? "dialog" : null;
    const wanted = element("search").value.trim().toLowerCase();
    const { desk } = this;
    for (const button of document.querySelectorAll("[data-tool]")) {
      const tool = desk.toolOf(button.dataset.tool);
      const inUse = tool && isWhole(tool) && desk.draft.uses.some(({ rule }) => rule === tool.name);
      button.setAttribute("aria-pressed", String(inUse || desk.toolName === button.dataset.tool));
      if (!tool) continue;
      const says = `${tool.title} ${tool.name} ${tool.words}`.toLowerCase();
      button.hidden = wanted ? !says.includes(wanted) : !(tool.tool === "first" || this.hasAll || inUse || desk.toolName === tool.name);
    }
    element("all-tools").setAttribute("aria-expanded", String(Boolean(this.hasAll)));
    element("no-tools").hidden = !wanted || this.buttons.some((button) => !button.hidden);
    element("tool-words").textContent = desk.tool?.name ? `${capital(desk.tool.title)}: ${desk.tool.words} ${HOW[desk.tool.where]}` : HOW[desk.toolName];
  }
}

// How cells are chosen, by the shape of a rule.
const HOW = {
  givens: phrase("Choose cells and type digits. A click on a mark chooses it."),
  regions: phrase("Choose a region, then draw its cells. A digit gives a cell its region."),
  cells: phrase("Drag over the cells, or add each with Space and end with Enter."),
  pair: phrase("Drag from a cell to its neighbour."),
  line: phrase("Drag along the line, or add each cell with Space and end with Enter."),
  outside: phrase("Click beside the board, or drag from the edge inwards, then type the number."),
  ray: phrase("Click beside the board, again for the other diagonal, or drag over two cells of a diagonal, then type the number."),
  groups: phrase("Drag over each group, one after the other. Escape begins anew."),
};
