// Whether digits break what a named rule says, as soon as that shows: open cells may have any digit.

// A check is as catalogue/pages/boards.py writes it: its kind, then what it is about; long lists are in `tables`.
export function isBroken([kind, ...about], values, size, tables) {
  return !HOLDS[kind](values, size, tables, ...about);
}

// Whether each kind can still hold.
const HOLDS = {
  house: (values, size, tables, cells) => {
    const digits = cells.map((cell) => values[cell]).filter(Boolean);
    return new Set(digits).size === digits.length;
  },

  sum: (values, size, tables, cells, coefficients, total) => {
    const ends = cells.map((cell, place) => {
      const both = (values[cell] ? [values[cell], values[cell]] : [1, size]).map((digit) => digit * coefficients[place]);
      return both.sort((one, other) => one - other);
    });
    const [least, most] = [0, 1].map((end) => ends.reduce((sum, both) => sum + both[end], 0));
    return least <= total && total <= most;
  },

  relation: (values, size, tables, one, other, table) => {
    const allowed = values[one] ? [tables[table][values[one] - 1]] : tables[table];
    return allowed.some((digits) => digits & maskOf(values[other], size));
  },

  automaton: (values, size, tables, cells, arcs, accepting) => {
    let states = new Set([0]);
    for (const cell of cells) {
      const mask = maskOf(values[cell], size);
      const next = tables[arcs].filter(([before, digits]) => states.has(before) && digits & mask);
      states = new Set(next.map(([, , after]) => after));
    }
    return accepting.some((state) => states.has(state));
  },

  mask: (values, size, tables, cell, digits) => (digits & maskOf(values[cell], size)) > 0,

  // Only a full board shows this one.
  connected: (values, size, tables, cells, columns, digits, count) => {
    if (cells.some((cell) => !values[cell])) return true;
    const left = new Set([...cells.keys()].filter((place) => digits & maskOf(values[cells[place]], size)));
    if (count && left.size !== count) return false;
    const fresh = [...left].slice(0, 1);
    fresh.forEach((place) => left.delete(place));
    while (fresh.length) {
      const place = fresh.pop();
      const beside = [place % columns ? place - 1 : -1, (place + 1) % columns ? place + 1 : -1, place - columns, place + columns];
      for (const next of beside) if (left.delete(next)) fresh.push(next);
    }
    return !left.size;
  },

  pairs: (values, size, tables, cells, others, most) => {
    const full = [...cells.keys()].filter((place) => values[cells[place]] && values[others[place]]);
    const pairs = full.map((place) => `${values[cells[place]]} ${values[others[place]]}`);
    return new Set(pairs).size === pairs.length && (!most || others.every((cell) => values[cell] <= most));
  },

  any: (values, size, tables, alternatives) =>
    alternatives.some((checks) => !checks.some((check) => isBroken(check, values, size, tables))),
};

// The cells that a broken check is about; of a house those that have the same digit.
export function cellsOf([kind, ...about], values) {
  if (kind === "relation") return about.slice(0, 2);
  if (kind === "mask") return about.slice(0, 1);
  if (kind === "any") return about[0].flat().flatMap((check) => cellsOf(check, values));
  if (kind === "pairs") return about.slice(0, 2).flat();
  const [cells] = about;
  return kind === "house" ? cells.filter((cell) => cells.some((other) => other !== cell && values[other] === values[cell])) : cells;
}

// The digit of a cell as a mask; all digits of an open one.
function maskOf(value, size) {
  return value ? 1 << (value - 1) : 2 ** size - 1;
}
