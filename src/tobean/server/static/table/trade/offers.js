// Offers and calls: one line each in a list, and the focused offer in the prompt with its answers.
import {html, names, nothing, repeat, vars} from "../render.js";
import * as dealDraft from "./deal_draft.js";
import {chips, coin} from "../board/card.js";
import {nameOf} from "../net/catalogue.js";
import {act, ariaDisabled, firstAction} from "../net/actions.js";
import {gamePage} from "../net/game_plugin.js";
import {hintButton} from "../help/hint.js";
import {TABLE} from "../net/notation.js";
import {inContext, listed, t} from "../translate.js";
import {change, isMe, notify, playerName, state, view} from "../state.js";
import {faceOf} from "../board/seat.js";
import {ringOf} from "./priority_window.js";

const isAcceptable = (offer) => firstAction("accept", {offer: offer.number}) !== null;
const awaitsAnswer = (offer) => firstAction("decline", {offer: offer.number}) !== null;

/** Sorts offers: acceptable ones first, then those with room in one's fields, then those that pay. */
function better(one, other) {
  const rank = (offer) => [Number(isAcceptable(offer)), -(offer.worth?.homeless.length ?? 0), offer.worth?.thalers ?? 0];
  const [mine, theirs] = [rank(one), rank(other)];
  const at = mine.findIndex((value, index) => value !== theirs[index]);
  return at < 0 ? one.number - other.number : theirs[at] - mine[at];
}

/** Offers that await the viewer's answer, the best first. */
export const offersForMe = () => view().offers.filter(awaitsAnswer).sort(better);

/** For this long after a pointer or key event the prompt keeps its content, so that nothing moves under a finger. */
const STABLE_MILLISECONDS = 600;
let touched = -STABLE_MILLISECONDS;
let redrawTimer = 0;

/** Tracks pointer and key activity. */
export function startOfferStability() {
  const touch = () => (touched = performance.now());
  addEventListener("pointerdown", touch, {capture: true});
  addEventListener("keydown", touch, {capture: true});
  addEventListener("pointermove", ({target}) => target.closest?.(".prompt") && touch(), {capture: true, passive: true});
  // Elements that were held in place are updated once the pointer or the focus has left them.
  const leave = () => {
    // Deferred: rendering before the focus has arrived elsewhere would bring it back.
    if (held) setTimeout(change);
    held = false;
  };
  for (const end of ["pointerout", "focusout"]) addEventListener(end, leave, {capture: true, passive: true});
}

/** Whether something was held in place since the pointer or the focus last left an element. */
let held = false;

/** Whether the keyboard focus or a hovering pointer is on one of these elements. */
const isAt = (selector) =>
  document.querySelector(`${selector}:focus-visible`) !== null ||
  (matchMedia("(hover: hover)").matches && document.querySelector(`${selector}:hover`) !== null);

/** Whether the player is about to press an answer: no other offer may slip under the pointer. */
const isOnAnswer = () => state.drawn !== null && isAt(".prompt [data-answer]");

/** The drawn offer, if it is still open. */
const drawnOffer = () =>
  view().offers.find((offer) => isDrawn(offer) && (isAcceptable(offer) || awaitsAnswer(offer)));

/** Whether the player was active a moment ago; if so, schedules a rendering for later. */
function isTouched() {
  const left = touched + STABLE_MILLISECONDS - performance.now();
  if (left <= 0) return false;
  clearTimeout(redrawTimer);
  redrawTimer = setTimeout(change, left);
  return true;
}

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
  held ||= kept;
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

function lookAt(offer) {
  dealDraft.consider();
  change({focusedOffer: offer.number, pressed: true, drawn: snapshot(offer), sheet: null, preview: null});
}

// --- the offer in the prompt ------------------------------------------------------------------------------------

/** The positions of an answer's cards: "card 2, card 3"; "turned over" is named once. */
const placesOf = ({places}) =>
  [...new Set(places.map((place) => (place >= 0 ? t("card {number}", {number: place + 1}) : inContext("instead of a number", "turned over"))))].join(", ");

