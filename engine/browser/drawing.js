// A step as an SVG image to lie over a board, as engine/paths/drawing.py draws it.

import { digitsOf } from "./position.js";
import { drawing } from "./drawing-parts.js";
import { DIGITS } from "./shape.js";

const CELL = 60; // units of the drawing
const PITCH = 20; // from a candidate to the next so that their shapes do not meet
const { colours, dashes } = drawing;
const coloured = (table) => Object.fromEntries(Object.entries(table).map(([name, text]) => [name, text.replace(/\{(\w+)\}/g, (_, colour) => colours[colour])]));
const [shapes, frames] = [drawing.parts, drawing.frames].map(coloured);
const grounds = Object.fromEntries(Object.entries(drawing.grounds).map(([role, colour]) => [role, colours[colour]]));
const tints = [1, 2, 3, 4, 5].map((number) => colours[`ground_${number}`]);

const rounded = (number, digits = 6) => String(Number(number.toPrecision(digits)));
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);

// One decimal; a half goes to the even digit.
function fixed(number) {
  const tenths = Math.abs(number) * 10;
  const isHalf = tenths % 1 === 0.5 && Number.isInteger(number * 4);
  return isHalf ? `${number < 0 ? "-" : ""}${((Math.floor(tenths) + (Math.floor(tenths) % 2)) / 10).toFixed(1)}` : number.toFixed(1);
}

/** A drawing of a step in the position before it, with its sentence as the title. */
export function drawn(step, position, sentence, room) {
  const it = new Drawing(step, position, room);
  const isAlone = step.isSingle || (it.marks.size === 1 && step.placement);
  const layers = [...it.whySingle(), ...it.grounds(), ...it.frames(), ...it.arrows(), ...it.marked(isAlone)];
  return `<svg xmlns="http://www.w3.org/2000/svg" class="step" viewBox="0 0 ${it.side} ${it.side}" font-family="sans-serif" text-anchor="middle"><title>${escaped(sentence)}</title><defs>${shapes.tip}</defs>${layers.join("")}</svg>`;
}

/** The marks of candidates, as cell * 32 + digit; the last one counts. */
function marksOf({ cells, digits, parts, chains, eliminations, placement }) {
  const marks = new Map();
  const mark = (name, places, some) => places.forEach((cell) => some.forEach((digit) => marks.set(cell * 32 + digit, name)));
  for (const pattern of [{ cells, digits }, ...parts]) mark("pattern", pattern.cells, pattern.digits);
  const links = (name, some, truth) => some.filter(({ holds }) => holds === truth).forEach((link) => mark(name, placesOf(link), [link.digit]));
  links("absent", chains.flat(), false);
  links("pattern", chains.flat(), true);
  const first = chains.map(([start]) => start);
  links("denied", first, false);
  links("assumed", first, true);
  for (const [cell, digit] of eliminations) marks.set(cell * 32 + digit, "removed");
  if (placement) marks.set(placement[0] * 32 + placement[1], "placed");
  return marks;
}

const placesOf = ({ cell, cells }) => cells ?? [cell];

class Drawing {
  /** `room` is the part of each cell that candidates leave to the marks of rules: above, and on all sides. */
  constructor(step, { shape, values, masks }, { above = 0, beside = 0 } = {}) {
    Object.assign(this, { step, shape, values, masks, marks: marksOf(step), side: shape.size * CELL });
    const { size } = shape;
    this.columns = size <= 9 ? 3 : size <= 16 ? 4 : 5;
    const top = Math.max(above, beside), bottom = Math.max(beside, above ? 0.05 : 0);
    this.first = [beside, top];
    this.steps = [(1 - 2 * beside) / this.columns, (1 - top - bottom) / (size <= 12 ? 3 : size <= 16 ? 4 : 5)];
  }

  corner(cell) {
    const { size } = this.shape;
    return [(cell % size) * CELL, Math.floor(cell / size) * CELL];
  }

  middle(cell) {
    return this.corner(cell).map((side) => side + CELL / 2);
  }

