// Before anything is painted: the theme that a person has chosen. static/settings.js has the rest.
try {
  const { theme } = JSON.parse(localStorage.getItem("board-catalogue/settings")) ?? {};
  if (theme && theme !== "auto") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing.
}
