// The cards of the game with their names and pictures, from the server's catalogue.
import {t} from "../translate.js";
import {siteUrl} from "../dom.js";

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
  // Every list of cards is a group; other entries of the catalogue have no `of`.
  for (const card of Object.values(catalogue).flat()) if (card.of) cards.set(card.id, card);
}

/** The explanation of a thing on the table: `about` and `rule`. A game may have none for it. */
export const explanationNamed = (name) => groups.things?.[name] ?? {about: "", rule: ""};

export const kindOf = (id) => cards.get(id) || UNKNOWN;
export const nameOf = (id) => (id < 0 ? t("hidden card") : kindOf(id).name);
/** "1 Soy", "4 Soy". */
export const counted = (id, count) => `${count} ${count === 1 ? nameOf(id) : kindOf(id).many || nameOf(id)}`;
export const allOf = (group) => groups[group] || [];

/** All cards of the game, beans first. */
export const allCards = () => [...cards.values()].filter(({of}) => of !== "group" && of !== "back");

/** The kinds that a deal can ask for; several cards may count as one kind. */
export const wantedKinds = () => groups.wanted || [];

/** The kind as which a card is asked for in a deal. */
export const wantedAs = (id) => kindOf(id).asked ?? id;

const isBean = ({of}) => of === "bean" || of === "group";

/** The symbol of a card, named after its English name. */
export function artOf(id) {
  const card = kindOf(id);
  if (card.of === "hidden") return "back-bean";
  if (card.of === "back") return card.key;
  return isBean(card) ? `kind-${card.key}` : `${card.of}-${card.key}`;
}

/** The key of the bean that stands for a card in a line of text. */
export const beanKey = (id) => (isBean(kindOf(id)) ? kindOf(id).key : kindOf(id).token || kindOf(id).key);

/** The CSS classes of a kind; a kind without a picture gets a tone. */
export const spriteClasses = (key, look = `k-${key}`) => (key in tones ? `${look} tone-${tones[key]}` : look);

/** The address of a symbol: in the sprite, unless the game has its own. */
export const sprite = (name) => (name in pictures ? siteUrl(pictures[name]) : `${document.getElementById("table").dataset.sprite}#${name}`);
