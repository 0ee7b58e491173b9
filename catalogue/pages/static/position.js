// A puzzle while the steps of its path are taken.

export class Position {
  constructor(shape, values) {
    this.shape = shape;
    this.values = [...values];
    this.removed = values.map(() => 0);
  }

  take(step) {
    if (step.placement) this.values[step.placement[0]] = step.placement[1];
    for (const [cell, digit] of step.eliminations) this.removed[cell] |= 1 << (digit - 1);
  }

  candidates(cell) {
    return this.values[cell] ? 0 : this.shape.candidates(this.values, cell) & ~this.removed[cell];
  }
}
