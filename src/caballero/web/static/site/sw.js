// The service worker of a page without a server: it keeps all files of a version, and answers
// from them, so that the page needs no network after the first visit. A new version is fetched
// next to the old worker, and takes its place when no tab shows the page any more.

const [VERSION, FILES] = ["", [""]]; // `caballero site` writes them

const worker = /** @type {any} */ (self);
const OURS = `caballero ${worker.registration.scope} `; // an origin may have several such pages
const NAME = OURS + VERSION;

async function keep() {
  const cache = await caches.open(NAME);
  // "no-cache" asks whether the browser's own copy is still valid.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

async function begin() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== NAME) await caches.delete(name);
  }
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  return kept ?? fetch(request);
}

addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
