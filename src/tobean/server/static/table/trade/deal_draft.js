// The draft of a deal: what you give, what you get, with whom. No rendering here.
import {wantedAs, wantedKinds} from "../net/catalogue.js";
import {act, actionsOf, isRefused, perform, requestReason, send} from "../net/actions.js";
import * as notation from "../net/notation.js";
import {t} from "../translate.js";
import {change, mine, myTurn, notify, state, view} from "../state.js";

const NEW = {give: [], want: [], to: notation.TABLE, answers: 0, original: null, sent: null, returned: false};

/**
 * `sent` is {text, to, countered} from sending the offer until the server answers or the player edits the draft.
 * `returned` marks a declined offer that came back and has not been edited: it is dropped at the end of the turn.
 */
export const deal = {...NEW};

/** The chosen copies by offer number. Cleared each turn, when offer numbers start again. */
const copies = new Map();

export function clearDeal() {
  Object.assign(deal, {...NEW, give: [], want: [], to: partnerByDefault()});
  change();
}

/** Forgets everything about deals before another player's hand is shown. */
export function forgetDeals() {
  Object.assign(deal, {...NEW, give: [], want: []});
  copies.clear();
  Object.assign(lastEdited, {turn: 0, passed: 0});
}

/** The active player addresses everybody, the others address the active player (T1). */
function partnerByDefault() {
  return state.me >= 0 && view() && !myTurn() ? view().active : notation.TABLE;
}

export const partner = () => (myTurn() ? deal.to : view().active);

const index = (thing) => deal.give.findIndex((each) => each.place === thing.place && each.index === thing.index);
export const inDeal = (thing) => index(thing) >= 0;

/** Whether the game's rules exclude this kind from offers now. */
export const isForbidden = (kind, seen = view()) => Boolean(seen.forbidden?.includes(kind));

const tradable = ({card}) => wantedKinds().includes(wantedAs(card)) && !isForbidden(wantedAs(card));

/** Milliseconds between two `considering` messages. */
const COMPOSING_INTERVAL = 2000;
let lastComposingSent = -COMPOSING_INTERVAL;
/** The turns in which the player last edited a deal and last waived priority. */
const lastEdited = {turn: 0, passed: 0};

/** A draft left from an earlier turn, or after waiving priority, does not make the bots wait. */
export const isEditing = () => lastEdited.turn === view().turn;
export const hasPassed = () => lastEdited.passed === view().turn;
export const pass = () => Object.assign(lastEdited, {turn: 0, passed: view().turn});

/** Whether a line, an offer to confirm or a deal of this turn is unfinished. */
export const isSpeaking = () =>
  isEditing() && Boolean(document.getElementById("line")?.value.trim() || state.reading || !isDealEmpty());

/** Reports from time to time that a deal is being composed: on other players' turns the bots wait for it. */
export function sendComposing() {
  const now = performance.now();
  if (myTurn() || !state.update?.may_talk || now - lastComposingSent < COMPOSING_INTERVAL) return;
  lastComposingSent = now;
  send({type: "considering"});
}

/** Notes that the player is composing a deal, typing, or examining an offer. */
export function consider() {
  Object.assign(lastEdited, {turn: view().turn, passed: 0});
  sendComposing();
}