/** Shows which copy would leave the hand, and opens the choice. */
function whichCopy(offer) {
  const {ways, chosen} = dealDraft.acceptVariants(offer.number);
  if (ways.length < 2) return nothing;
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
  const {ways, chosen} = dealDraft.acceptVariants(offer.number);
  if (ways.length < 2 || state.choosing !== offer.number) return nothing;
  return html`<div class="copies">
    <span class="hint">${t("Tap that exact card in your hand, or choose:")}</span>
    <span class="pills" role="group" aria-label=${t("Positions in your hand")}>
      ${ways
        .slice(0, 12)
        .map(
          (way) =>
            html`<button
              type="button"
              class=${names("pill", {on: way === chosen})}
              aria-pressed=${String(way === chosen)}
              @click=${() => dealDraft.chooseVariant(offer.number, way)}
            >
              ${placesOf(way)}
            </button>`,
        )}</span
    >
  </div>`;
}

function answer(offer, name, word, key, does) {
  return html`<button
    type="button"
    class=${names("action", {leading: name === "accept", yes: name === "accept", quiet: name !== "accept"})}
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
      ${edge(t("you get"), offer.cards)} ${edge(t("you give"), offer.wants, whichCopy(offer))}
    </div>
    <div class="gist">${ringOf(offer)} ${previewOf(offer, worthButton)} ${previewButton(offer)} ${hintButton()}</div>
    ${copies(offer)} ${gone ? formerAnswers(offer) : answers(offer)}
  </div>`;
}

// --- the list ----------------------------------------------------------------------------------------------------

/** The effect of an offer on one's own fields: a sign and a sentence. */
function previewOf({worth, ...offer}, worthMark = worthSign) {
  // The server sends no `worth` to spectators.
  if (view().seat === null || isMe(offer.seat) || (offer.to !== TABLE && !isMe(offer.to))) return nothing;
  const named = (kinds) => listed(kinds.map(nameOf));
  if (!worth) return worthMark("none", t("you lack it"), t("You do not have what is wanted."));
  if (worth.homeless.length)
    return worthMark("bad", t("no room"), t("You would have to harvest for {cards}.", {cards: named(worth.homeless)}));
  if (worth.thalers > 0)
    return worthMark("good", html`+${worth.thalers}${coin()}`, t("A harvest would bring {count} more.", {count: worth.thalers}));
  if (worth.frees.length)
    return worthMark("good", t("makes room"), t("You need not harvest for {cards}.", {cards: named(worth.frees)}));
  if (worth.thalers < 0)
    return worthMark("bad", html`−${-worth.thalers}${coin()}`, t("A harvest would bring {count} less.", {count: -worth.thalers}));
  if (worth.opens.length)
    return worthMark("", t("new field"), t("It takes an empty field: {cards}.", {cards: named(worth.opens)}));
  return offer.cards.length ? worthMark("good", t("fits"), t("It fits your fields.")) : nothing;
}

const worthSign = (look, sign, sentence) =>
  html`<span class=${names("worth", look)} title=${sentence}
    ><span aria-hidden="true">${sign}</span><span class="visually-hidden">${sentence}</span></span
  >`;

/** The same as a button that shows its sentence, since touch screens have no tooltips. */
const worthButton = (look, sign, sentence) =>
  html`<button type="button" class=${names("plain", "worth", look)} title=${sentence} @click=${() => notify(sentence)}>
    <span aria-hidden="true">${sign}</span><span class="visually-hidden">${sentence}</span>
  </button>`;

const makerOf = (seat) => (isMe(seat) ? t("You") : playerName(seat));

/** The verbs after the maker of an offer or a call: "Ben gives", "You give". */
const verbsOf = (seat) =>
  isMe(seat)
    ? {asks: inContext("you", "ask"), gives: inContext("you", "give"), has: inContext("you", "have"), wants: inContext("you", "want")}
    : {asks: t("asks"), gives: t("gives"), has: t("has"), wants: t("wants")};

/** The addressee of the active player's offers; all others address the active player (T1). */
function addresseeOf({seat, to}) {
  if (seat !== view().active) return nothing;
  return html`<small>${to === TABLE ? t("to all") : isMe(to) ? t("to you") : t("to {name}", {name: playerName(to)})}</small>`;
}

