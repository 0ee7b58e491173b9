// The service worker: what was seen stays playable while the server does not answer. A site of plain files names its
// version in the address of this script; it is kept whole, puzzles too unless there are very many.

const SITE = new URL(location).searchParams.get("site");
const OWN = `board-catalogue ${registration.scope}`; // several sites may share a host
const KEPT = SITE ? `${OWN} ${SITE}` : "board-catalogue";
const MOST_PAGES = 50;
const MOST_PUZZLES = 5000;

addEventListener("install", (event) => {
  skipWaiting();
  if (SITE) event.waitUntil(keepFiles((name) => !isPuzzle(name)));
});

addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), forgetOthers()])));

// A page that was loaded before this worker names what it is made of; one of a site has its puzzles kept, one by one.
addEventListener("message", (event) => {
  const { keep } = event.data;
  if (SITE) event.waitUntil(keepFiles(isPuzzle));
  else if (Array.isArray(keep)) event.waitUntil(caches.open(KEPT).then((cache) => Promise.all(keep.map((address) => cache.add(address).catch(() => {})))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isPage = request.mode === "navigate" && (SITE !== null || pathname === "/play");
  if (request.method !== "GET" || origin !== location.origin || !(isPage || SITE !== null || pathname.startsWith("/static/"))) return;
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
    const found = await kept(request, isPage);
    if (found) return found;
    throw error;
  }
}

// A page of a site is the same file whatever it is asked for.
async function kept(request, isPage) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request, { ignoreSearch: SITE !== null });
  if (found || !isPage) return found;
  return cache.match(SITE === null ? "/play" : "index.html");
}

async function keep(request, answer, isPage) {
  const cache = await caches.open(KEPT);
  await cache.put(SITE === null ? request : request.url.replace(/\?.*/, ""), answer);
  if (isPage && SITE === null) await forget(cache);
}

async function forget(cache) {
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname === "/play");
  for (const page of pages.slice(0, -MOST_PAGES)) await cache.delete(page);
}

// --- A site of plain files ------------------------------------------------------------------------------------------

function isPuzzle(name) {
  return name.startsWith("data/puzzles/");
}

async function keepFiles(isWanted) {
  const cache = await caches.open(KEPT);
  const names = await (await fetch("catalogue-files.json")).json();
  if (names.length > MOST_PUZZLES && isWanted === isPuzzle) return;
  for (const name of names.filter(isWanted)) if (!(await cache.match(name))) await cache.add(name);
}

async function forgetOthers() {
  const others = (await caches.keys()).filter((name) => name !== KEPT && name.startsWith(`${OWN} `));
  await Promise.all(others.map((name) => caches.delete(name)));
}
