// Caches the styles and scripts shared by all pages, for a quick next visit and an offline page.
// The server prepends two constants: HOME, the path prefix of the site, and CACHED_URLS, the addresses to cache.

const OFFLINE = `${HOME}/offline`;
const NAME = `tobean ${CACHED_URLS.join(" ")}`;

async function install() {
  const cache = await caches.open(NAME);
  await cache.addAll(CACHED_URLS);
  await self.skipWaiting();
}

async function activate() {
  // A static site below this server (`tobean serve --site`) keeps its own files.
  const isOld = (name) => name !== NAME && !name.startsWith("tobean site ") && name !== "tobean bytecode";
  for (const name of await caches.keys()) if (isOld(name)) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Pages come from the network; without one, the cached offline page is shown. */
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