function declinedBy(seats) {
  const others = seats.filter((seat) => !isMe(seat)).map(playerName);
  if (!seats.some(isMe)) return t("declined by {names}", {names: listed(others)});
  return others.length ? t("declined by {names} and you", {names: others.join(", ")}) : t("declined by you");
}

/** An offer that all have declined concerns only its maker and players who could still accept it. */
const isInactive = (offer) => dealDraft.isRefused(offer) && offer.seat !== state.me && !isAcceptable(offer);

const isQuiet = (offer) => (dealDraft.isRefused(offer) || offer.declined.includes(state.me)) && !awaitsAnswer(offer);

const ownRefused = (offer) => offer.seat === state.me && dealDraft.isRefused(offer);

/** A held line keeps its (disabled) button, so that the focus is not lost. */
function offerLine({offer, covered, gone}) {
  const own = offer.seat === state.me;
  const verbs = verbsOf(offer.seat);
  const withdraw = own && !gone ? firstAction("withdraw", {offer: offer.number}) : null;
  const answerable = !gone && (awaitsAnswer(offer) || isAcceptable(offer));
  const now = answerable && offerNow()?.number === offer.number;
  const looks = {own, waiting: answerable && awaitsAnswer(offer), quiet: gone || isQuiet(offer), now, gone};
  return html`<li
    class=${names("offer", looks)}
    data-number=${offer.number}
    title=${offer.declined.length ? declinedBy(offer.declined) : nothing}
  >
    ${faceOf(offer.seat)}<span class="from"><b>${makerOf(offer.seat)}</b> ${gone ? html`<small>${t("gone")}</small>` : addresseeOf(offer)}</span>
    <span class="gives"><span class="visually-hidden">${verbs.gives}</span>${chips(offer.cards)}</span>
    <span class="wants"><span class="visually-hidden">${verbs.wants}</span>${chips(offer.wants)}</span>
    <span class="fits">
      ${previewOf(offer)}
      ${
        own && (withdraw || gone)
          ? html`<button
              type="button"
              class="plain"
              data-withdraw=${offer.number}
              aria-disabled=${ariaDisabled(Boolean(withdraw))}
              aria-label=${t("Withdraw the offer")}
              title=${t("Withdraw the offer")}
              @click=${() => withdraw && act(withdraw)}
            >
              ✕
            </button>`
          : nothing
      }
    </span>
    ${
      answerable || covered
        ? html`<button
            type="button"
            class="cover"
            data-regard=${offer.number}
            data-rove="offers"
            aria-pressed=${String(now)}
            aria-disabled=${ariaDisabled(answerable)}
            aria-label=${t("Look at offer {number} of {name}", {number: offer.number, name: playerName(offer.seat)})}
            @click=${() => answerable && lookAt(offer)}
          ></button>`
        : nothing
    }
  </li>`;
}

/** One's own offers that everybody has declined, collapsed to one line. */
const refusedLine = ({offers}) =>
  html`<li class="refused">
    <details>
      <summary>
        ${offers.length === 1 ? t("1 of your offers was declined") : t("{count} of your offers were declined", {count: offers.length})}
      </summary>
      <ul>
        ${repeat(offers, (offer) => offer.number, (offer) => offerLine({offer}))}
      </ul>
    </details>
  </li>`;

function callLine({call, gone}) {
  const own = call.seat === state.me;
  const verbs = verbsOf(call.seat);
  const answerable = !own && !gone && state.update.may_talk && (view().active === state.me || view().active === call.seat);
  return html`<li class=${names("offer", "call", {own, gone, quiet: gone})}>
    ${faceOf(call.seat)}<span class="from"><b>${makerOf(call.seat)}</b> <small>${verbs.asks}</small></span>
    <span class="gives"><span class="visually-hidden">${verbs.has}</span>${chips(call.has)}</span>
    <span class="wants"><span class="visually-hidden">${verbs.wants}</span>${chips(call.wants)}</span>
    <span class="fits">
      ${
        answerable
          ? html`<button
              type="button"
              class="plain"
              title=${t("Answer with an offer")}
              @click=${() => dealDraft.startQuote(call)}
            >
              ${t("answer")}
            </button>`
          : nothing
      }
    </span>
  </li>`;
}

