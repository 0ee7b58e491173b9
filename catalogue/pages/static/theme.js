// The names of all scripts of the page, by their files: static/rules.js sets catalogue.rules.
globalThis.catalogue = {};

// Before anything is painted: the theme that a person has chosen. static/settings.js has the rest.
try {
  const { theme } = JSON.parse(localStorage.getItem("board-catalogue/settings")) ?? {};
  if (theme && theme !== "auto") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing.
}

// On a phone the row of pages scrolls; the open one is brought in sight, after the styles that say how wide the row is.
addEventListener("load", () => {
  const pages = document.querySelector("header.site nav");
  const open = pages?.querySelector("[aria-current]");
  if (open) pages.scrollLeft = open.offsetLeft - pages.offsetLeft - (pages.clientWidth - open.offsetWidth) / 2;
});
