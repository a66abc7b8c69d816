// The deal that is being put together: what you give, what you get, with whom. No drawing here.
import {wantedAs, wantedKinds} from "../net/catalogue.js";
import {act, actionsOf, perform, requestReason, send} from "../net/actions.js";
import * as notation from "../net/notation.js";
import {t} from "../translate.js";
import {change, mine, myTurn, notify, state, view} from "../state.js";

const NEW = {give: [], want: [], to: notation.TABLE, answers: 0, original: null, sent: null, returned: false};

/**
 * `sent` is set between sending the deal and the answer of the server: {text, to, countered}. An edit ends it.
 * `returned` marks a declined offer that came back and has not been changed yet: it goes with the turn.
 */
export const deal = {...NEW};

/** Whether everybody whom an offer was for has declined it. */
export const isRefused = ({seat, to, declined}, players = view().players) =>
  to === notation.TABLE ? declined.length >= players - 1 - Number(declined.includes(seat)) : declined.includes(to);

/** Variants of an accepted offer: which copies leave the hand. They hold for a turn: then numbers begin anew. */
const copies = new Map();

export function clearDeal() {
  Object.assign(deal, {...NEW, give: [], want: [], to: partnerByDefault()});
  change();
}

/** The active player talks to all, everybody else to the active player (T1). */
function partnerByDefault() {
  return state.me >= 0 && view() && !myTurn() ? view().active : notation.TABLE;
}

export const partner = () => (myTurn() ? deal.to : view().active);

const index = (thing) => deal.give.findIndex((each) => each.place === thing.place && each.index === thing.index);
export const inDeal = (thing) => index(thing) >= 0;

/** Whether a rule of the game keeps this kind out of offers now. */
export const forbidden = (kind, seen = view()) => Boolean(seen.forbidden?.includes(kind));

/** Whether this card can be part of a deal now. */
const tradable = ({card}) => wantedKinds().includes(wantedAs(card)) && !forbidden(wantedAs(card));

/** Milliseconds between two signs that a deal is being put together. */
const COMPOSING_INTERVAL = 2000;
let lastComposingSent = -COMPOSING_INTERVAL;
/** In which turn the person last worked on a deal, and in which they said "nothing from me". */
const lastEdited = {turn: 0, passed: 0};

/** What is left in the composer from an earlier turn, or after "nothing from me", holds nobody up. */
export const isEditing = () => lastEdited.turn === view().turn;
export const hasPassed = () => lastEdited.passed === view().turn;
export const pass = () => Object.assign(lastEdited, {turn: 0, passed: view().turn});

/** Tells the server now and then that a deal is being put together: in the trading of others the bots wait. */
export function sendComposing() {
  const now = performance.now();
  if (myTurn() || !state.update?.may_talk || now - lastComposingSent < COMPOSING_INTERVAL) return;
  lastComposingSent = now;
  send({type: "considering"});
}

/** The person works on a deal, on the line that they are typing, or looks closely at an offer. */
export function consider() {
  Object.assign(lastEdited, {turn: view().turn, passed: 0});
  sendComposing();
}

/** Puts a card into the deal or takes it out. False if it cannot be staked. */
export function toggleStake(thing) {
  if (!tradable(thing)) {
    requestReason(notation.offer(state.me, partner(), [thing], []), () => {});
    return true;
  }
  if (thing.place >= 0 && state.pins.has(thing.place)) {
    notify(t("This card is pinned. Unpin it to offer it."));
    return true;
  }
  const at = index(thing);
  if (at >= 0) deal.give.splice(at, 1);
  else deal.give.push(thing);
  edited();
  return true;
}

function edited() {
  Object.assign(deal, {sent: null, returned: false});
  consider();
  change({preview: null});
}

export function addWant(kind) {
  if (forbidden(kind)) {
    requestReason(notation.offer(state.me, partner(), [], [kind]), () => {});
    return;
  }
  deal.want.push(kind);
  edited();
}

export function dropWant(kind) {
  deal.want.splice(deal.want.lastIndexOf(kind), 1);
  edited();
}

