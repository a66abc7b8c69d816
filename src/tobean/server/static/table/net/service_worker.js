// Registers the service worker after the page has loaded, so that it competes with nothing the page needs first.
import {below} from "../dom.js";
import {needsNetwork} from "./transport.js";

export function registerServiceWorker() {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller || !needsNetwork()) return; // a static site has its own
  const register = () => workers.register(below("/service-worker.js"), {scope: below("/")}).catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
