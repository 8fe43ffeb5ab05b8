// Stores the documentation pages that a reader has opened, so that they can be read offline.
const CACHE = "botwire-docs";
/** The maximum number of stored files. The oldest are removed first: they are from old visits or earlier builds. */
const LIMIT = 1000;
const HOME = self.registration.scope;
const NOT_KEPT = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Offline</title>
<main style="max-width:36em;margin:4em auto;padding:0 1em;font:16px/1.5 system-ui"><h1>You are offline</h1>
<p>Only pages that you have opened before can be read offline. <a href="${HOME}">First page</a></p></main></html>`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
// The files of the first page, which was loaded before this worker.
self.addEventListener("message", ({ data }) => {
  if (Array.isArray(data?.keep)) for (const url of data.keep) if (isOurs(url)) fetch(url).then((response) => keep(url, response), () => {});
});
self.addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  if (method !== "GET" || !isOurs(url)) return;
  event.respondWith(url.startsWith(`${HOME}assets/`) ? keptFirst(event.request) : networkFirst(event.request, mode === "navigate"));
});

const isOurs = (url) => String(url).startsWith(HOME);

/** Uses the stored file, because the names of assets change with their contents. */
async function keptFirst(request) {
  const kept = await caches.match(request, { cacheName: CACHE });
  return kept ?? keep(request.url, await fetch(request));
}

/** Uses the network first, so that a new build is visible at once. */
async function networkFirst(request, isPage) {
  try {
    return await keep(request.url, await fetch(request));
  } catch (error) {
    const kept = await caches.match(request, { cacheName: CACHE, ignoreSearch: true });
    if (kept) return kept;
    if (!isPage) throw error;
    return new Response(NOT_KEPT, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
  }
}

async function keep(url, response) {
  if (response.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(url, response.clone());
    const all = await cache.keys();
    await Promise.all(all.slice(0, -LIMIT).map((old) => cache.delete(old)));
  }
  return response;
}
