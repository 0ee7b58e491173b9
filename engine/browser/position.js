// Positions, and the small things that steps of both styles are made of. Digits are from 1, masks have bit 0 for digit 1.

export const CELL = -1; // where a link within one cell lies

export const digitsOf = (mask) => Array.from({ length: 32 - Math.clz32(mask) }, (_, bit) => bit + 1).filter((digit) => has(mask, digit));
export const has = (mask, digit) => Boolean((mask >> (digit - 1)) & 1);
export const ascending = (one, other) => one - other;
export const reversed = (items) => [...items].reverse();
export const unique = (items) => [...new Set(items)];
export const isWithin = (some, all) => some.every((each) => all.includes(each));

/** A part of a pattern with its role; `where` are units. */
export const part = (role, cells, digits = [], where = []) => ({ role, cells, digits, where });

/** The cells of a loop that have further candidates, with these. */
export const extras = (digits, own) => [...own].flatMap(([cell, held]) => {
  const further = held.filter((digit) => !digits.includes(digit));
  return further.length ? [part("extra", [cell], further)] : [];
});

/** A puzzle after some steps: the values of all cells, and the candidates of the empty ones as masks. */
export class Position {
  constructor(shape, values, kept) {
    this.shape = shape;
    this.values = [...values];
    this.masks = kept ? [...kept] : Array.from(values, () => 2 ** shape.size - 1);
    this.values.forEach((digit, cell) => digit && this.place(cell, digit));
  }

  take({ eliminations, placement }) {
    for (const [cell, digit] of eliminations) this.masks[cell] &= ~(1 << (digit - 1));
    if (placement) this.place(...placement);
  }

  place(cell, digit) {
    this.values[cell] = digit;
    this.masks[cell] = 0;
    for (const other of this.shape.peers[cell]) this.masks[other] &= ~(1 << (digit - 1));
  }
}
