// Singles and subsets of a position: what the page finds by itself where no server answers.

"use strict";

{
  const { digitsOf } = catalogue.rules;

  // Units have a name and cells; one with as many cells as digits has every digit. Masks are the candidates of the
  // empty cells, bit 0 for digit 1, and 0 for filled ones. The easiest steps come first, each conclusion once. `names`
  // are those of the techniques, in which naked and hidden ones go by how many cells they have.
  function simpleSteps(size, units, masks, names) {
    const found = new Map();
    const add = (step) => {
      const { placement, eliminations } = step;
      const conclusion = `${placement ?? ""}/${eliminations.map(String).sort().join(" ")}`;
      if ((placement || eliminations.length) && !found.has(conclusion)) found.set(conclusion, step);
    };
    const open = units.map(({ name, cells }) => ({ name, all: cells, isWhole: cells.length === size, cells: cells.filter((cell) => masks[cell]) }));
    for (const unit of open) if (unit.isWhole && unit.cells.length === 1) add(placed("full-house", unit.cells[0], masks[unit.cells[0]], [unit.name]));
    masks.forEach((mask, cell) => isPower(mask) && add(placed("naked-single", cell, mask, [])));
    for (const unit of open) if (unit.isWhole) hiddenSingles(unit, masks).forEach(add);
    for (const count of [2, 3, 4]) {
      const [naked, hidden] = ["naked-", "hidden-"].map((kind) => names.filter((name) => name.startsWith(kind))[count - 1]);
      for (const unit of open) nakedSubsets(unit, count, masks, open).forEach((step) => add({ technique: naked, ...step }));
      for (const unit of open) if (unit.isWhole) hiddenSubsets(unit, count, size, masks).forEach((step) => add({ technique: hidden, ...step }));
    }
    return [...found.values()];
  }

  function placed(technique, cell, mask, units) {
    return { technique, units, cells: [], digits: [], placement: [cell, 32 - Math.clz32(mask)], eliminations: [] };
  }

  function hiddenSingles({ name, cells }, masks) {
    let once = 0;
    let often = 0;
    for (const cell of cells) {
      often |= once & masks[cell];
      once |= masks[cell];
    }
    const alone = once & ~often;
    return cells.filter((cell) => masks[cell] & alone).map((cell) => placed("hidden-single", cell, masks[cell] & alone, [name]));
  }

  // Cells of a unit with as many candidates together; what goes, goes from every unit that has all of them.
  function nakedSubsets({ name, cells }, count, masks, units) {
    const some = cells.filter((cell) => !isPower(masks[cell]) && bits(masks[cell]) <= count);
    if (cells.length <= count) return [];
    return choices(some, count).flatMap((chosen) => {
      const union = chosen.reduce((mask, cell) => mask | masks[cell], 0);
      if (bits(union) !== count) return [];
      const around = units.filter((unit) => chosen.every((cell) => unit.all.includes(cell)));
      const others = new Set(around.flatMap((unit) => unit.cells.filter((cell) => !chosen.includes(cell))));
      const eliminations = [...others].sort((one, other) => one - other).flatMap((cell) => pairs(cell, masks[cell] & union));
      const own = around.filter((unit) => unit.name !== name && unit.cells.some((cell) => !chosen.includes(cell) && masks[cell] & union));
      const names = [name, ...own.map((unit) => unit.name)];
      return [{ units: names, cells: chosen, digits: digitsOf(union), placement: null, eliminations }];
    });
  }

  // Digits of a unit with as many places together.
  function hiddenSubsets({ name, cells }, count, size, masks) {
    const places = new Map();
    for (let digit = 1; digit <= size; digit++) {
      const own = cells.filter((cell) => masks[cell] & (1 << (digit - 1)));
      if (own.length > 1 && own.length <= count) places.set(digit, own);
    }
    return choices([...places.keys()], count).flatMap((digits) => {
      const chosen = cells.filter((cell) => digits.some((digit) => places.get(digit).includes(cell)));
      if (chosen.length !== count) return [];
      const kept = digits.reduce((mask, digit) => mask | (1 << (digit - 1)), 0);
      const eliminations = chosen.flatMap((cell) => pairs(cell, masks[cell] & ~kept));
      return [{ units: [name], cells: chosen, digits, placement: null, eliminations }];
    });
  }

  function pairs(cell, mask) {
    return digitsOf(mask).map((digit) => [cell, digit]);
  }

  function choices(list, count) {
    if (!count) return [[]];
    return list.flatMap((first, place) => choices(list.slice(place + 1), count - 1).map((rest) => [first, ...rest]));
  }

  function isPower(mask) {
    return mask && !(mask & (mask - 1));
  }

  function bits(mask) {
    let count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
  }

  catalogue.simple_steps = { simpleSteps };
}
