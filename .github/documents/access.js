// What the theme lacks for keyboards and screen readers: a name of its search, and wide tables that arrow keys scroll.

"use strict";

document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
const reach = () => document.querySelectorAll(".md-typeset__scrollwrap").forEach((each) => { each.tabIndex = 0; });
new MutationObserver(reach).observe(document.querySelector("article"), { childList: true, subtree: true });
reach();
