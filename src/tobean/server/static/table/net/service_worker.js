// Registers the service worker after the page has loaded, so that it competes with nothing the page needs first.
import {siteUrl} from "../dom.js";
import {needsNetwork} from "./transport.js";

export function registerServiceWorker() {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller || !needsNetwork()) return; // a static site has its own
  const register = () => workers.register(siteUrl("/service-worker.js"), {scope: siteUrl("/")}).catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
