// Singles and subsets as drawings over the board, as engine/paths/drawing.py draws steps: with the signs of the legend.

"use strict";

{
  const { SYMBOLS, digitsOf } = catalogue.rules;

  const CELL = 60; // units of the drawing

  // `values` and `masks` are the position before the step.
  function drawnSimple(step, shape, { values, masks }) {
    const parts = step.placement ? single(step, shape, values) : subset(step, shape.size, masks);
    const side = shape.size * CELL;
    return `<svg xmlns="http://www.w3.org/2000/svg" class="step" viewBox="0 0 ${side} ${side}" font-family="sans-serif" text-anchor="middle">${parts.join("")}</svg>`;
  }

  // The unit, crosses where the digit cannot be, rings around what rules it out there.
  function single({ placement: [cell, digit], units: [name] }, { size, units, peers }, values) {
    const unit = units.find((each) => each.name === name)?.cells ?? [];
    const others = unit.filter((other) => other !== cell && !values[other]);
    const reasons = name ? fewThatSee(others, digit, peers, values) : oneOfEach(peers[cell], digit, values);
    return [
      ...unit.map((other) => ground(other, size)),
      ...others.map((other) => inCell(sign("ruled-out"), other, size)),
      ...reasons.map((other) => inCell(sign("excluder"), other, size)),
      mark("placed", digit, middle(cell, size), " scale(2.2)"),
    ];
  }

  function subset({ cells, digits, eliminations }, size, masks) {
    const marks = cells.flatMap((cell) => digitsOf(masks[cell]).filter((digit) => digits.includes(digit)).map((digit) => [cell, digit, "pattern"]));
    const gone = eliminations.map(([cell, digit]) => [cell, digit, "removed"]);
    const room = roomOf(size);
    const scale = ` scale(${Math.min(1, 3 * Math.min(room.across, room.down))})`;
    return [...marks, ...gone].map(([cell, digit, name]) => mark(name, digit, spot(cell, digit, size, room), scale));
  }

  // As few places of the digit as see all cells that any of them sees.
  function fewThatSee(cells, digit, peers, values) {
    const places = [...values.keys()].filter((cell) => values[cell] === digit);
    const seen = new Map(places.map((place) => [place, new Set(cells.filter((cell) => peers[place].includes(cell)))]));
    let left = places.reduce((all, place) => all.union(seen.get(place)), new Set());
    const few = [];
    while (left.size) {
      const best = places.reduce((one, other) => (seen.get(other).intersection(left).size > seen.get(one).intersection(left).size ? other : one));
      left = left.difference(seen.get(best));
      few.push(best);
    }
    return few;
  }

  // A peer for each other digit.
  function oneOfEach(peers, digit, values) {
    const found = new Map(peers.filter((peer) => values[peer] && values[peer] !== digit).map((peer) => [values[peer], peer]));
    return [...found.values()];
  }

  function sign(name) {
    return document.querySelector(`.legend [data-mark="${name}"] svg`).innerHTML;
  }

  function mark(name, digit, [x, y], scale) {
    const ink = name === "placed" ? "#fff" : "#000";
    const text = `<text class="on-${name}" y="4.5" font-size="13.5" font-weight="bold" fill="${ink}">${SYMBOLS[digit]}</text>`;
    return `<g transform="translate(${x} ${y})${scale}">${sign(name)}${text}</g>`;
  }

  function ground(cell, size) {
    const [x, y] = corner(cell, size);
    return `<rect class="ground unit" x="${x}" y="${y}" width="${CELL}" height="${CELL}"/>`;
  }

  function inCell(shape, cell, size) {
    const [x, y] = middle(cell, size);
    return `<g transform="translate(${x} ${y}) scale(${CELL / 24})">${shape}</g>`;
  }

  function corner(cell, size) {
    return [(cell % size) * CELL, Math.floor(cell / size) * CELL];
  }

  function middle(cell, size) {
    return corner(cell, size).map((side) => side + CELL / 2);
  }

  // Where the candidates of a cell begin, and from one to the next: as grid.css has it.
  function roomOf(size) {
    const style = getComputedStyle(document.querySelector(".board"));
    const [above, beside, bottom] = ["above", "beside", "bottom"].map((name) => Number(style.getPropertyValue(`--${name}`)));
    const [columns, rows] = [size <= 9 ? 3 : 4, size <= 12 ? 3 : 4];
    return { above, beside, columns, across: (1 - 2 * beside) / columns, down: (1 - above - bottom) / rows };
  }

  function spot(cell, digit, size, { above, beside, columns, across, down }) {
    const [x, y] = corner(cell, size);
    const [column, row] = [(digit - 1) % columns, Math.floor((digit - 1) / columns)];
    return [x + CELL * (beside + across * (column + 0.5)), y + CELL * (above + down * (row + 0.5))];
  }

  catalogue.simple_drawing = { drawnSimple };
}
