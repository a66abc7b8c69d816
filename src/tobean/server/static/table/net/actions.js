// The legal actions, looked up by verb, card or place, and sending one of them.
import {isFlagged} from "./game_plugin.js";
import {TABLE, TURNED} from "./notation.js";
import {t} from "../translate.js";
import {announce, change, myChoice, notify, playerName, state, view} from "../state.js";
import {play} from "../motion/sound.js";

let connection = null;

export function useConnection(opened) {
  connection = opened;
}

/** Reconnects, to view the table from another seat. */
export const reconnect = () => connection.reconnect();

/** Messages that only ask or report something. */
const ASKING = new Set(["considering", "shown", "why", "preview", "earlier"]);
let acts = 0;

/** How often the player has acted, to recognize the second half of a double click. */
export const actCount = () => acts;

export function send(message) {
  if (state.replay) return false;
  if (connection !== null && connection.send(message)) {
    if (!ASKING.has(message.type)) acts += 1;
    return true;
  }
  play("refused");
  notify(t("There is no connection: nothing was sent."), {tone: "warn"});
  return false;
}

export const actions = () => (state.pending ? [] : (state.update?.actions ?? []));

/** Whether the game waits for this player: for the awaited move, or for the answer to an offer. */
export const isAwaited = () =>
  !view().over && (myChoice() || (state.update?.actions ?? []).some(({verb}) => verb === "decline"));

/** The legal actions of a verb with exactly these parts. */
export function actionsOf(verb, parts = {}) {
  return actions().filter(
    (action) => action.verb === verb && Object.entries(parts).every(([name, value]) => action[name] === value),
  );
}

export const firstAction = (verb, parts) => actionsOf(verb, parts)[0] ?? null;

const OFFERING = new Set(["accept", "decline", "withdraw"]);

/** The legal actions with this card: plant it, move it, play it. */
export function actionsWithCard({card, place}) {
  return actions().filter((action) => {
    if (OFFERING.has(action.verb)) return false;
    if (action.from !== undefined) return action.from === place;
    if (action.verb === "discard") return action.card === card && place === TURNED;
    if (action.card === undefined && action.place !== undefined) return action.place === place;
    if (action.card === card && action.place === place) return true;
    return (action.cards || []).some((each, index) => each === card && action.places?.[index] === place);
  });
}

/** The legal actions that need no card: the buttons of the prompt. */
export function cardlessActions() {
  return actions().filter((action) => {
    if (OFFERING.has(action.verb) || action.verb === "harvest") return false;
    return action.place === undefined && action.from === undefined && !action.places?.length && action.verb !== "discard";
  });
}

/**
 * A key that equivalent actions share: it ignores which copy of a card in the hand is used, and the order of `unordered`
 * parts. A card turned over and one set aside count as copies if the action's label does not tell them apart.
 */
function actionKey({do: written, label, place, ...parts}) {
  for (const name of Object.keys(parts)) if (isFlagged("unordered", name)) parts[name] = [...parts[name]].sort();
  return JSON.stringify({...parts, place: place >= 0 ? "hand" : place < 0 ? label : undefined});
}

/** Drops actions equivalent to an earlier one; a particular copy is chosen by tapping it in the hand. */
export function withoutDuplicates(found) {
  const seen = new Set();
  return found.filter((action) => !seen.has(actionKey(action)) && seen.add(actionKey(action)));
}

/** Whether an action moves a card within the hand. There are too many of these to list. */
export const isMove = ({from, to}) => from !== undefined && to !== undefined;

/** All moves within the hand, or those of the card at one place. */
export const moves = (place = null) => actions().filter((action) => isMove(action) && (place === null || action.from === place));

/** Whether all its addressees have declined an offer. */
export const isRefused = ({seat, to, declined}, players = view().players) =>
  to === TABLE ? declined.length >= players - 1 - Number(declined.includes(seat)) : declined.includes(to);

/** Performs an action. */
export function act(action, offer = null) {
  if (action.verb === "end trading") endTrading(action);
  else perform(action.do, offer);
}

/** The turn and the open offers of the last question whether the trading is really to end. */
let askedAbout = "";

/** Ends the trading, with an open offer only at the second time. This also plants the cards that leave no choice. */
function endTrading(action) {
  const {offers, turn} = view();
  const toMe = offers.filter(({number}) => firstAction("decline", {offer: number}));
  const open = [...toMe, ...offers.filter((offer) => offer.seat === state.me && !isRefused(offer))];
  const about = `${turn} ${open.map(({number}) => number)}`;
  if (!open.length || about === askedAbout) return plantFitting(action.do);
  askedAbout = about;
  acts += 1;
  const text = toMe.length
    ? t("{name} still waits for your answer. “End the trading” (E) once more ends it all the same.", {name: playerName(toMe[0].seat)})
    : t("Your offer is still open. “End the trading” (E) once more ends it all the same.");
  announce(text);
  notify(text, {tone: "warn", lasting: true});
}

/** The plantings that leave no choice. */
export const fitting = () => actions().filter((action) => state.update.fits.includes(action.do));

/** Plants everything that leaves no choice, after the given action if there is one. */
export function plantFitting(action = "") {
  if (state.pending) return;
  if (send({type: "plant", version: state.update.version, action}))
    change({pending: action || "plant", pick: null, notice: null});
}

/** Sends an action. An answer includes the offer as shown: its number may name another offer by now. */
export function perform(text, offer = null) {
  if (state.pending) return false;
  const seen = offer && {offer: {number: offer.number, seat: offer.seat, cards: offer.cards, wants: offer.wants}};
  if (!send({type: "act", version: state.update.version, action: text, ...seen})) return false;
  change({pending: text, pick: null, notice: null});
  return true;
}

/** Callbacks by action text, called if the server finds the action legal after all. */
const afterReason = new Map();

/** Asks the server which rule forbids an action; `then` is called if the action has become legal. */
export function requestReason(text, then = () => perform(text)) {
  if (state.pending) return; // the reason would be about the table after that action
  if (send({type: "why", action: text})) afterReason.set(text, then);
}

/** Handles the server's reason: a legal action goes ahead, an illegal one is explained. */
export function handleReason(message) {
  const then = afterReason.get(message.action);
  afterReason.delete(message.action);
  if (message.legal) return then?.();
  play("refused");
  announce(message.text);
  notify(message.text, {rule: message.rule, tone: "why", lasting: true});
}

/** Performs the action if it is legal, and asks for the reason otherwise. */
export function actOrExplain(text) {
  const action = actions().find((each) => each.do === text);
  if (action) act(action);
  else requestReason(text);
}

/** Unavailable controls stay focusable (`aria-disabled`), so that pressing them can explain why. */
export const ariaDisabled = (available) => (available ? "false" : "true");