/** Adds a card to the deal or removes it. Returns true if the press was handled. */
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
  if (isForbidden(kind)) {
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

/** The draft as an action. */
export function draftNotation() {
  if (deal.answers) return notation.counter(state.me, deal.answers, partner(), deal.give, deal.want);
  return notation.offer(state.me, partner(), deal.give, deal.want);
}

export const isDealEmpty = () => !deal.give.length && !deal.want.length;

export function makeOffer() {
  if (!state.update.may_talk) {
    requestReason(draftNotation());
  } else if (isDealEmpty()) {
    notify(t("Put something into the deal first: cards you give, or kinds you want."));
  } else {
    const text = draftNotation();
    // The partner stays selected for the next deal; a counter-offer selected none.
    const to = deal.answers ? partnerByDefault() : deal.to;
    if (perform(text)) deal.sent = {text, to, countered: Boolean(deal.answers)};
  }
}

/** Clears the draft once the offer is on the table. Until then, and if it is refused, it stays for editing. */
export function confirmDeal(events) {
  if (!deal.sent || !events.some(({name, seat}) => name === "offered" && seat === state.me)) return;
  const {to, countered} = deal.sent;
  if (countered) Object.assign(state, {focusedOffer: 0, pressed: false, drawn: null});
  Object.assign(deal, {...NEW, give: [], want: [], to});
  change(state.sheet === "trade" ? {sheet: null} : {});
}

/** Returns one's own offer to the composer once everybody has declined it, unless another draft is there. */
export function returnDeal(before, after) {
  if (state.me < 0 || before.turn !== after.turn || !isDealEmpty() || deal.sent) return;
  const ownRefused = (offer) => offer.seat === state.me && isRefused(offer, after.players);
  const known = before.offers.filter(ownRefused).map(({number}) => number);
  const offer = after.offers.findLast((each) => ownRefused(each) && !known.includes(each.number));
  if (!offer) return;
  fillDeal({to: offer.to, cards: offer.cards, places: offer.places, wants: offer.wants}, after);
  deal.returned = true;
  // The player has not touched it yet, so the bots need not wait.
  lastEdited.turn = 0;
}

/** Marks the draft as unsent: the server refused it. */
export function markUnsent(text) {
  if (deal.sent?.text === text) deal.sent = null;
}

/** A call is not binding: "Soy for ...?", "... for my Red?" (T8). */
export function makeCall() {
  if (isDealEmpty()) return notify(t("Say what you have or what you want first."));
  const has = deal.give.map((thing) => thing.card);
  const text = notation.call(state.me, has, deal.want);
  if (!state.update.may_talk) requestReason(text);
  else if (perform(text)) change({sheet: null});
}

/** The cards that can be given: on one's own turn the turned-over ones, then the unpinned hand cards. */
export function giveableCards() {
  const turned = myTurn() ? view().turned.map((card, index) => ({card, place: notation.TURNED, index})) : [];
  const held = mine().hand.map((card, place) => ({card, place, index: place}));
  return [...turned, ...held.filter(({place}) => !state.pins.has(place))].filter(tradable);
}

/** One's own cards of these kinds, taking the first that can be given. */
function ownCards(kinds) {
  const free = giveableCards();
  const stake = [];
  for (const kind of kinds) {
    const at = free.findIndex(({card}) => wantedAs(card) === wantedAs(kind));
    if (at >= 0) stake.push(...free.splice(at, 1));
  }
  return stake;
}

/** Starts a counter-offer: what they want becomes what I give. */
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
  deal.want = deal.original.cards.map(wantedAs).filter((kind) => !isForbidden(kind));
  deal.sent = null;
  change({preview: null});
}

/** Starts an answer to a call: what they have becomes what I get, what they want what I give. */
export function startQuote(call) {
  Object.assign(deal, {...NEW, to: call.seat});
  deal.give = ownCards(call.wants);
  deal.want = call.has.map(wantedAs).filter((kind) => !isForbidden(kind));
  consider();
  change({sheet: "trade"});
}

/** Fills the draft from a typed or returned deal. */
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

/** Removes cards that have left the hand, and updates the positions of the others. A new turn changes the partner. */
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
  // A returned offer without its cards would ask for a gift, so it is dropped.
  const spent = deal.returned && (kept.length < deal.give.length || before.turn !== after.turn);
  deal.give = kept.filter(({card}) => !isForbidden(wantedAs(card), after));
  deal.want = deal.want.filter((kind) => !isForbidden(kind, after));
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

/** The actions that accept an offer, one per choice of copies, and the chosen one. */
export function acceptVariants(number) {
  const variants = actionsOf("accept", {offer: number});
  const wanted = copies.get(number);
  const chosen = variants.find((variant) => String(variant.places) === wanted) ?? preferred(variants);
  return {variants, chosen};
}

/** Prefers copies that are not pinned, then the foremost. */
function preferred(variants) {
  return variants.find((variant) => !variant.places?.some((place) => state.pins.has(place))) ?? variants[0];
}

export function chooseVariant(number, variant) {
  copies.set(number, String(variant.places));
  change();
}

/** Chooses this copy for the offer; false if it is in no variant. */
export function chooseCopy(number, thing) {
  const {variants, chosen} = acceptVariants(number);
  const having = variants.filter((variant) =>
    variant.places.some((place, at) => place === thing.place && variant.cards[at] === thing.card),
  );
  if (!having.length) return false;
  const common = (variant) => variant.places.filter((place) => chosen.places.includes(place)).length;
  chooseVariant(
    number,
    having.reduce((best, variant) => (common(variant) > common(best) ? variant : best)),
  );
  return true;
}

/** Accepts an offer as it was shown. */
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
