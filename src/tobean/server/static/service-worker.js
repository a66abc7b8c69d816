// Keeps the frame of the pages in the browser: shown at once on the next visit, and also without a line.
// The server writes before it: HOME, the path below which everything is, and KEPT, what belongs to the frame.

const OFFLINE = `${HOME}/offline`;
const NAME = `tobean ${KEPT.join(" ")}`;

async function install() {
  const cache = await caches.open(NAME);
  await cache.addAll(KEPT);
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A page comes from the server; where that cannot be reached, the frame says so. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

const asset = async (request) => (await caches.match(request)) ?? fetch(request);

self.oninstall = (event) => event.waitUntil(install());
self.onactivate = (event) => event.waitUntil(activate());
self.onfetch = (event) => {
  const {method, mode, url} = event.request;
  if (method !== "GET" || new URL(url).origin !== location.origin) return;
  if (mode === "navigate") event.respondWith(page(event));
  else if (new URL(url).pathname.startsWith(`${HOME}/assets/`)) event.respondWith(asset(event.request));
};
