// What can be done now, found by the thing it is done with; and doing it.
import {isOf} from "./game_plugin.js";
import {TURNED} from "./notation.js";
import {t} from "../translate.js";
import {change, myChoice, notify, speak, state, view} from "../state.js";
import {play} from "../motion/sound.js";

let line = null;

export function useLine(opened) {
  line = opened;
}

/** Connects anew, to see the table from another seat. */
export const lookAgain = () => line.again();

export function send(message) {
  if (state.replay) return false;
  if (line !== null && line.send(message)) return true;
  play("refused");
  notify(t("There is no connection: nothing was sent."), {tone: "warn"});
  return false;
}

export const deeds = () => (state.pending ? [] : (state.update?.actions ?? []));

/** Whether somebody waits for this person: for the move that is awaited, or for the answer to an offer. */
export const isAsked = () =>
  !view().over && (myChoice() || (state.update?.actions ?? []).some(({verb}) => verb === "decline"));

/** The deeds of this verb whose parts are just these. */
export function having(verb, parts = {}) {
  return deeds().filter(
    (deed) => deed.verb === verb && Object.entries(parts).every(([name, value]) => deed[name] === value),
  );
}

export const first = (verb, parts) => having(verb, parts)[0] ?? null;

const OFFERING = new Set(["accept", "decline", "withdraw"]);

/** What can be done with this very card: plant it, move it, play it. */
export function withCard({card, place}) {
  return deeds().filter((deed) => {
    if (OFFERING.has(deed.verb)) return false;
    if (deed.from !== undefined) return deed.from === place;
    if (deed.verb === "discard") return deed.card === card && place === TURNED;
    if (deed.card === undefined && deed.place !== undefined) return deed.place === place;
    if (deed.card === card && deed.place === place) return true;
    return (deed.cards || []).some((each, index) => each === card && deed.places?.[index] === place);
  });
}

/** What can be done with no card in particular: the buttons beside the question. */
export function plain() {
  return deeds().filter((deed) => {
    if (OFFERING.has(deed.verb) || deed.verb === "harvest") return false;
    return deed.place === undefined && deed.from === undefined && !deed.places?.length && deed.verb !== "discard";
  });
}

/**
 * What a deed does, whichever of several copies in the hand it takes; the order of some parts says nothing, either. A
 * card turned over and one set aside count as copies if the label of the deed does not tell them apart.
 */
function gist({do: written, label, place, ...parts}) {
  for (const name of Object.keys(parts)) if (isOf("unordered", name)) parts[name] = [...parts[name]].sort();
  return JSON.stringify({...parts, place: place >= 0 ? "hand" : place < 0 ? label : undefined});
}

/** The deeds without those that do the same as an earlier one; the very copy is chosen by tapping it in the hand. */
export function folded(found) {
  const seen = new Set();
  return found.filter((deed) => !seen.has(gist(deed)) && seen.add(gist(deed)));
}

/** Whether a deed moves a card within the hand: there are so many of these that they are shown, not listed. */
export const isMove = ({from, to}) => from !== undefined && to !== undefined;

/** All moves of cards within the hand, or those of the card at one place. */
export const moves = (place = null) => deeds().filter((deed) => isMove(deed) && (place === null || deed.from === place));

/** Does it; once, and only if the line is open. The end of the trading also plants what leaves no choice. */
export function act(deed, offer = null) {
  if (deed.verb === "end trading") plantFitting(deed.do);
  else perform(deed.do, offer);
}

/** The plantings that leave no choice now. */
export const fitting = () => deeds().filter((deed) => state.update.fits.includes(deed.do));

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
const otherwise = new Map();

/** Asks which rule stands in the way; if none does any more, `then` follows: by then it can be done. */
export function askWhy(text, then = () => perform(text)) {
  if (send({type: "why", action: text})) otherwise.set(text, then);
}

/** The answer of the server: what can be done is done, and what cannot is explained. */
export function hearWhy(message) {
  const then = otherwise.get(message.action);
  otherwise.delete(message.action);
  if (message.legal) return then?.();
  play("refused");
  speak(message.text);
  notify(message.text, {rule: message.rule, tone: "why", lasting: true});
}

/** Does it if it is listed, and asks why not otherwise. */
export function actOrWhy(text) {
  const deed = deeds().find((each) => each.do === text);
  if (deed) act(deed);
  else askWhy(text);
}

/** A control that cannot be used now stays in reach and says why. */
export const off = (available) => (available ? "false" : "true");
