// A click that comes before the scripts of the page is kept until they run: on a slow connection none is lost.

const early = [];

function keep(event) {
  const control = event.target.closest("main button, main input[type=checkbox]");
  if (!control) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  early.push(control);
}

addEventListener("click", keep, true);
addEventListener("DOMContentLoaded", () => { // the scripts of the page have run
  removeEventListener("click", keep, true);
  for (const control of early) control.click();
});
