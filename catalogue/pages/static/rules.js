// The rules of a board of any shape: its units, which cells see each other, what fits, what contradicts.

"use strict";

{
  const SYMBOLS = ".123456789ABCDEFGHIJKLMNOP";

  const KINDS = ["row", "column", "block"];

  class Shape {
    // `blocks` are as the program writes them: "3x2" for 3 rows and 2 columns, "none" for a Latin square.
    constructor(size, blocks) {
      this.size = size;
      this.blocks = blocks;
      this.cells = size * size;
      const [rows, columns] = blocks === "none" ? [1, size] : blocks.split("x").map(Number);
      const hasBlocks = rows > 1;
      this.unitsOf = Array.from({ length: this.cells }, (_, cell) => {
        const row = Math.floor(cell / size);
        const column = cell % size;
        const block = Math.floor(row / rows) * (size / columns) + Math.floor(column / columns);
        return hasBlocks ? [row, column, block] : [row, column];
      });
      this.units = KINDS.slice(0, hasBlocks ? 3 : 2).map((_, kind) => {
        const units = Array.from({ length: size }, () => []);
        this.unitsOf.forEach((own, cell) => units[own[kind]].push(cell));
        return units;
      });
      this.peers = this.unitsOf.map((own, cell) => {
        const seen = new Set(own.flatMap((number, kind) => this.units[kind][number]));
        seen.delete(cell);
        return [...seen];
      });
    }

    name(cell) {
      return `r${Math.floor(cell / this.size) + 1}c${(cell % this.size) + 1}`;
    }

    // The cells of a unit by its name, such as "row 3".
    unit(name) {
      const [kind, number] = name.split(" ");
      return this.units[KINDS.indexOf(kind)][number - 1];
    }

    // A mask of the digits that break no rule in a cell, bit 0 for digit 1.
    candidates(values, cell) {
      let mask = 2 ** this.size - 1;
      for (const peer of this.peers[cell]) if (values[peer]) mask &= ~(1 << (values[peer] - 1));
      return mask;
    }

    // The units of a cell, by name, that have its value in another cell too.
    conflicts(values, cell) {
      if (!values[cell]) return [];
      return this.unitsOf[cell].flatMap((number, kind) =>
        this.units[kind][number].some((other) => other !== cell && values[other] === values[cell])
          ? [`${KINDS[kind]} ${number + 1}`]
          : [],
      );
    }
  }

  function digitsOf(mask) {
    const digits = [];
    for (let digit = 1; mask; digit++, mask >>>= 1) if (mask & 1) digits.push(digit);
    return digits;
  }

  function listed(words) {
    return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");
  }

  catalogue.rules = { SYMBOLS, Shape, digitsOf, listed };
}
