// Keep the puzzle at hand playable without the server: static/worker.js does it.

"use strict";

{
  async function stayPlayable() {
    const { serviceWorker } = navigator; // only https and this machine have it
    if (!serviceWorker) return;
    try {
      await serviceWorker.register("/worker.js");
      const { active } = await serviceWorker.ready;
      const files = performance.getEntriesByType("resource").map(({ name }) => name);
      const own = files.filter((name) => name.startsWith(`${location.origin}/static/`));
      active.postMessage({ keep: [location.pathname + location.search, ...own] });
    } catch {
      // The page works as before, with the server.
    }
  }

  catalogue.offline = { stayPlayable };
}
