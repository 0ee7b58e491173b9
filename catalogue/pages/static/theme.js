// Before anything is painted: the theme that a person has chosen, and later the button by which every page changes it.

import { phrase } from "./phrases.js";

const KEY = "board-catalogue/settings";
const THEMES = {
  auto: ["◐", "Theme: as the system"],
  light: ["☀", "Theme: light"],
  dark: ["☾", "Theme: dark"],
  "light contrast": ["◫", "Theme: light, high contrast"],
  "dark contrast": ["◨", "Theme: dark, high contrast"],
};

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // a browser that keeps nothing
  }
}

let theme = kept().theme ?? "auto";

function show() {
  const contrast = matchMedia("(prefers-contrast: more)").matches ? "contrast" : "";
  document.documentElement.dataset.theme = theme === "auto" ? contrast : theme;
  const button = document.getElementById("theme");
  if (!button) return;
  const [sign, words] = THEMES[theme];
  button.textContent = sign;
  button.title = phrase(words);
  button.setAttribute("aria-label", button.title);
  button.hidden = false;
}

function choose(name) {
  theme = name in THEMES ? name : "auto";
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), theme }));
  } catch {
    // The same.
  }
  show();
}

show();
// Labels of rows and columns, and larger digits.
for (const name of ["labels", "large"]) document.documentElement.toggleAttribute(`data-${name}`, kept()[name] === true);
addEventListener("DOMContentLoaded", () => {
  show();
  document.getElementById("theme")?.addEventListener("click", () => {
    const names = Object.keys(THEMES);
    choose(names[(names.indexOf(theme) + 1) % names.length]);
  });
});