/** The lines in their proper order: those awaiting the viewer first, one's own declined ones last. */
function orderedLines() {
  const {offers, calls = [], turn} = view();
  const others = offers.filter((offer) => !awaitsAnswer(offer) && !isInactive(offer) && !ownRefused(offer));
  const listed = [...offersForMe(), ...others.filter((offer) => !isQuiet(offer))].map(lineOf);
  const callLines = calls.map((call, at) => ({key: `${turn} call ${JSON.stringify(call)} ${countBefore(calls, at)}`, call}));
  return [...listed, ...callLines, ...others.filter(isQuiet).map(lineOf), ...refusedOffers(offers.filter(ownRefused))];
}

const keyOf = ({number}) => `${view().turn} offer ${number}`;
const lineOf = (offer) => ({key: keyOf(offer), offer, covered: awaitsAnswer(offer) || isAcceptable(offer)});
const refusedOffers = (offers) => (offers.length ? [{key: "refused", offers}] : []);
const countBefore = (calls, at) => calls.slice(0, at).filter((call) => JSON.stringify(call) === JSON.stringify(calls[at])).length;

let drawnLines = [];

/** Whether the list must hold still: a pointer or the focus is in it, or it is an open sheet on a phone. */
const isListHeld = () =>
  isAt(".offers ul") ||
  isAt(".offers ul *") ||
  (state.sheet === "offers" && !matchMedia("(min-width: 60rem)").matches) ||
  isTouched();

/** The lines to draw. While the list is held, each line keeps its place: gone lines stay, new ones are appended. */
function linesNow() {
  if (state.pending) return drawnLines; // what can be answered is not known until the server has replied
  const wanted = orderedLines();
  const before = wanted.length && isListHeld() ? drawnLines : [];
  held ||= before.length > 0;
  const refused = wanted.find(({offers}) => offers)?.offers ?? [];
  const known = [...wanted, ...refused.map(lineOf)];
  const still = (line) => {
    const found = known.find(({key}) => key === line.key);
    return found ? {...found, covered: found.covered || line.covered} : {...line, gone: true};
  };
  const kept = before.filter(({offers}) => !offers).map(still);
  const news = wanted.filter(({key, offers}) => !offers && !kept.some((line) => line.key === key));
  const apart = refused.filter(({number}) => !kept.some((line) => line.offer?.number === number && !line.gone));
  drawnLines = [...kept, ...news, ...refusedOffers(apart)];
  return drawnLines;
}

/** The height of the list if it must not change, so that nothing below it moves; else null. */
function heightHeld() {
  if (!isAt(".column") && !isAt(".column *") && !isTouched()) return null;
  held = true;
  return document.querySelector(".offers")?.getBoundingClientRect().height ?? null;
}

const lineDrawn = (line) => (line.offers ? refusedLine(line) : line.call ? callLine(line) : offerLine(line));

export function offerList() {
  const now = view();
  if (!gamePage().trading || now.over) return nothing;
  const waiting = offersForMe();
  const lines = linesNow();
  const empty = !lines.length;
  const height = heightHeld();
  return html`<section
    class=${names("offers", "panel", {empty, waiting: waiting.length > 0, steady: height !== null})}
    aria-label=${t("Offers")}
    ${vars(height === null ? {} : {"--steady": `${height}px`})}
  >
    <h2>
      ${t("Offers")} ${waiting.length ? html`<span class="count">${waiting.length}</span>` : nothing}
      ${empty ? html`<span class="hint">${t("none yet")}</span>` : nothing}
      <span class="spring"></span>
      <button type="button" class="plain close-button" aria-label=${t("Close")} @click=${() => change({sheet: null})}>
        ✕
      </button>
    </h2>
    ${
      empty
        ? nothing
        : html`<ul tabindex="0" aria-label=${t("Offers")}>
            <li class="heads" aria-hidden="true">
              <span></span><span></span><span>${t("gives")}</span><span>${t("wants")}</span><span>${t("my fields")}</span>
            </li>
            ${repeat(lines, ({key}) => key, lineDrawn)}
          </ul>`
    }
  </section>`;
}
