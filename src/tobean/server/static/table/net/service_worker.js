// Lets the browser keep the frame of the pages, where it can, when nothing else is to be fetched.
import {below} from "../dom.js";

export function keepFrame() {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller) return;
  const ask = () => workers.register(below("/service-worker.js"), {scope: below("/")}).catch(() => {});
  if (document.readyState === "complete") ask();
  else addEventListener("load", ask);
}
