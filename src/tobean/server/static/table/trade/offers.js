// Offers: which one is asked about, and that one in the prompt with its answers.
import {classNames, html, nothing} from "../render.js";
import * as dealDraft from "./deal_draft.js";
import {chips, coin} from "../board/card.js";
import {nameOf} from "../net/catalogue.js";
import {act, firstAction} from "../net/actions.js";
import {hintButton} from "../help/hint.js";
import {TABLE} from "../net/notation.js";
import {inContext, listed, t} from "../translate.js";
import {change, isMe, notify, playerName, state, view} from "../state.js";
import {ringOf} from "./priority_window.js";
import {freeze, isAt, isTouched} from "./stability.js";

export const isAcceptable = (offer) => firstAction("accept", {offer: offer.number}) !== null;
export const awaitsAnswer = (offer) => firstAction("decline", {offer: offer.number}) !== null;

/** Sorts offers: acceptable ones first, then those with room in one's fields, then those that pay. */
function better(one, other) {
  const rank = (offer) => [Number(isAcceptable(offer)), -(offer.effect?.no_room.length ?? 0), offer.effect?.thalers ?? 0];
  const [mine, theirs] = [rank(one), rank(other)];
  const at = mine.findIndex((value, index) => value !== theirs[index]);
  return at < 0 ? one.number - other.number : theirs[at] - mine[at];
}

/** Offers that await the viewer's answer, the best first. */
export const offersForMe = () => view().offers.filter(awaitsAnswer).sort(better);

/** Whether the player is about to press an answer: no other offer may slip under the pointer. */
const isOnAnswer = () => state.drawn !== null && isAt(".prompt [data-answer]");

/** The drawn offer, if it is still open. */
const drawnOffer = () =>
  view().offers.find((offer) => isDrawn(offer) && (isAcceptable(offer) || awaitsAnswer(offer)));

const snapshot = (offer) => ({
  ...offer,
  turn: view().turn,
  accepted: isAcceptable(offer),
  countered: state.update.may_talk,
  declined: awaitsAnswer(offer),
});

const isDrawn = (offer) => state.drawn?.number === offer?.number && (!offer || state.drawn.turn === view().turn);

/** The selected offer, or else the best; only an acceptable offer replaces one that is not. */
function selectedOffer() {
  const focused = view().offers.find((offer) => offer.number === state.focusedOffer);
  if (focused && state.pressed && (isAcceptable(focused) || awaitsAnswer(focused))) return focused;
  if (focused && isAcceptable(focused) && awaitsAnswer(focused)) return focused;
  return offersForMe()[0] ?? null;
}

/**
 * The offer in the prompt, or null. It stays until it is answered. While the player is pressing something, no other offer
 * replaces it, and its place does not become empty.
 */
export function offerNow() {
  if (state.pending) return null;
  const kept = isOnAnswer();
  const next = (kept && drawnOffer()) || selectedOffer();
  if (kept) freeze();
  if (!isDrawn(next)) {
    if (isTouched() || kept) return null;
    const pressed = state.pressed && next?.number === state.focusedOffer;
    Object.assign(state, {focusedOffer: next?.number ?? 0, pressed});
  }
  state.drawn = next && snapshot(next);
  return next;
}

/** The drawn offer: the current one or, briefly, one that is gone and can no longer be answered. */
export const offerDrawn = () => offerNow() ?? (state.pending ? null : state.drawn);

export function selectOffer(offer) {
  dealDraft.consider();
  change({focusedOffer: offer.number, pressed: true, drawn: snapshot(offer), sheet: null, preview: null});
}

// --- the offer in the prompt ------------------------------------------------------------------------------------

/** The positions of an answer's cards: "card 2, card 3"; "turned over" is named once. */
const placesOf = ({places}) =>
  [...new Set(places.map((place) => (place >= 0 ? t("card {number}", {number: place + 1}) : inContext("instead of a number", "turned over"))))].join(", ");

