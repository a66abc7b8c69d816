// Keeps the whole site in the browser, so that it works offline. The builder prepends two constants: VERSION, and FILES,
// the addresses of all files relative to this script.

const PREFIX = `tobean site ${registration.scope} `;
const NAME = PREFIX + VERSION;
const AT_ONCE = 6;
/** Files whose address changes with their content. */
const HASHED = /^(assets|local|python)\//;

/** Fetches everything; a file that cannot be fetched ends the installation, and the version before stays. */
async function install() {
  const cache = await caches.open(NAME);
  const waiting = [...FILES];
  const fetchNext = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const url = new URL(file, registration.scope).href;
      // The browser may have kept a page of the version before.
      const request = new Request(url, {cache: HASHED.test(file) ? "default" : "no-cache"});
      if (!(await cache.match(url))) await cache.add(request);
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, fetchNext));
}

/** Keeps the version before, because another tab may still show it. */
async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  for (const name of names.slice(0, -1)) await caches.delete(name);
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  const options = {ignoreSearch: true};
  return (await cache.match(request)) ?? (await caches.match(request)) ?? (await cache.match(request, options)) ?? (await caches.match(request, options)) ?? fetch(request);
}

self.oninstall = (event) => event.waitUntil(install());
self.onactivate = (event) => event.waitUntil(activate());
self.onmessage = ({data}) => data === "use" && skipWaiting();
self.onfetch = (event) => {
  const {method, url} = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
};
