// The cards of the game as the server names them.
import {t} from "./text.js";

const UNKNOWN = {id: -1, key: "", of: "hidden", name: "", short: "", pays: [], count: 0, text: ""};

let cards = new Map();
let groups = {};

export function learnCatalogue(catalogue) {
  groups = catalogue;
  cards = new Map();
  for (const group of ["kinds", "edicts", "spells", "sacrifices", "groups", "backs"]) {
    for (const card of catalogue[group] || []) cards.set(card.id, card);
  }
}

export const kindOf = (id) => cards.get(id) || UNKNOWN;
export const nameOf = (id) => (id < 0 ? t("hidden card") : kindOf(id).name);
export const spellName = (id) => (id < 0 ? t("face-down spell") : kindOf(id).name);
export const allOf = (group) => groups[group] || [];

/** The kinds that can be asked for in a deal; "edict" is one. */
export const wantedKinds = () => groups.wanted || [];

/** Pictures are called after the English names of the cards. */
export function artOf(id) {
  const {of, key} = kindOf(id);
  if (of === "bean") return `kind-${key}`;
  if (of === "group") return "kind-edict";
  if (of === "edict") return `edict-${key}`;
  if (of === "spell") return `spell-${key}`;
  if (of === "sacrifice") return `sacrifice-${key}`;
  return of === "back" ? "back-sacrifice" : "back-bean";
}

export const sprite = (name) => `/static/art/sprite.svg#${name}`;
