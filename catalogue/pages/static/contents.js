// What a site of plain files has: its puzzles in their order, each with its level and its hardest step; lessons, exercises.

import { idOf } from "./history.js";
import { shuffled } from "./shuffling.js";

const KINDS = ["level", "technique"];

let about;

// data/site.js calls it, after the scripts that need it.
globalThis.catalogue.site = async (data) => {
  about = await unpacked(data);
  contents.onknown();
};

// Data as catalogue/pages/site_pages.py packs them.
export async function unpacked(data) {
  const bytes = Uint8Array.from(atob(data), (symbol) => symbol.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

const keyOf = (place) => (about.keys[place] ??= idOf(`${about.blocks}/${about.puzzles[place]}`));

// The puzzles of a kind, as pairs of a parameter of an address and its value; other parameters do not count. Those with
// rules have files of their own in place of `clues`.
function puzzlesOf(kind) {
  const wanted = [...kind].filter(([name, value]) => KINDS.includes(name) && value);
  const places = [...about.numbers.keys()].filter((place) => wanted.every(([name, value]) => about[name][place] === value));
  return places.map(puzzleAt);
}

function puzzleAt(place) {
  return { id: about.numbers[place], key: keyOf(place), clues: about.puzzles[place], level: about.level[place], pattern: about.pattern[place] };
}

// The puzzle with a number, or a key.
function puzzleOf(number) {
  const place = about.numbers.indexOf(number);
  return place < 0 ? undefined : puzzleAt(place);
}

function withKey(key) {
  return about.numbers.map((_, place) => puzzleAt(place)).find((puzzle) => puzzle.key === key);
}

export const contents = {
  puzzlesOf,
  shuffled,
  puzzleOf,
  withKey,
  onknown: () => {},
  get blocks() {
    return about.blocks;
  },
  get exercises() {
    return about.exercises;
  },
};
