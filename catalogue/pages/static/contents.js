// What a site of plain files has: its puzzles in their order, each with its key, its level and its hardest step.

"use strict";

{
  const KINDS = ["level", "technique"];

  let about;

  // data/site.js calls it, after the scripts that need it.
  catalogue.site = (found) => {
    about = found;
    catalogue.contents.onknown();
  };

  // The puzzles of a kind, as pairs of a parameter of an address and its value; other parameters do not count.
  function puzzlesOf(kind) {
    const wanted = [...kind].filter(([name, value]) => KINDS.includes(name) && value);
    const places = [...about.numbers.keys()].filter((place) => wanted.every(([name, value]) => about[name][place] === value));
    return places.map((place) => ({ id: about.numbers[place], key: about.keys[place] }));
  }

  function shuffled(list) {
    const found = [...list];
    for (let place = found.length - 1; place > 0; place--) {
      const other = Math.floor(Math.random() * (place + 1));
      [found[place], found[other]] = [found[other], found[place]];
    }
    return found;
  }

  // The number of the puzzle with a key, or the name of an example.
  function numberOf(key) {
    const place = about.keys.indexOf(key);
    return place < 0 ? about.examples[key] : about.numbers[place];
  }

  function has(number) {
    return about.numbers.includes(number) || Object.values(about.examples).includes(number);
  }

  catalogue.contents = {
    puzzlesOf,
    shuffled,
    numberOf,
    has,
    onknown: () => {},
    get words() {
      return about.words;
    },
    get blocks() {
      return about.blocks;
    },
  };
}
