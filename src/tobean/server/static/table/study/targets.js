// Marks the cards, fields and offers that an action is about, on the table itself.
import {byPlace} from "../dom.js";
import {ASIDE, TURNED} from "../net/notation.js";
import {view} from "../state.js";

/** The `data-place` of a card of an action. */
function cardPlace(seat, card, place) {
  if (place >= 0) return `hand-${seat}-${place}`;
  if (place === TURNED) return `turned-${view().turned.indexOf(card)}`;
  if (place === ASIDE) return `aside-${seat}-${view().seats[seat].aside.indexOf(card)}`;
  return "";
}

function placesOf(seat, {card, place, cards = [], places = [], field, from}) {
  const found = cards.map((each, index) => cardPlace(seat, each, places[index]));
  if (place !== undefined) found.push(cardPlace(seat, card, place));
  if (from >= 0) found.push(`hand-${seat}-${from}`);
  if (field !== undefined) found.push(`field-${seat}-${field}`);
  return found.filter(Boolean);
}

let marked = [];

/** Marks what an action is about, `{seat, parts}`; without one, nothing is marked any more. */
export function markTargets(action) {
  for (const element of marked) delete element.dataset.better;
  marked = [];
  if (!action) return;
  marked = placesOf(action.seat, action.parts).map(byPlace);
  if (action.parts.offer !== undefined) marked.push(document.querySelector(`.offers [data-number="${action.parts.offer}"]`));
  marked = marked.filter(Boolean);
  for (const element of marked) element.dataset.better = "";
}
