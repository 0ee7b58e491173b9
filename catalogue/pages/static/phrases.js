// What scripts say, in the language of the page: a table of texts by the English ones, which the page brings.

import { root } from "./places.js";

const texts = JSON.parse(document.getElementById("texts").textContent);
const plurals = new Intl.PluralRules(document.documentElement.lang);
const filled = (text, places) => text.replace(/\{(\w+)\}/g, (place, name) => places[name] ?? place);

// A text with the values of its places, such as phrase("step {place} of {count}", { place: 3, count: 40 }).
export const phrase = (text, places = {}) => filled(texts[text] ?? text, places);

// One of two texts, by a number that both may have as {count}.
export const many = (count, one, several, places = {}) => phrase(plurals.select(count) === "one" ? one : several, { count, ...places });

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A script that a page loads when it is used first; it needs others only that the page has by then.
const loaded = {};
export const later = (name) => (loaded[name] ??= new Promise((done, failed) => {
  const script = document.createElement("script");
  script.src = new URL(`static/${name}.js`, root).href;
  script.onload = () => done(globalThis.catalogue[name]);
  script.onerror = () => {
    delete loaded[name];
    failed(new Error(phrase("the server does not answer: is catalogue serve still running?")));
  };
  document.head.append(script);
}));
