// What a person has chosen for all pages but the theme (static/theme.js), kept in the browser: clock, conflicts, mistakes, sounds, order of entry, style of hints.

const KEY = "board-catalogue/settings";
const USUAL = { clock: true, conflicts: true, mistakes: false, sound: false, digitFirst: false, style: "eye", labels: false, large: false };

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export const settings = {
  get(name) {
    return kept()[name] ?? USUAL[name];
  },
  set(name, value) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...kept(), [name]: value }));
    } catch {
      // A browser that keeps nothing.
    }
    if (name === "labels" || name === "large") document.documentElement.toggleAttribute(`data-${name}`, value);
  },
};

// Controls with `data-setting` show what is chosen, and choose. `onchange` is called with the name.
export function bind(onchange = (/** @type {string} */ _name) => {}) {
  for (const control of document.querySelectorAll("[data-setting]")) {
    const name = control.dataset.setting;
    const isBox = control.type === "checkbox";
    if (isBox) control.checked = settings.get(name);
    else control.value = settings.get(name);
    control.addEventListener("change", () => {
      settings.set(name, isBox ? control.checked : control.value);
      onchange(name);
    });
  }
}