/** Shows which copy would leave the hand, and opens the choice. */
function copyChoiceButton(offer) {
  const {variants, chosen} = dealDraft.acceptVariants(offer.number);
  if (variants.length < 2) return nothing;
  const open = state.choosing === offer.number;
  return html`<button
    type="button"
    class="plain copy"
    aria-expanded=${String(open)}
    aria-label=${`${t("Which copy leaves?")} ${placesOf(chosen)}`}
    title=${t("Which copy leaves?")}
    @click=${() => {
      dealDraft.consider();
      change({choosing: open ? 0 : offer.number});
    }}
  >
    ${placesOf(chosen)} ▾
  </button>`;
}

function copies(offer) {
  const {variants, chosen} = dealDraft.acceptVariants(offer.number);
  if (variants.length < 2 || state.choosing !== offer.number) return nothing;
  return html`<div class="copies">
    <span class="hint">${t("Tap that exact card in your hand, or choose:")}</span>
    <span class="pills" role="group" aria-label=${t("Positions in your hand")}>
      ${variants
        .slice(0, 12)
        .map(
          (variant) =>
            html`<button
              type="button"
              class=${classNames("pill", {on: variant === chosen})}
              aria-pressed=${String(variant === chosen)}
              @click=${() => dealDraft.chooseVariant(offer.number, variant)}
            >
              ${placesOf(variant)}
            </button>`,
        )}</span
    >
  </div>`;
}

function answer(offer, name, word, key, does) {
  return html`<button
    type="button"
    class=${classNames("action", {leading: name === "accept", yes: name === "accept", quiet: name !== "accept"})}
    aria-disabled=${does ? nothing : "true"}
    data-answer=${name}
    data-offer=${offer.number}
    data-rove="actions"
    aria-label=${`${word} (${t("offer {number}", {number: offer.number})})`}
    @click=${does}
  >
    ${word} <kbd aria-hidden="true">${key}</kbd>
  </button>`;
}

function answers(offer) {
  const {chosen} = dealDraft.acceptVariants(offer.number);
  const decline = firstAction("decline", {offer: offer.number});
  return html`<div class="buttons">
    ${chosen ? answer(offer, "accept", t("Accept"), "A", () => dealDraft.acceptOffer(offer)) : nothing}
    ${state.update.may_talk ? answer(offer, "counter", t("Counter"), "C", () => dealDraft.startCounter(offer)) : nothing}
    ${decline ? answer(offer, "decline", t("Decline"), "D", () => declineOffer(decline, offer)) : nothing}
  </div>`;
}

/** The same buttons, disabled, for an offer that is gone. */
function formerAnswers(offer) {
  return html`<div class="buttons">
    ${offer.accepted ? answer(offer, "accept", t("Accept"), "A") : nothing}
    ${offer.countered ? answer(offer, "counter", t("Counter"), "C") : nothing}
    ${offer.declined ? answer(offer, "decline", t("Decline"), "D") : nothing}
  </div>`;
}

/** Declines an offer. It leaves the prompt, but the list keeps it (T8). */
export function declineOffer(decline, offer) {
  Object.assign(state, {focusedOffer: 0, pressed: false, drawn: null});
  act(decline, offer);
}

function previewButton(offer) {
  const {chosen} = dealDraft.acceptVariants(offer.number);
  if (!chosen) return nothing;
  return html`<button
    type="button"
    class="action quiet round"
    data-answer="preview"
    aria-label=${t("Preview the deal")}
    title=${t("Preview the deal")}
    @click=${() => dealDraft.askPreview(chosen.do)}
  >
    <svg class="eye" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8Z" />
      <circle cx="8" cy="8" r="2.2" fill="currentcolor" />
    </svg>
  </button>`;
}

const edge = (label, cards, more = nothing) =>
  html`<span class="edge"><small>${label}</small>${more}<span class="chips">${chips(cards)}</span></span>`;

