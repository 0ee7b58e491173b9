// Keep the puzzle at hand playable without the server, and a site of plain files whole: static/worker.js does it.

import { root } from "./places.js";

const LATER = ["chain", "replay", "snapshots", "sounds", "thinking"]; // scripts but the engine that are loaded when they are used
const { site } = document.documentElement.dataset; // the version of a site of plain files

export async function stayPlayable() {
  const { serviceWorker } = navigator; // only https and this machine have it
  if (!serviceWorker || !location.protocol.startsWith("http")) return;
  if (site) offerToInstall();
  try {
    await serviceWorker.register(site ? new URL(`worker.js?site=${site}`, root) : "/worker.js");
    const { active } = await serviceWorker.ready;
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const own = files.filter((name) => name.startsWith(`${location.origin}/static/`));
    own.push(...LATER.map((name) => `/static/${name}.js`));
    active.postMessage({ keep: [location.pathname + location.search, ...own] });
  } catch {
    // The page works as before, with the server.
  }
}

// Not for a page from a folder, where a browser refuses to read the manifest.
function offerToInstall() {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = new URL("manifest.webmanifest", root).href;
  document.head.append(link);
}
