// A static site below the server's address (`tobean serve --site`), for playing alone while the server cannot be reached.

/** Milliseconds at a table after which its files are loaded, so that they compete with nothing the table needs. */
const DELAY = 15000;

/** The folder of the site; `link` is its front page in one language. */
const folder = (link) => new URL("../", new URL(link, location.href)).href;

/** Has the site's service worker keep all its files, unless the visitor wants to save data. */
export function keepSite(link) {
  if (!navigator.serviceWorker || navigator.connection?.saveData) return;
  // Without it there is no offer while the connection is lost.
  setTimeout(() => navigator.serviceWorker.register(`${folder(link)}service-worker.js`).catch(() => {}), DELAY);
}

/** Whether the site works without a connection. */
export async function isSiteKept(link) {
  const registration = await navigator.serviceWorker?.getRegistration(folder(link));
  return registration?.scope === folder(link) && registration.active !== null;
}
