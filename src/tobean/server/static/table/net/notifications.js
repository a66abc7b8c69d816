// Calls the player back: a badge in title and icon, a sound and, if permitted, a system notification.
import {settings} from "../settings.js";
import {play} from "../motion/sound.js";
import {t} from "../translate.js";
import {state} from "../state.js";

const TITLE = document.title;
let plainIcon = "";
let asked = false;

function icon() {
  return document.querySelector('link[rel="icon"]');
}

/** The site's icon with a red dot. */
function iconWithDot() {
  const dot =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M9 6c9-5 17 3 16 12-1 8-9 11-14 7-4-3 0-6-2-10-2-3-3-7 0-9z" fill="#4fae4a" stroke="#2b2118" stroke-width="2"/><circle cx="24" cy="8" r="7" fill="#d7372b" stroke="#fff" stroke-width="2"/></svg>';
  return `data:image/svg+xml,${encodeURIComponent(dot)}`;
}

function badge(on) {
  document.title = on ? `● ${t("Your decision")} · ${TITLE}` : TITLE;
  const link = icon();
  if (!link) return;
  if (!plainIcon) plainIcon = link.href;
  link.href = on ? iconWithDot() : plainIcon;
}

/** Called after each update; notifies when the prompt newly addresses this player. */
export function notifyPlayer() {
  const now = Boolean(state.update?.asked?.you) && !state.update.view.over;
  if (now && !asked) {
    play("turn");
    if (document.hidden && settings.notify && "Notification" in window && Notification.permission === "granted") {
      const note = new Notification(state.hello.table.title, {
        body: state.update.asked.text,
        tag: "tobean",
        icon: plainIcon || undefined,
      });
      note.addEventListener("click", () => {
        focus();
        note.close();
      });
    }
  }
  asked = now;
  badge(now && document.hidden);
}

export function startNotifications() {
  document.addEventListener("visibilitychange", () => badge(asked && document.hidden));
}