  /** The middle of a candidate. */
  spot(cell, digit) {
    const places = [(digit - 1) % this.columns, Math.floor((digit - 1) / this.columns)];
    return this.corner(cell).map((side, way) => side + CELL * (this.first[way] + this.steps[way] * (places[way] + 0.5)));
  }

  ground(cell, role, fill) {
    const [left, top] = this.corner(cell);
    return `<rect class="ground ${role}" x="${left}" y="${top}" width="${CELL}" height="${CELL}" fill="${fill}"/>`;
  }

  /** Why a single is one: the unit, crosses in what is ruled out, rings around why. */
  whySingle() {
    if (!this.step.isSingle) return [];
    const { shape, values } = this;
    const { placement: [cell, digit], where, technique } = this.step;
    const signs = (name, cells) => cells.map((each) => `<g transform="translate(${this.middle(each).map((side) => rounded(side)).join(" ")}) scale(${rounded(CELL / 24)})">${shapes[name]}</g>`);
    if (technique === "naked-single") { // a peer for each other digit that a peer holds
      const peers = new Map();
      for (const peer of [...shape.peers[cell]].sort((one, other) => other - one)) if (values[peer] && values[peer] !== digit) peers.set(values[peer], peer);
      return signs("excluder", [...peers.values()]);
    }
    const unit = shape.cellsOf(where[0]);
    const others = unit.filter((other) => other !== cell && !values[other]);
    return [...unit.map((each) => this.ground(each, "unit", grounds.unit)), ...signs("ruled-out", others), ...signs("excluder", this.fewThatSee(others, digit))];
  }

  /** Places of a digit that see all of the cells that any of its places sees, those that see most first. */
  fewThatSee(cells, digit) {
    const places = [...this.values.keys()].filter((cell) => this.values[cell] === digit);
    const seen = new Map(places.map((place) => [place, cells.filter((cell) => this.shape.peers[place].includes(cell))]));
    let left = new Set([...seen.values()].flat());
    const few = [];
    const count = (place) => seen.get(place).filter((cell) => left.has(cell)).length;
    while (left.size) {
      const best = places.reduce((one, other) => (count(other) > count(one) ? other : one));
      left = new Set([...left].filter((cell) => !seen.get(best).includes(cell)));
      few.push(best);
    }
    return few;
  }

  /** The grounds of cells with a role; several sets have tints of their own. */
  grounds() {
    const { parts } = this.step;
    const sets = parts.filter(({ role }) => role === "set" || role === "rule");
    const found = new Map();
    parts.forEach((part, place) => {
      const number = sets.indexOf(part);
      const isTinted = part.role === "rule" || (number >= 0 && sets.length + Number(place > 0) > 1);
      const tint = isTinted ? [`set-${number + 1}`, tints[number % tints.length]] : grounds[part.role] && [part.role, grounds[part.role]];
      if (tint) part.cells.forEach((cell) => found.set(cell, tint));
    });
    return [...found].map(([cell, tint]) => this.ground(cell, ...tint));
  }

  /** Frames around the units of a fish: solid ones for its base, dashed ones for its cover. */
  frames() {
    return this.step.parts.flatMap(({ role, where }) => (frames[role] ? where : []).map((unit) => {
      const cells = this.shape.cellsOf(unit);
      const [[left, top], [right, bottom]] = [this.corner(cells[0]), this.corner(cells.at(-1))];
      return `<rect class="frame ${role}" x="${left + 3}" y="${top + 3}" width="${right - left + CELL - 6}" height="${bottom - top + CELL - 6}" fill="none" stroke-width="2.5" ${frames[role]}/>`;
    }));
  }

  /** The candidates with a mark; that of a single is as large as a value. */
  marked(isAlone) {
    const cells = [...new Set([...this.marks.keys()].map((spot) => spot >> 5))].sort((one, other) => one - other);
    return cells.flatMap((cell) => digitsOf(this.masks[cell]).filter((digit) => this.marks.has(cell * 32 + digit)).map((digit) => this.candidate(cell, digit, isAlone)));
  }

