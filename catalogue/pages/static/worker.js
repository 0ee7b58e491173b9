// The service worker: what was seen stays playable while the server does not answer.

const KEPT = "board-catalogue";
const MOST_PAGES = 50;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// A page that was loaded before this worker names what it is made of.
addEventListener("message", (event) => {
  const { keep } = event.data;
  if (Array.isArray(keep)) event.waitUntil(caches.open(KEPT).then((cache) => Promise.all(keep.map((address) => cache.add(address).catch(() => {})))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isPage = pathname === "/play" && request.mode === "navigate";
  if (request.method !== "GET" || origin !== location.origin || !(isPage || pathname.startsWith("/static/"))) return;
  event.respondWith(fromServer(event, isPage));
});

// The server goes first, so nothing is old while it answers. Its answer does not wait for the copy that is kept.
async function fromServer(event, isPage) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) event.waitUntil(keep(request, answer.clone(), isPage));
    return answer;
  } catch (error) {
    const cache = await caches.open(KEPT);
    const kept = (await cache.match(request)) ?? (isPage ? await cache.match("/play") : undefined);
    if (kept) return kept;
    throw error;
  }
}

async function keep(request, answer, isPage) {
  const cache = await caches.open(KEPT);
  await cache.put(request, answer);
  if (isPage) await forget(cache);
}

async function forget(cache) {
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname === "/play");
  for (const page of pages.slice(0, -MOST_PAGES)) await cache.delete(page);
}
