// A position as the part of an address after #, which no server gets; and what is copied.

import { phrase } from "./phrases.js";
import { SYMBOLS } from "./shape.js";

const MASKS = ["corner", "centre", "removed", "colours"];

// The values as symbols; marks and colours as numbers in base 36, a comma between cells, only if there are any.
export function packed(game) {
  const parts = new URLSearchParams({ values: game.values.map((value) => SYMBOLS[value]).join("") });
  for (const kind of MASKS) {
    if (game[kind].some(Boolean)) parts.set(kind, game[kind].map((mask) => (mask ? mask.toString(36) : "")).join(","));
  }
  const lines = Object.keys(game.lines).filter((name) => game.lines[name]);
  if (lines.length) parts.set("lines", lines.join(","));
  if (game.auto) parts.set("auto", "1");
  return parts.toString();
}

// The position of an address; null if it has none, or one of another board.
export function unpacked(hash, shape) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const values = [...(parts.get("values") ?? "")].map((symbol) => SYMBOLS.indexOf(symbol));
  if (values.length !== shape.cells || values.some((value) => value < 0 || value > shape.size)) return null;
  const lines = (parts.get("lines") ?? "").split(",").filter((name) => isLine(name, shape));
  const found = { values, auto: parts.get("auto") === "1", lines: Object.fromEntries(lines.map((name) => [name, 1])) };
  for (const kind of MASKS) {
    const masks = (parts.get(kind) ?? "").split(",").map((text) => parseInt(text, 36) || 0);
    found[kind] = values.map((_, cell) => (masks[cell] ?? 0) & (2 ** shape.size - 1));
  }
  // Links of an earlier version have one colour a cell, as a number.
  (parts.get("colour") ?? "").split(",").forEach((number, cell) => {
    if (/^[1-9]$/.test(number) && cell < shape.cells) found.colours[cell] = 1 << (Number(number) - 1);
  });
  return found;
}

// Whether a name, such as "3-4", is that of a line between neighbours of a board.
function isLine(name, { size, cells }) {
  const [one, other] = /^\d+-\d+$/.test(name) ? name.split("-").map(Number) : [0, 0];
  const apart = [Math.floor(other / size) - Math.floor(one / size), (other % size) - (one % size)].map(Math.abs);
  return one < other && other < cells && Math.max(...apart) === 1;
}

// Put a text on the clipboard, and say so on the button for a moment.
export async function copy(text, button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = phrase("Copied");
  } catch {
    prompt(phrase("Copy this:"), text); // a browser without permission, or a page that is not secure
  }
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}
