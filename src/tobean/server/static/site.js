// Enhancements for the site's pages; every page works without them.
import {registerServiceWorker} from "./table/net/service_worker.js";
import {startPuzzles} from "./puzzles.js";
import {isSiteKept} from "./table/net/play_alone.js";
import {Connection} from "./table/net/socket.js";

registerServiceWorker();
startPuzzles();

// What a form has done is said once, not again after a reload.
if (document.querySelector(".outcome")) {
  const address = new URL(location.href);
  address.searchParams.delete("done");
  history.replaceState(history.state, "", address);
}

const waiting = document.querySelector("[data-waiting]");
if (waiting) {
  // A form is being submitted: a reload now would abort it.
  let leaving = false;
  document.addEventListener("submit", () => (leaving = true));
  window.addEventListener("pageshow", () => (leaving = false));
  // Do not reload while the visitor types a name, chooses a bot or presses a button.
  const busy = () =>
    leaving ||
    document.activeElement?.matches("input:not([readonly]), select") ||
    document.querySelector("button:active") !== null;
  let mark = waiting.dataset.mark;
  const reloadWhenIdle = () => {
    if (mark === waiting.dataset.mark) return;
    if (busy()) setTimeout(reloadWhenIdle, 500);
    else location.reload();
  };
  const address = () => new URL(waiting.dataset.waiting, location.href).href.replace(/^http/, "ws");
  const onMessage = (message) => {
    if (message.type !== "waiting") return;
    ({mark} = message);
    reloadWhenIdle();
  };
  new Connection(address, onMessage, () => {}).connect();
}

// The offline page reloads as soon as the server answers again.
if (document.querySelector("[data-away]")) {
  /** A proxy in front of a stopped server answers with a status from here up. */
  const SERVER_ERROR = 500;
  const reloadIfOnline = async () => {
    const answer = await fetch(location.href, {method: "HEAD"}).catch(() => null);
    if (answer && answer.status < SERVER_ERROR) location.reload();
  };
  const offer = document.querySelector("[data-alone]");
  if (offer) isSiteKept(offer.dataset.alone).then((isKept) => (offer.hidden = !isKept));
  setInterval(reloadIfOnline, 3000);
  window.addEventListener("online", reloadIfOnline);
}

/** Copies a field's text. Without clipboard permission, `execCommand` at least selects it. */
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/** Makes a field with a link or a line to pass on easy to copy and, if the device can, to share. */
function enableGiving(give) {
  const field = give.querySelector("input, textarea");
  const copy = give.querySelector("[data-copy]");
  const share = give.querySelector("[data-share]");
  const status = give.querySelector("[role=status]");
  // A static site does not know its address when it renders a page.
  if (field.hasAttribute("data-add-address")) field.value += ` ${location.href}`;
  field.addEventListener("focus", () => field.select());
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    status.textContent = (await copied(field)) ? copy.dataset.copied : copy.dataset.byHand;
  });
  if (!share || !navigator.share) return;
  share.hidden = false;
  share.addEventListener("click", async () => {
    try {
      // A line of text contains its link; a link has a text of its own.
      await navigator.share(share.dataset.share ? {text: share.dataset.share, url: field.value} : {text: field.value});
    } catch (error) {
      // An AbortError means that the visitor closed the share sheet. Any other failure falls back to copying the link.
      if (error.name !== "AbortError") copy.click();
    }
  });
}

/** Adds a moment in the visitor's time zone. */
function showLocalTime(span) {
  const time = new Date(span.dataset.localTime).toLocaleTimeString(document.documentElement.lang, {timeStyle: "short"});
  span.textContent = span.dataset.label.replace("{time}", time);
  span.hidden = false;
}

function enhance() {
  for (const give of document.querySelectorAll("[data-give]")) enableGiving(give);
  for (const span of document.querySelectorAll("[data-local-time]")) showLocalTime(span);
}

enhance();
// A static site shows the next page in place of this one, and a module runs only once.
new MutationObserver((changes) => {
  if (changes.some(({addedNodes}) => [...addedNodes].includes(document.body))) enhance();
}).observe(document.documentElement, {childList: true});