export function dealWith(seat) {
  Object.assign(deal, {to: seat, sent: null, returned: false});
  change();
}

/** The action that the composer stands for. */
export function composed() {
  if (deal.answers) return notation.counter(state.me, deal.answers, partner(), deal.give, deal.want);
  return notation.offer(state.me, partner(), deal.give, deal.want);
}

export const emptyDeal = () => !deal.give.length && !deal.want.length;

export function makeOffer() {
  if (!state.update.may_talk) {
    requestReason(composed());
  } else if (emptyDeal()) {
    notify(t("Put something into the deal first: cards you give, or kinds you want."));
  } else {
    const text = composed();
    // Whom one turned to, one talks on with; a counter-offer was an answer and chose nobody.
    const to = deal.answers ? partnerByDefault() : deal.to;
    if (perform(text)) deal.sent = {text, to, countered: Boolean(deal.answers)};
  }
}

/** Clears the composer once the offer lies on the table. Until then, and if it is refused, the deal stays to be mended. */
export function confirmDeal(events) {
  if (!deal.sent || !events.some(({name, seat}) => name === "offered" && seat === state.me)) return;
  const {to, countered} = deal.sent;
  if (countered) Object.assign(state, {focusedOffer: 0, pressed: false, drawn: null});
  Object.assign(deal, {...NEW, give: [], want: [], to});
  change(state.sheet === "trade" ? {sheet: null} : {});
}

/** An own offer that has just been declined by all comes back to be changed and sent again, unless another deal lies there. */
export function returnDeal(before, after) {
  if (state.me < 0 || before.turn !== after.turn || !emptyDeal() || deal.sent) return;
  const ownRefused = (offer) => offer.seat === state.me && isRefused(offer, after.players);
  const known = before.offers.filter(ownRefused).map(({number}) => number);
  const offer = after.offers.findLast((each) => ownRefused(each) && !known.includes(each.number));
  if (!offer) return;
  fillDeal({to: offer.to, cards: offer.cards, places: offer.places, wants: offer.wants}, after);
  deal.returned = true;
  // The person does nothing with it yet: the bots need not wait.
  lastEdited.turn = 0;
}

/** The server did not take what was sent. */
export function keepDeal(text) {
  if (deal.sent?.text === text) deal.sent = null;
}

/** Talk that binds nobody: "Soy for ...?", "... for my Red?" (T8). */
export function makeCall() {
  if (emptyDeal()) return notify(t("Say what you have or what you want first."));
  const has = deal.give.map((thing) => thing.card);
  const text = notation.call(state.me, has, deal.want);
  if (!state.update.may_talk) requestReason(text);
  else if (perform(text)) change({sheet: null});
}

/** All that could be given: what lies turned over before the own eyes, then the hand from its front, no pinned ones, nothing that is not traded. */
export function stock() {
  const turned = myTurn() ? view().turned.map((card, index) => ({card, place: notation.TURNED, index})) : [];
  const held = mine().hand.map((card, place) => ({card, place, index: place}));
  return [...turned, ...held.filter(({place}) => !state.pins.has(place))].filter(tradable);
}

/** Own cards of these kinds, the first that could be given. */
function ownCards(kinds) {
  const free = stock();
  const stake = [];
  for (const kind of kinds) {
    const at = free.findIndex(({card}) => wantedAs(card) === wantedAs(kind));
    if (at >= 0) stake.push(...free.splice(at, 1));
  }
  return stake;
}

/** Begins a counter-offer from what was offered: they want becomes I give. */
export function startCounter(offer) {
  deal.answers = offer.number;
  deal.to = offer.seat;
  deal.original = offer;
  consider();
  backToOriginal();
  change({sheet: "trade"});
}

export function backToOriginal() {
  deal.give = ownCards(deal.original.wants);
  deal.want = deal.original.cards.map(wantedAs).filter((kind) => !forbidden(kind));
  deal.sent = null;
  change({preview: null});
}

