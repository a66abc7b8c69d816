// What can be done now, found by the thing it is done with; and doing it.
import {isFlagged} from "./game_plugin.js";
import {TURNED} from "./notation.js";
import {t} from "../translate.js";
import {announce, change, myChoice, notify, state, view} from "../state.js";
import {play} from "../motion/sound.js";

let connection = null;

export function useConnection(opened) {
  connection = opened;
}

/** Connects anew, to see the table from another seat. */
export const reconnect = () => connection.reconnect();

export function send(message) {
  if (state.replay) return false;
  if (connection !== null && connection.send(message)) return true;
  play("refused");
  notify(t("There is no connection: nothing was sent."), {tone: "warn"});
  return false;
}

export const actions = () => (state.pending ? [] : (state.update?.actions ?? []));

/** Whether somebody waits for this person: for the move that is awaited, or for the answer to an offer. */
export const isAwaited = () =>
  !view().over && (myChoice() || (state.update?.actions ?? []).some(({verb}) => verb === "decline"));

/** The deeds of this verb whose parts are just these. */
export function actionsOf(verb, parts = {}) {
  return actions().filter(
    (action) => action.verb === verb && Object.entries(parts).every(([name, value]) => action[name] === value),
  );
}

export const firstAction = (verb, parts) => actionsOf(verb, parts)[0] ?? null;

const OFFERING = new Set(["accept", "decline", "withdraw"]);

/** What can be done with this very card: plant it, move it, play it. */
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

/** What can be done with no card in particular: the buttons beside the question. */
export function cardlessActions() {
  return actions().filter((action) => {
    if (OFFERING.has(action.verb) || action.verb === "harvest") return false;
    return action.place === undefined && action.from === undefined && !action.places?.length && action.verb !== "discard";
  });
}

/**
 * What a deed does, whichever of several copies in the hand it takes; the order of some parts says nothing, either. A
 * card turned over and one set aside count as copies if the label of the deed does not tell them apart.
 */
function actionKey({do: written, label, place, ...parts}) {
  for (const name of Object.keys(parts)) if (isFlagged("unordered", name)) parts[name] = [...parts[name]].sort();
  return JSON.stringify({...parts, place: place >= 0 ? "hand" : place < 0 ? label : undefined});
}

/** The deeds without those that do the same as an earlier one; the very copy is chosen by tapping it in the hand. */
export function withoutDuplicates(found) {
  const seen = new Set();
  return found.filter((action) => !seen.has(actionKey(action)) && seen.add(actionKey(action)));
}

/** Whether a deed moves a card within the hand: there are so many of these that they are shown, not listed. */
export const isMove = ({from, to}) => from !== undefined && to !== undefined;

/** All moves of cards within the hand, or those of the card at one place. */
export const moves = (place = null) => actions().filter((action) => isMove(action) && (place === null || action.from === place));

/** Does it; once, and only if the line is open. The end of the trading also plants what leaves no choice. */
export function act(action, offer = null) {
  if (action.verb === "end trading") plantFitting(action.do);
  else perform(action.do, offer);
}

/** The plantings that leave no choice now. */
export const fitting = () => actions().filter((action) => state.update.fits.includes(action.do));

/** Plants everything that leaves no choice, after this action if there is one. */
export function plantFitting(action = "") {
  if (state.pending) return;
  if (send({type: "plant", version: state.update.version, action}))
    change({pending: action || "plant", pick: null, notice: null});
}

/** An answer goes with the offer as it was shown: the server refuses it if another one has its number by now. */
export function perform(text, offer = null) {
  if (state.pending) return false;
  const seen = offer && {offer: {number: offer.number, seat: offer.seat, cards: offer.cards, wants: offer.wants}};
  if (!send({type: "act", version: state.update.version, action: text, ...seen})) return false;
  change({pending: text, pick: null, notice: null});
  return true;
}

/** What to do if it turns out that nothing stands in the way of what was asked about. */
const afterReason = new Map();

/** Asks which rule stands in the way; if none does any more, `then` follows: by then it can be done. */
export function requestReason(text, then = () => perform(text)) {
  if (send({type: "why", action: text})) afterReason.set(text, then);
}

/** The answer of the server: what can be done is done, and what cannot is explained. */
export function handleReason(message) {
  const then = afterReason.get(message.action);
  afterReason.delete(message.action);
  if (message.legal) return then?.();
  play("refused");
  announce(message.text);
  notify(message.text, {rule: message.rule, tone: "why", lasting: true});
}

/** Does it if it is listed, and asks why not otherwise. */
export function actOrExplain(text) {
  const action = actions().find((each) => each.do === text);
  if (action) act(action);
  else requestReason(text);
}

/** A control that cannot be used now stays in reach and says why. */
export const ariaDisabled = (available) => (available ? "false" : "true");