/** The prompt's sentence for an offer. */
export function offerWords(offer) {
  const name = playerName(offer.seat);
  if (!offer.wants.length) return t("{name} would give you this:", {name});
  if (!offer.cards.length) return t("{name} asks for a gift:", {name});
  return offer.answers ? t("{name} counters:", {name}) : t("{name} offers:", {name});
}

/** An offer as shown in its maker's bubble: short, with pictures. */
export const offerSentence = ({cards, wants}) =>
  html`${cards.length ? html`<small>${t("gives")}</small> ${chips(cards)}` : nothing}
  ${wants.length ? html`<small>${t("wants")}</small> ${chips(wants)}` : nothing}`;

/** A deal as shown in the bubble of the player who accepted it. */
export function dealSentence({seat, gets, cards}) {
  const mine = isMe(seat);
  const name = playerName(seat);
  const gives = mine ? t("gives you") : t("gives {name}", {name});
  const takes = gets.length ? t("gets") : mine ? t("gets from you") : t("gets from {name}", {name});
  return html`${gets.length ? html`<small>${gives}</small> ${chips(gets)}` : nothing}
  ${cards.length ? html`<small>${takes}</small> ${chips(cards)}` : nothing}`;
}

/** The focused offer with its answers. */
export function promptOffer() {
  const offer = offerDrawn();
  if (!offer) return nothing;
  const gone = !offerNow();
  return html`<div class="pending">
    <div class="swap">
      ${edge(t("you get"), offer.cards)} ${edge(t("you give"), offer.wants, copyChoiceButton(offer))}
    </div>
    <div class="gist">${ringOf(offer)} ${previewOf(offer, worthButton)} ${previewButton(offer)} ${hintButton()}</div>
    ${copies(offer)} ${gone ? formerAnswers(offer) : answers(offer)}
  </div>`;
}

// --- its effect --------------------------------------------------------------------------------------------------

/** The effect of an offer on one's own fields: a sign and a sentence. */
export function previewOf({effect, ...offer}, mark = effectSign) {
  // The server sends no `effect` to spectators.
  if (view().seat === null || isMe(offer.seat) || (offer.to !== TABLE && !isMe(offer.to))) return nothing;
  const named = (kinds) => listed(kinds.map(nameOf));
  if (!effect) return mark("none", t("you lack it"), t("You do not have what is wanted."));
  if (effect.no_room.length)
    return mark("bad", t("no room"), t("You would have to harvest for {cards}.", {cards: named(effect.no_room)}));
  if (effect.thalers > 0)
    return mark("good", html`+${effect.thalers}${coin()}`, t("A harvest would bring {count} more.", {count: effect.thalers}));
  if (effect.frees.length)
    return mark("good", t("makes room"), t("You need not harvest for {cards}.", {cards: named(effect.frees)}));
  if (effect.thalers < 0)
    return mark("bad", html`−${-effect.thalers}${coin()}`, t("A harvest would bring {count} less.", {count: -effect.thalers}));
  if (effect.opens.length)
    return mark("", t("new field"), t("It takes an empty field: {cards}.", {cards: named(effect.opens)}));
  return offer.cards.length ? mark("good", t("fits"), t("It fits your fields.")) : nothing;
}

const effectSign = (look, sign, sentence) =>
  html`<span class=${classNames("worth", look)} title=${sentence}
    ><span aria-hidden="true">${sign}</span><span class="visually-hidden">${sentence}</span></span
  >`;

/** The same as a button that shows its sentence, since touch screens have no tooltips. */
const worthButton = (look, sign, sentence) =>
  html`<button type="button" class=${classNames("plain", "worth", look)} title=${sentence} @click=${() => notify(sentence)}>
    <span aria-hidden="true">${sign}</span><span class="visually-hidden">${sentence}</span>
  </button>`;