/** Begins an answer to a call: what they have becomes what I get, what they want what I give. */
export function startQuote(call) {
  Object.assign(deal, {...NEW, to: call.seat});
  deal.give = ownCards(call.wants);
  deal.want = call.has.map(wantedAs).filter((kind) => !forbidden(kind));
  consider();
  change({sheet: "trade"});
}

/** Takes over a deal that was typed. */
export function fillDeal({to, cards, places, wants, has, answers}, seen = view()) {
  Object.assign(deal, {...NEW, to: to ?? deal.to, answers: answers || 0, want: [...(wants || [])]});
  const turned = [...seen.turned];
  const given = (cards || []).map((card, at) => {
    const place = places?.[at] ?? 0;
    if (place >= 0) return {card, place, index: place};
    const lies = turned.indexOf(card);
    delete turned[lies];
    return {card, place, index: Math.max(0, lies)};
  });
  deal.give = cards ? given : ownCards(has || []);
  if (deal.answers) deal.original = view().offers.find((offer) => offer.number === deal.answers) ?? null;
  change();
}

/** Cards that have left the hand leave the deal; the others keep their places. With the turn the partner changes. */
export function followDeal(moved, before, after) {
  const kept = [];
  for (const thing of deal.give) {
    if (thing.place >= 0) {
      const place = moved?.get(thing.place);
      if (place !== undefined) kept.push({...thing, place, index: place});
    } else {
      const lying = thing.place === notation.TURNED ? after.turned : after.seats[state.me].aside;
      if (lying[thing.index] === thing.card) kept.push(thing);
    }
  }
  // What came back declined is of no use without its cards: what is left of it would ask for a gift.
  const spent = deal.returned && (kept.length < deal.give.length || before.turn !== after.turn);
  deal.give = kept.filter(({card}) => !forbidden(wantedAs(card), after));
  deal.want = deal.want.filter((kind) => !forbidden(kind, after));
  const open = (number) => before.turn === after.turn && after.offers.some((offer) => offer.number === number);
  if (deal.answers && !open(deal.answers)) deal.answers = 0;
  if (spent) Object.assign(deal, {...NEW, give: [], want: [], to: deal.to});
  if (before.turn !== after.turn) {
    deal.to = after.active === state.me ? notation.TABLE : after.active;
    if (deal.sent) deal.sent.to = deal.to;
  }
  if (!open(state.choosing)) state.choosing = 0;
  if (!open(state.focusedOffer)) Object.assign(state, {focusedOffer: 0, pressed: false});
  for (const number of copies.keys()) if (!open(number)) copies.delete(number);
}

/** The ways to accept an offer, and the one that is chosen. */
export function acceptVariants(number) {
  const ways = actionsOf("accept", {offer: number});
  const wanted = copies.get(number);
  const chosen = ways.find((way) => String(way.places) === wanted) ?? preferred(ways);
  return {ways, chosen};
}

/** Of several copies those that are not pinned, then the foremost. */
function preferred(ways) {
  return ways.find((way) => !way.places?.some((place) => state.pins.has(place))) ?? ways[0];
}

export function chooseVariant(number, way) {
  copies.set(number, String(way.places));
  change();
}

/** A press on a hand card while a copy is being chosen picks that very card. */
export function chooseCopy(number, thing) {
  const {ways, chosen} = acceptVariants(number);
  const having = ways.filter((way) =>
    way.places.some((place, at) => place === thing.place && way.cards[at] === thing.card),
  );
  if (!having.length) return false;
  const common = (way) => way.places.filter((place) => chosen.places.includes(place)).length;
  chooseVariant(
    number,
    having.reduce((best, way) => (common(way) > common(best) ? way : best)),
  );
  return true;
}

/** Accepts this offer, as it was shown. */
export function acceptOffer(offer) {
  const {chosen} = acceptVariants(offer.number);
  if (!chosen) return;
  state.drawn = null;
  act(chosen, offer);
}

export function askPreview(text) {
  consider();
  send({type: "preview", version: state.update.version, action: text});
}
