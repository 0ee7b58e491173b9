// The shape of a board: its blocks, units and peers. A unit is its place in `units`: rows, then columns, then blocks.

export const DIGITS = ".123456789ABCDEFGHIJKLMNOP";

const USUAL_BLOCKS = { 1: "1x1", 4: "2x2", 6: "2x3", 8: "2x4", 9: "3x3", 10: "2x5", 12: "3x4", 15: "3x5", 16: "4x4", 20: "4x5", 25: "5x5" };
const KINDS = ["row", "column", "block"];
const known = new Map();

export class Shape {
  /** The shape of a size and blocks such as "3x2", or "none"; the usual ones without. */
  static of(size, blocks) {
    const given = blocks === "none" ? `1x${size ?? 9}` : (blocks ?? USUAL_BLOCKS[size ?? 9]);
    let [rows, columns] = (/^([1-9]\d?)x([1-9]\d?)$/.exec(given ?? "") ?? []).slice(1).map(Number);
    if (!rows || rows * columns > 25 || rows * columns !== (size ?? rows * columns)) {
      throw new Error(`there are no boards of size ${size ?? 9} with blocks ${blocks ?? "of their usual form"}`);
    }
    if (columns === 1) [rows, columns] = [columns, rows];
    const name = `${rows}x${columns}`;
    if (!known.has(name)) known.set(name, new Shape(rows, columns));
    return known.get(name);
  }

  constructor(rows, columns) {
    const size = rows * columns;
    const range = Array.from({ length: size }, (_, place) => place);
    Object.assign(this, { rows, columns, size, cells: size * size, blocks: rows > 1 ? `${rows}x${columns}` : "none" });
    const block = (place) => range.map((at) => {
      const row = Math.floor(place / rows) * rows + Math.floor(at / columns);
      return row * size + (place % rows) * columns + (at % columns);
    });
    const inRows = range.map((row) => range.map((column) => row * size + column));
    const inColumns = range.map((column) => range.map((row) => row * size + column));
    this.units = [...inRows, ...inColumns, ...(rows > 1 ? range.map(block) : [])];
    this.unitsOf = Array.from({ length: this.cells }, (_, cell) => this.unitsWith([cell]));
    this.peers = this.unitsOf.map((units, cell) => [...new Set(units.flatMap((unit) => this.units[unit]))].filter((other) => other !== cell));
  }

  /** The units that have all of some cells. */
  unitsWith(cells) {
    return this.units.flatMap((unit, place) => (cells.every((cell) => unit.includes(cell)) ? [place] : []));
  }

  cellsOf(unit) {
    return this.units[unit];
  }

  kind(unit) {
    return KINDS[Math.floor(unit / this.size)];
  }

  number(unit) {
    return (unit % this.size) + 1;
  }

  unitName(unit) {
    return `${this.kind(unit)} ${this.number(unit)}`;
  }

  cellName(cell) {
    return `r${Math.floor(cell / this.size) + 1}c${(cell % this.size) + 1}`;
  }
}

/** A board of any rows and columns, for rules; of these the kernels take the digits alone. */
export class Frame {
  constructor(rows, columns, digits) {
    Object.assign(this, { high: rows, wide: columns, size: digits, cells: rows * columns, rows: 1, columns: digits, blocks: "none" });
  }

  cellName(cell) {
    return `r${Math.floor(cell / this.wide) + 1}c${(cell % this.wide) + 1}`;
  }
}
