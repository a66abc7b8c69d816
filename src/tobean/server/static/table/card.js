// A card: its face, its back, and the small token that stands for a kind. The look is that of art/cards.css.
import {html, nothing} from "./lit.js";
import {artOf, beanKey, dress, kindOf, nameOf, sprite} from "./catalogue.js";
import {t} from "./text.js";

/** A picture of the sprite. */
export const picture = (name, look = "art") =>
  html`<svg class=${look} aria-hidden="true" focusable="false"><use href=${sprite(name)}></use></svg>`;

/** What is printed on the face. */
export function face(id) {
  const kind = kindOf(id);
  return html`<span class="pat"></span>${picture(artOf(id))}
    <span class="n" aria-hidden="true">${kind.of === "bean" ? kind.count : kind.corner}</span>
    <span class="name" aria-hidden="true">${kind.caption || kind.short}</span>
    ${
      kind.pays?.length
        ? html`<span class="meter" aria-hidden="true"
            >${kind.pays.map((cards) => html`<span class=${cards ? "" : "none"}>${cards || "·"}</span>`)}</span
          >`
        : nothing
    }`;
}

/** The classes that dress a card: its kind, or what else it is. */
export function look(id) {
  const {key, of, behind} = kindOf(id);
  if (id < 0 || of === "hidden") return "card back";
  if (of === "back") return `card back ${behind}`;
  return `card ${of === "bean" ? dress(key) : dress(key, of)}`;
}

/** What lies inside the card: a face, or the back that fits. */
export const inside = (id) => (look(id).includes("back") ? picture(artOf(id)) : face(id));

/** A card that lies there and can only be looked at. */
export function lying(id, {place = "", silent = false} = {}) {
  return html`<span
    class=${look(id)}
    data-place=${place || nothing}
    role=${silent ? nothing : "img"}
    aria-label=${silent ? nothing : nameOf(id)}
    aria-hidden=${silent ? "true" : nothing}
    >${inside(id)}</span
  >`;
}

/** A button over a picture of something that is there to be looked at: it opens what explains it. */
export const glance = (key, label, rove) =>
  html`<button
    type="button"
    class="cover"
    data-look
    data-explain=${key}
    data-rove=${rove}
    aria-label=${label}
    aria-haspopup="dialog"
  ></button>`;

/** A card of somebody else's, or of nobody's: it can be looked at. */
export const shown = (id, {place = "", rove}) =>
  html`<span class=${look(id)} data-place=${place || nothing}>${inside(id)}${glance(`card:${id}`, nameOf(id), rove)}</span>`;

export const back = (backs = "bean") => picture(`back-${backs}`);

/** The bean of a kind without its card. */
export function token(id) {
  const key = beanKey(id);
  return picture(`token-${key}`, `token ${dress(key)}`);
}

/** A short name for use beside a token: of `Edict “One deal”` the first word is only read out, since the token shows it. */
export function shortName(id) {
  const {short, caption} = kindOf(id);
  if (!caption || short === caption || !short.startsWith(caption)) return short;
  return html`<span class="unseen">${caption}</span> ${short.slice(caption.length).trim()}`;
}

/** A kind as a word with its token; `count` above one is written before it. */
export function chip(id, count = 1) {
  return html`<span class=${`chip ${dress(beanKey(id))}`} data-explain=${`card:${id}`}
    >${token(id)}<span class="word">${count > 1 ? html`<b>${count}</b> ` : nothing}${shortName(id)}</span></span
  >`;
}

/** Cards as chips, equal ones counted. */
export function chips(ids) {
  if (!ids.length) return html`<span class="chip nothing">${t("nothing")}</span>`;
  const counted = new Map();
  for (const id of ids) counted.set(id, (counted.get(id) || 0) + 1);
  return [...counted].map(([id, count]) => chip(id, count));
}

export const coin = () => picture("thaler", "coin");

/** Somebody's thalers; who presses them is told what they are. */
export function thalers(count, {place = "", label = "", rove = "", about = "thing:thalers"} = {}) {
  const words = label || (count === 1 ? t("thaler") : t("thalers"));
  return html`<button
    type="button"
    class="purse peek"
    data-look
    data-explain=${about}
    data-rove=${rove || nothing}
    data-place=${place || nothing}
    aria-label=${`${count} ${words}`}
    aria-haspopup="dialog"
    >${coin()}<b>${count}</b></button
  >`;
}
