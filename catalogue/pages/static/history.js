// What was played in this browser: solved and begun puzzles, times by level, days. All of it stays on this machine.

import { keptGames, puzzleOf, puzzleText } from "./game.js";
import { phrase } from "./phrases.js";

const SOLVED = "board-catalogue/solved";
const MOST_SOLVED = 2000;
const MOST_SHOWN = 20; // times of a trend

// --- The key of a puzzle --------------------------------------------------------------------------------------

const CRCS = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRCS[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

// The same as `game_key` of catalogue/pages/contents.py: cards have it, so that a list knows a puzzle again.
export function idOf(text) {
  const encoder = new TextEncoder();
  return [text, [...text].reverse().join("")].map((each) => crc32(encoder.encode(each))).join("");
}

// --- Solved puzzles, the latest first --------------------------------------------------------------------------

export function solvedGames() {
  let found;
  try {
    found = JSON.parse(localStorage.getItem(SOLVED));
  } catch {
    found = null;
  }
  return Array.isArray(found) ? found.filter((each) => each && Number.isFinite(each.elapsed)).map(known) : [];
}

// An entry of an earlier version has the key of its game in place of an id and an address.
function known({ key, grade, ...game }) {
  if (game.id || typeof key !== "string") return game;
  return { ...game, id: idOf(puzzleText(key)), address: `/play?${new URLSearchParams(puzzleOf(key))}` };
}

function keep(games) {
  try {
    localStorage.setItem(SOLVED, JSON.stringify(games.slice(0, MOST_SOLVED)));
  } catch {
    // A browser that keeps nothing.
  }
}

// A puzzle counts once, as it was solved first. Returns what is kept of it.
export function record(game) {
  const { key, name, level, day, kind, words, size, hints, steps, time, address } = game;
  const id = idOf(puzzleText(key));
  const solved = solvedGames();
  const before = solved.find((each) => each.id === id);
  if (before) return before;
  const entry = { id, name, address, level, day, kind, words, size, elapsed: time, hints, steps, when: Date.now() };
  keep([entry, ...solved]);
  return entry;
}

export function isHelped(game) {
  return Boolean(game.hints || game.steps);
}

// The puzzles that were begun and are not solved, the latest first.
export function begunGames() {
  return keptGames()
    .filter((game) => game.values && !game.solved && game.past?.length)
    .map((game) => ({ ...game, id: idOf(puzzleText(game.key)), address: game.address ?? `/play?${new URLSearchParams(puzzleOf(game.key))}` }));
}

// Of each puzzle that was played: "solved" or "begun", with its game.
export function states() {
  const found = new Map(begunGames().map((game) => [game.id, { state: "begun", game }]));
  for (const game of solvedGames()) found.set(game.id, { state: "solved", game });
  return found;
}

// --- Figures --------------------------------------------------------------------------------------------------

const mean = (times) => times.reduce((sum, time) => sum + time, 0) / times.length;

// Puzzles of one kind, size and level are alike. Earlier versions kept no kind: most of their games were plain 9x9.
/** @param {Record<string, any>} game */
export function likeness({ kind = "", size = 9, level = null }) {
  return [kind, size, level].join("/");
}

// Times of games like one; games that took hints or steps count apart.
/** @param {Record<string, any>} like */
export function figuresOf(like, games = solvedGames()) {
  const own = games.filter((game) => likeness(game) === likeness(like));
  const times = own.filter((game) => !isHelped(game)).map((game) => game.elapsed);
  const helped = own.filter(isHelped).map((game) => game.elapsed);
  return {
    solved: own.length,
    count: times.length,
    best: times.length ? Math.min(...times) : null,
    average: times.length ? mean(times) : null,
    trend: times.slice(0, MOST_SHOWN).reverse(),
    helped: helped.length,
    helpedAverage: helped.length ? mean(helped) : null,
  };
}

// A day as 2026-11-22, by the clock of this machine.
export function dayOf(date) {
  return [date.getFullYear(), String(date.getMonth() + 1).padStart(2, "0"), String(date.getDate()).padStart(2, "0")].join("-");
}

// The puzzles of days that were solved: "day" on the day itself, "later" after it.
export function solvedDays() {
  const found = new Map();
  for (const game of solvedGames()) {
    if (game.day) found.set(game.day, game.when && dayOf(new Date(game.when)) === game.day ? "day" : "later");
  }
  return found;
}

// How many days in a row, up to today or yesterday, had their puzzle solved on the day itself.
export function streak(today = new Date()) {
  const days = solvedDays();
  const at = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  if (days.get(dayOf(at)) !== "day") at.setDate(at.getDate() - 1);
  let length = 0;
  while (days.get(dayOf(at)) === "day") {
    length++;
    at.setDate(at.getDate() - 1);
  }
  return length;
}

// --- As a file ------------------------------------------------------------------------------------------------

const KIND = "board-catalogue history";

export function exported() {
  const begun = Object.fromEntries(begunGames().map(({ key }) => [key, localStorage.getItem(key)]));
  return JSON.stringify({ kind: KIND, version: 1, solved: solvedGames(), begun }, null, 1);
}

// Add what a file has and this browser lacks; returns how many puzzles. Error for another file.
export function imported(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error(phrase("this is no file of a history"));
  }
  if (found?.kind !== KIND || !Array.isArray(found.solved)) throw new Error(phrase("this is no file of a history"));
  const before = states();
  const solved = found.solved.filter((game) => isEntry(game) && before.get(game.id)?.state !== "solved");
  keep([...solvedGames(), ...solved].sort((one, other) => (other.when ?? 0) - (one.when ?? 0)));
  const begun = Object.entries(found.begun ?? {}).filter(([key, state]) => isGame(key, state) && !before.has(idOf(puzzleText(key))));
  for (const [key, state] of begun) localStorage.setItem(key, state);
  return solved.length + begun.length;
}

// Only addresses of this site, so that a file cannot lead elsewhere.
function isEntry(game) {
  const has = typeof game?.id === "string" && typeof game.name === "string" && Number.isFinite(game.elapsed);
  return has && (game.address === undefined || (typeof game.address === "string" && /^[/?][^/\\]/.test(game.address)));
}

function isGame(key, state) {
  try {
    return puzzleText(key) !== null && Array.isArray(JSON.parse(state).values);
  } catch {
    return false;
  }
}

export function forgetAll() {
  localStorage.removeItem(SOLVED);
  for (const game of keptGames()) localStorage.removeItem(game.key);
}
