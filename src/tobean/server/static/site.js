// Small comforts; every page works without them.
import {registerServiceWorker} from "./table/net/service_worker.js";
import {Connection} from "./table/net/socket.js";

registerServiceWorker();

const waiting = document.querySelector("[data-waiting]");
if (waiting) {
  // What has been pressed is on its way: a reload now would lose it.
  let leaving = false;
  document.addEventListener("submit", () => (leaving = true));
  window.addEventListener("pageshow", () => (leaving = false));
  // Whoever is writing a name, choosing a bot or pressing a button is not disturbed.
  const busy = () =>
    leaving ||
    document.activeElement?.matches("input:not([readonly]), select") ||
    document.querySelector("button:active") !== null;
  let mark = waiting.dataset.mark;
  const renew = () => {
    if (mark === waiting.dataset.mark) return;
    if (busy()) setTimeout(renew, 500);
    else location.reload();
  };
  const address = () => new URL(waiting.dataset.waiting, location.href).href.replace(/^http/, "ws");
  const hear = (message) => {
    if (message.type !== "waiting") return;
    ({mark} = message);
    renew();
  };
  new Connection(address, hear, () => {}).connect();
}

// Whoever found no line gets where they wanted as soon as there is one again.
if (document.querySelector("[data-away]")) {
  /** Where a proxy answers for a server that is away, it says so with such a number. */
  const AWAY = 500;
  const look = async () => {
    const answer = await fetch(location.href, {method: "HEAD"}).catch(() => null);
    if (answer && answer.status < AWAY) location.reload();
  };
  setInterval(look, 3000);
  window.addEventListener("online", look);
}

/** Copies the text of a field; where the page may not touch the clipboard, the old way, and else it is marked. */
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

for (const give of document.querySelectorAll("[data-give]")) {
  const field = give.querySelector("input");
  const copy = give.querySelector("[data-copy]");
  const share = give.querySelector("[data-share]");
  const status = give.querySelector("[role=status]");
  field.addEventListener("focus", () => field.select());
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    status.textContent = (await copied(field)) ? copy.dataset.copied : copy.dataset.byHand;
  });
  if (!share || !navigator.share) continue;
  share.hidden = false;
  share.addEventListener("click", async () => {
    try {
      await navigator.share({text: share.dataset.share, url: field.value});
    } catch (error) {
      // Whoever changes their mind knows that nothing was shared; where it cannot be done, the link can be copied.
      if (error.name !== "AbortError") copy.click();
    }
  });
}
