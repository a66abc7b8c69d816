// A card: its face, its back, and the small token that stands for a kind.
import {html, names, nothing, vars} from "./lit.js";
import {artOf, kindOf, nameOf, sprite} from "./catalogue.js";
import {t} from "./text.js";

const hue = (id) => `${(id * 67) % 360}deg`;

/** What is printed on the face. */
export function face(id) {
  const kind = kindOf(id);
  return html`<span class="pat"></span>
    <svg class="art" aria-hidden="true" focusable="false"><use href=${sprite(artOf(id))}></use></svg>
    <span class="n" aria-hidden="true">${kind.of === "bean" ? kind.count : kind.short}</span>
    <span class="name">${kind.short || kind.name}</span>
    ${kind.pays?.length
      ? html`<span class="meter" aria-hidden="true"
          >${kind.pays.map((cards) => html`<span class=${cards ? "" : "none"}>${cards || "·"}</span>`)}</span
        >`
      : nothing}`;
}

export const look = (id) =>
  id < 0 ? "card back" : names("card", `k-${kindOf(id).key}`, `of-${kindOf(id).of}`);

/** A card that lies there and can only be looked at. */
export function lying(id, {place = "", silent = false, backs = "bean"} = {}) {
  const label = id < 0 ? t("hidden card") : nameOf(id);
  return html`<span
    class=${look(id)}
    data-place=${place || nothing}
    data-card=${id}
    role=${silent ? nothing : "img"}
    aria-label=${silent ? nothing : label}
    aria-hidden=${silent ? "true" : nothing}
    ${vars({"--hue": hue(id)})}
    >${id < 0 ? back(backs) : face(id)}</span
  >`;
}

export function back(backs = "bean") {
  return html`<svg class="art" aria-hidden="true" focusable="false"><use href=${sprite(`back-${backs}`)}></use></svg>`;
}

/** A round token with the bean of a kind. */
export function token(id) {
  return html`<span class=${`token k-${kindOf(id).key}`} ${vars({"--hue": hue(id)})} aria-hidden="true"
    ><svg class="art" focusable="false"><use href=${sprite(artOf(id))}></use></svg></span
  >`;
}

/** A kind as a word with its token; `count` above one is written before it. */
export function chip(id, count = 1) {
  return html`<span class=${`chip k-${kindOf(id).key}`} ${vars({"--hue": hue(id)})}
    >${token(id)}<span class="word">${count > 1 ? html`<b>${count}×</b> ` : nothing}${nameOf(id)}</span></span
  >`;
}

/** Cards as chips, equal ones counted. */
export function chips(ids) {
  if (!ids.length) return html`<span class="chip nothing">${t("nothing")}</span>`;
  const counted = new Map();
  for (const id of ids) counted.set(id, (counted.get(id) || 0) + 1);
  return [...counted].map(([id, count]) => chip(id, count));
}

export function thalers(count, {place = "", label = ""} = {}) {
  return html`<span class="purse" data-place=${place || nothing}
    ><svg class="coin" aria-hidden="true" focusable="false"><use href=${sprite("thaler")}></use></svg
    ><b>${count}</b><span class="unseen">${label || (count === 1 ? t("thaler") : t("thalers"))}</span></span
  >`;
}
