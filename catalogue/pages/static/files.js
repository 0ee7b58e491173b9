// Where a page without a server gets its data: the list of the site. It is "source" there, in place of static/source.js.

import { contents } from "./contents.js";
import { answers } from "./tab.js";

export const source = {
  ...answers,
  draw: async (kind, count) => ({ puzzles: contents.shuffled(contents.puzzlesOf(kind)).slice(0, count) }),
};
