// Links to pictures of a position of a finished game.
import {html, nothing} from "../render.js";
import {needsNetwork, request} from "../net/transport.js";
import {notify} from "../state.js";
import {t} from "../translate.js";

/** Saves the picture of a static site, which has no address to load it from. */
async function saveLocally(event, url, name) {
  event.preventDefault();
  const answer = await request(url).catch(() => null);
  if (!answer?.ok) {
    notify(t("The picture could not be drawn."), {tone: "warn"});
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await answer.text()], {type: "image/svg+xml"}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Links to the picture of a position, as the given view sees it. */
export function pictureLinks(base, at, view, language) {
  const query = new URLSearchParams({at: String(at), view, language});
  const svg = `${base}/position.svg?${query}`;
  const name = `tobean-${at}.svg`;
  const local = !needsNetwork();
  return html`<a class="action quiet" href=${svg} download=${name} @click=${local ? (event) => saveLocally(event, svg, name) : nothing}
      >${t("Picture (SVG)")}</a
    >${local ? nothing : html`<a class="action quiet" href=${`${base}/position.png?${query}`} target="_blank">${t("Picture (PNG)")}</a>`}`;
}
