// Start and destination of the cards that an event moves. Cards have no ids, so places identify them.
import {gameAnimations} from "../net/game_plugin.js";
import {ASIDE, TURNED} from "../net/notation.js";

const MAX_DEALT = 6;

/** The place that holds fewer copies of the card than before. */
function plantedFrom(card, seat, before, after) {
  const lost = (old, now) => old.filter((each) => each === card).length > now.filter((each) => each === card).length;
  if (!before) return `hand-${seat}-0`;
  if (lost(before.turned, after.turned)) return `turned-${before.turned.indexOf(card)}`;
  if (lost(before.seats[seat].aside, after.seats[seat].aside))
    return `aside-${seat}-${before.seats[seat].aside.indexOf(card)}`;
  return `hand-${seat}-0`;
}

const UNKNOWN_PLACE = -3;

function stakeFrom(card, place, seat, before) {
  if (place >= 0) return `hand-${seat}-${place}`;
  if (place === TURNED) return `turned-${before ? Math.max(0, before.turned.indexOf(card)) : 0}`;
  if (place === ASIDE) return `aside-${seat}`;
  return `hand-${seat}`;
}

const stakes = (cards, places, seat, to, before) =>
  (cards || []).map((card, index) => ({
    card,
    from: stakeFrom(card, places?.[index] ?? UNKNOWN_PLACE, seat, before),
    to: `aside-${to}`,
  }));

const COMMON = {
  "dealt hand": ({seat}, before, after) =>
    after.seats[seat].hand.slice(0, MAX_DEALT).map((card) => ({card, from: "draw", to: `hand-${seat}-last`})),
  planted: ({seat, field, cards}, before, after) =>
    (cards || []).map((card) => ({card, from: plantedFrom(card, seat, before, after), to: `field-${seat}-${field}`})),
  harvested: ({seat, field, thalers, cards}) =>
    (cards || []).map((card, index) => ({
      card,
      from: `card-${seat}-${field}-${index}`,
      to: index >= cards.length - thalers ? `thalers-${seat}` : "discard",
    })),
  "bought field": ({seat}) => [{card: -1, from: `thalers-${seat}`, to: "discard"}],
  "turned over": ({cards}) => (cards || []).map((card) => ({card, from: "draw", to: "turned"})),
  traded: ({seat, partner, cards, places, gets, gets_places: got}, before) => [
    ...stakes(cards, places, seat, partner, before),
    ...stakes(gets, got, partner, seat, before),
  ],
  drew: ({seat, cards}) => [{card: cards?.[0] ?? -1, from: "draw", to: `hand-${seat}-last`}],
  shuffled: () => Array.from({length: 4}, () => ({card: -1, from: "discard", to: "draw"})),
};

export function flightsFor(event, before, after) {
  const own = gameAnimations(event, before, after);
  if (own) return own;
  const common = COMMON[event.name];
  return common ? common(event, before, after) : [];
}
