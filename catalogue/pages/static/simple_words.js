// Singles and subsets in words: the places of sentences that the site has in its language are filled, as
// engine/paths/sentences.py fills them.

"use strict";

{
  const { SYMBOLS } = catalogue.rules;

  const REASONS = { "full-house": "full_house", "naked-single": "one_left", "hidden-single": "no_other_place" };

  // `words` are tables of texts with places in braces; `size` is that of the board.
  class SimpleWords {
    constructor(words, size) {
      Object.assign(this, { words, size });
    }

    sentence({ technique, units, cells, digits, placement, eliminations }) {
      const reason = REASONS[technique] ?? (technique.startsWith("naked-") ? "only_candidates" : "only_in_cells");
      const places = {
        unit: units.length ? this.listed(units.map((name) => this.unit(name))) : "",
        cells: this.cells(cells),
        digits: this.digits(digits),
        ...(placement ? { cell: this.cells([placement[0]]), digit: SYMBOLS[placement[1]] } : {}),
      };
      const result = placement ? this.say("results", "placed", places) : this.#removed(eliminations);
      return this.say("results", "sentence", { text: this.say("results", "so", { reason: this.say("reasons", reason, places), result }) });
    }

    where({ units, placement }) {
      const places = units.length ? units.slice(0, 1).map((name) => this.unit(name)) : [this.cells([placement[0]])];
      return this.say("results", "look", { places: places.join(this.words.lists.comma) });
    }

    mistake({ cell, digit }) {
      return this.say("mistakes", digit ? "wrong_digit" : "missing_mark", { cell: this.cells([cell]), digit: SYMBOLS[digit] });
    }

    say(table, name, places) {
      return this.words[table][name].replace(/\{(\w+)\}/g, (_, place) => places[place]);
    }

    // Digits that go from the same cells are named together.
    #removed(eliminations) {
      const digits = [...new Set(eliminations.map(([, digit]) => digit))].sort((one, other) => one - other);
      const groups = new Map();
      for (const digit of digits) {
        const cells = eliminations.filter(([, other]) => other === digit).map(([cell]) => cell);
        const key = String(cells);
        groups.set(key, { cells, digits: [...(groups.get(key)?.digits ?? []), digit] });
      }
      const parts = [...groups.values()].map((group, place) => {
        const name = place ? "removed_too" : group.digits.length > 1 ? "removed_many" : "removed_one";
        return this.say("results", name, { digits: this.digits(group.digits), cells: this.cells(group.cells) });
      });
      return this.listed(parts, "clauses");
    }

    unit(name) {
      const [, kind, number] = /^(.*) (\d+)$/.exec(name) ?? [];
      return kind in this.words.units ? this.say("units", kind, { number }) : name;
    }

    cells(cells) {
      return this.listed(cells.map((cell) => `r${Math.floor(cell / this.size) + 1}c${(cell % this.size) + 1}`));
    }

    digits(digits) {
      return this.listed(digits.map((digit) => SYMBOLS[digit]));
    }

    listed(words, conjunction = "and") {
      if (words.length < 2) return words[0] ?? "";
      return this.say("lists", conjunction, { first: words.slice(0, -1).join(this.words.lists.comma), last: words.at(-1) });
    }
  }

  catalogue.simple_words = { SimpleWords };
}
