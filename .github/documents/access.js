// What the theme lacks for keyboards and screen readers: a name of its search, wide tables that arrow keys scroll, and
// buttons of an example that are no navigation.

"use strict";

document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
const mend = () => {
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((each) => { each.tabIndex = 0; });
  document.querySelectorAll(".md-code__nav").forEach((each) => { each.setAttribute("role", "none"); });
};
new MutationObserver(mend).observe(document.querySelector("article"), { childList: true, subtree: true });
mend();
