// The cards of the game as the server names them, and their pictures.
import {t} from "../translate.js";
import {below} from "../dom.js";

const UNKNOWN = {id: -1, key: "", written: "", of: "hidden", name: "", short: "", pays: [], count: 0, text: ""};

let cards = new Map();
let groups = {};
let pictures = {};
let tones = {};

export function learnCatalogue(catalogue, page) {
  groups = catalogue;
  pictures = page.pictures ?? {};
  tones = page.tones ?? {};
  cards = new Map();
  // Every list of cards is a group; what else the catalogue lists has no `of`.
  for (const card of Object.values(catalogue).flat()) if (card.of) cards.set(card.id, card);
}

/** What explains a thing on the table: `about` and `rule`; a game may have no words for it. */
export const explanationNamed = (name) => groups.things?.[name] ?? {about: "", rule: ""};

export const kindOf = (id) => cards.get(id) || UNKNOWN;
export const nameOf = (id) => (id < 0 ? t("hidden card") : kindOf(id).name);
/** "1 Soy", "4 Soy": so many of a kind. */
export const counted = (id, count) => `${count} ${count === 1 ? nameOf(id) : kindOf(id).many || nameOf(id)}`;
export const allOf = (group) => groups[group] || [];

/** All cards that there are in the game, beans first. */
export const allCards = () => [...cards.values()].filter(({of}) => of !== "group" && of !== "back");

/** The kinds that can be asked for in a deal; several cards may be one of them. */
export const wantedKinds = () => groups.wanted || [];

/** As what a card is asked for. */
export const wantedAs = (id) => kindOf(id).asked ?? id;

const isBean = ({of}) => of === "bean" || of === "group";

/** Pictures are called after the English names of the cards. */
export function artOf(id) {
  const card = kindOf(id);
  if (card.of === "hidden") return "back-bean";
  if (card.of === "back") return card.key;
  return isBean(card) ? `kind-${card.key}` : `${card.of}-${card.key}`;
}

/** The key of the bean that stands for a card in a line of text. */
export const beanKey = (id) => (isBean(kindOf(id)) ? kindOf(id).key : kindOf(id).token || kindOf(id).key);

/** The classes that dress a kind; one that nobody has drawn has a colour instead. */
export const spriteClasses = (key, look = `k-${key}`) => (key in tones ? `${look} tone-${tones[key]}` : look);

/** Where a picture is: in the sprite of the house, unless the server says that this game has it elsewhere. */
export const sprite = (name) => (name in pictures ? below(pictures[name]) : `${document.getElementById("table").dataset.sprite}#${name}`);