  candidate(cell, digit, isAlone) {
    const mark = this.marks.get(cell * 32 + digit);
    const [x, y] = isAlone ? this.middle(cell) : this.spot(cell, digit);
    const pitch = CELL * Math.min(...this.steps);
    const scale = isAlone ? " scale(2.2)" : pitch < PITCH ? ` scale(${rounded(pitch / PITCH, 3)})` : "";
    const text = `<text class="on-${mark}" y="4.5" font-size="13.5" fill="${mark === "placed" ? "#fff" : "#000"}" font-weight="bold">${DIGITS[digit]}</text>`;
    return `<g transform="translate(${rounded(x)} ${rounded(y)})${scale}">${shapes[mark]}${text}</g>`;
  }

  /** An arrow for each link. Its classes name its place in the first branch that has it, and all these branches. */
  arrows() {
    const found = new Map();
    this.step.chains.forEach((branch, number) => branch.forEach((link, at) => {
      for (const place of link.after) {
        const ends = this.ends(branch[place], link);
        const key = String(ends);
        if (!found.has(key)) found.set(key, [ends, link.kind, new Set([`at-${at + 1}`])]);
        found.get(key)[2].add(`branch-${number + 1}`);
      }
    }));
    const arrows = [...found.values()].map(([[begin, end], kind, classes]) => arrow(this.spot(...begin), this.spot(...end), kind, [...classes].join(" ")));
    return [...this.groups(), ...arrows];
  }

  /** The candidates that an arrow joins: of groups, those that are nearest. */
  ends(before, link) {
    const pairs = placesOf(before).flatMap((first) => placesOf(link).map((second) => [[first, before.digit], [second, link.digit]]));
    let best = null;
    for (const pair of pairs) {
      const [[x1, y1], [x2, y2]] = pair.map((spot) => this.spot(...spot));
      const distance = Math.hypot(x2 - x1, y2 - y1);
      if (distance && !(best?.distance <= distance)) best = { pair, distance };
    }
    return best?.pair ?? pairs[0];
  }

  /** A band behind the candidates of each group that a chain runs through. */
  groups() {
    const groups = new Map(this.step.chains.flat().filter(({ cells }) => cells).map(({ cells, digit }) => [String([...cells, digit]), [cells, digit]]));
    const inOrder = [...groups.values()].sort(([some, one], [others, other]) => {
      const place = some.findIndex((cell, each) => cell !== others[each]);
      return place < 0 ? some.length - others.length || one - other : some[place] - (others[place] ?? -1);
    });
    return inOrder.map(([cells, digit]) => {
      const way = cells.map((cell) => this.spot(cell, digit).map((side) => rounded(side)).join(" ")).join("L");
      return `<path class="group" d="M${way}" fill="none" stroke="#ddd" stroke-width="20" stroke-linecap="round"/>`;
    });
  }
}

/** An arrow that bends a little, so that it passes beside the candidates between its ends. */
function arrow([x1, y1], [x2, y2], kind, classes) {
  const named = kind in dashes ? kind : "other";
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [alongX, alongY] = [(x2 - x1) / length, (y2 - y1) / length];
  const gap = Math.min(10, length / 3); // beside the shapes at both ends
  const bend = Math.min(20, length / 6);
  const [fromX, fromY, toX, toY] = [x1 + alongX * gap, y1 + alongY * gap, x2 - alongX * gap, y2 - alongY * gap];
  const [overX, overY] = [(fromX + toX) / 2 - alongY * bend, (fromY + toY) / 2 + alongX * bend];
  const way = `M${fixed(fromX)} ${fixed(fromY)}Q${fixed(overX)} ${fixed(overY)} ${fixed(toX)} ${fixed(toY)}`;
  return `<path class="link ${named} ${classes}" d="${way}" ${shapes.link} marker-end="url(#tip)"${dashes[named]}/>`;
}
