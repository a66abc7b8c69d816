// Cards: face, back, and the small token of a kind. Styled by art/cards.css.
import {html, nothing, vars} from "../render.js";
import {artOf, beanKey, kindOf, nameOf, sprite, spriteClasses} from "../net/catalogue.js";
import {isSingular, t} from "../translate.js";

/** A symbol of the sprite. */
export const picture = (name, classes = "art") =>
  html`<svg class=${classes} aria-hidden="true" focusable="false"><use href=${sprite(name)}></use></svg>`;

/** For `.squeezed` text: the length of its longest word. */
export const letters = (text) => vars({"--letters": Math.max(...text.split(/[ -]/).map((word) => word.length))});

/** The printed content of a card's face. */
export function face(id) {
  const kind = kindOf(id);
  const name = withoutCaption(kind) || kind.caption || kind.short;
  return html`<span class="pat"></span>${picture(artOf(id))}
    <span class="n" aria-hidden="true">${kind.of === "bean" ? kind.count : kind.corner}</span>
    <span class="name squeezed" aria-hidden="true" ${letters(name)}>${name}</span>
    ${
      kind.pays?.length
        ? html`<span class="meter" aria-hidden="true"
            >${kind.pays.map((cards) => html`<span class=${cards ? "" : "none"}>${cards || "·"}</span>`)}</span
          >`
        : nothing
    }`;
}

/** The CSS classes of a card: its kind or group. */
export function cardClasses(id) {
  const {key, of, behind} = kindOf(id);
  if (id < 0 || of === "hidden") return "card back";
  if (of === "back") return `card back ${behind}`;
  return `card ${of === "bean" ? spriteClasses(key) : spriteClasses(key, of)}`;
}

/** The content of a card: its face, or the matching back. */
export const cardContent = (id) => (cardClasses(id).includes("back") ? picture(artOf(id)) : face(id));

/** A card without a button. */
export function cardOnTable(id, {place = "", decorative = false} = {}) {
  return html`<span
    class=${cardClasses(id)}
    data-place=${place || nothing}
    role=${decorative ? nothing : "img"}
    aria-label=${decorative ? nothing : nameOf(id)}
    aria-hidden=${decorative ? "true" : nothing}
    >${cardContent(id)}</span
  >`;
}

/** A transparent button over a picture; it opens the explanation `key`. */
export const explainButton = (key, label, rove) =>
  html`<button
    type="button"
    class="cover"
    data-look
    data-explain=${key}
    data-rove=${rove}
    aria-label=${label}
    aria-haspopup="dialog"
  ></button>`;

/** A card that belongs to another player or to none, with a button that explains it. */
export const explainedCard = (id, {place = "", rove}) =>
  html`<span class=${cardClasses(id)} data-place=${place || nothing}>${cardContent(id)}${explainButton(`card:${id}`, nameOf(id), rove)}</span>`;

export const back = (backs = "bean") => picture(`back-${backs}`);

/** The bean of a kind, without its card. */
export function token(id) {
  const key = beanKey(id);
  return picture(`token-${key}`, `token ${spriteClasses(key)}`);
}

/** `“One deal”` for `Edict “One deal”`, whose caption is a word of its own; "" for other names. */
const withoutCaption = ({short, caption}) => (caption && short.startsWith(`${caption} `) ? short.slice(caption.length).trim() : "");

/** A short name for use beside a token; a word that the token already shows is left to screen readers. */
export function shortName(id) {
  const kind = kindOf(id);
  const shown = withoutCaption(kind);
  return shown ? html`<span class="visually-hidden">${kind.caption}</span> ${shown}` : kind.short;
}

/** The name of a kind with its token; a `count` above one precedes it. */
export function chip(id, count = 1) {
  return html`<span class=${`chip ${spriteClasses(beanKey(id))}`} data-explain=${`card:${id}`}
    >${token(id)}<span class="word">${count > 1 ? html`<b>${count}</b> ` : nothing}${shortName(id)}</span></span
  >`;
}

/** Cards as chips, duplicates counted. */
export function chips(ids) {
  if (!ids.length) return html`<span class="chip nothing">${t("nothing")}</span>`;
  const counted = new Map();
  for (const id of ids) counted.set(id, (counted.get(id) || 0) + 1);
  return [...counted].map(([id, count]) => chip(id, count));
}

export const coin = () => picture("thaler", "coin");

/** A thaler count that explains itself when pressed. */
export function thalers(count, {place = "", label = "", rove = "", about = "thing:thalers"} = {}) {
  const words = label || (isSingular(count) ? t("thaler") : t("thalers"));
  return html`<button
    type="button"
    class="thaler-count peek"
    data-look
    data-explain=${about}
    data-rove=${rove || nothing}
    data-place=${place || nothing}
    aria-label=${`${count} ${words}`}
    aria-haspopup="dialog"
    >${coin()}<b>${count}</b></button
  >`;
}
