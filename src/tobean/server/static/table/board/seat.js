// The other players: name, thalers, hand, fields, cards set aside, and the game's own extras.
import {classNames, html, nothing, repeat} from "../render.js";
import {cardOnTable, explainButton, explainedCard, thalers, token} from "./card.js";
import {nameOf, sprite} from "../net/catalogue.js";
import {isAwaited, send} from "../net/actions.js";
import {otherField} from "./field.js";
import {listed, t} from "../translate.js";
import {change, hasEnded, playerName, seatName, standsIn, state, view} from "../state.js";
import {clockOf} from "../net/clock.js";
import {seatExtras} from "../net/game_plugin.js";
import {openTradeWith} from "../trade/composer.js";
import {ownRequest} from "../panels/seat_requests.js";
import {speakUpButton} from "../trade/speaking_up.js";

/** Seats in seating order, clockwise from the viewer's left. */
export function others() {
  const {players} = view();
  const from = state.me < 0 ? 0 : state.me + 1;
  const count = state.me < 0 ? players : players - 1;
  return Array.from({length: count}, (_, index) => (from + index) % players);
}

export function faceOf(seat) {
  const number = state.hello.table.seats[seat]?.face || (seat % 8) + 1;
  return html`<svg class="face" aria-hidden="true" focusable="false">
    <use href=${sprite(`face-${number}`)}></use>
  </svg>`;
}

/** "merchant, patient" for `merchant/patient@1`. */
function botDescription(spec) {
  const characters = {
    fair: t("fair"),
    generous: t("generous"),
    tough: t("tough"),
    patient: t("patient"),
    chatty: t("chatty"),
    quiet: t("quiet"),
    careful: t("careful"),
    bold: t("bold"),
  };
  const [name, character] = spec.split("@")[0].split("/");
  return character ? `${name}, ${characters[character] ?? character}` : name;
}

export function presence(seat) {
  const {kind, bot, present} = state.hello.table.seats[seat];
  if (standsIn(seat)) return nothing;
  if (kind === "bot") return html`<span class="badge" title=${botDescription(bot)}>${t("bot")}</span>`;
  if (kind === "open") return html`<span class="badge">${t("free seat")}</span>`;
  return present === false ? html`<span class="badge away">${t("away")}</span>` : nothing;
}

/** Language models are always disclosed to the other players. */
export function modelMark(seat) {
  if (!state.hello.table.seats[seat]?.model) return nothing;
  const meaning = t("a language model plays here");
  return html`<span class="badge model" title=${meaning}
    ><span aria-hidden="true">${t("AI")}</span><span class="visually-hidden">${meaning}</span></span
  >`;
}

/** A stand-in bot is marked, in addition to other badges. */
function standInMark(seat) {
  if (!standsIn(seat)) return nothing;
  const meaning = t("A bot plays for {name}.", {name: seatName(seat)});
  return html`<span class="badge stand-in" title=${meaning}
    ><span aria-hidden="true">${t("bot plays on")}</span><span class="visually-hidden">${meaning}</span></span
  >`;
}

function handText(count) {
  if (!count) return t("no hand cards");
  return count === 1 ? t("1 hand card") : t("{count} hand cards", {count});
}

function heldCards(seat, hand) {
  const known = hand.filter((card) => card >= 0);
  const label =
    handText(hand.length) +
    (known.length ? `: ${listed(known.map(nameOf))}` : "");
  return html`<div class="opponent-hand" data-place=${`hand-${seat}`}>
    ${hand.map((card, place) => cardOnTable(card, {place: `hand-${seat}-${place}`, decorative: true}))}
    <b class="count" aria-hidden="true">${hand.length}</b>
    ${explainButton("thing:hand", label, `look-${seat}`)}
  </div>`;
}

function asideOf(seat, cards) {
  return html`<div class=${classNames("aside", {none: !cards.length})} data-place=${`aside-${seat}`}>
    ${
      cards.length
        ? html`<span class="visually-hidden">${t("set aside: {cards}", {cards: listed(cards.map(nameOf))})}</span>
            ${cards.map((card, index) => explainedCard(card, {place: `aside-${seat}-${index}`, rove: `look-${seat}`}))}`
        : nothing
    }
  </div>`;
}

export function wishesOf(seat) {
  const wishes = view().wishes?.[seat] || [];
  if (!wishes.length) return nothing;
  return html`<span class="wishes" role="img" aria-label=${t("wishes: {cards}", {cards: listed(wishes.map(nameOf))})}
    ><span class="heart" aria-hidden="true">♥</span>${wishes.map(token)}</span
  >`;
}

/** The kinds that this player has said not to be asked for. */
export function keepsOf(seat) {
  const keeps = view().keeps?.[seat] || [];
  if (!keeps.length) return nothing;
  return html`<span
    class="wishes keeps"
    role="img"
    aria-label=${t("gives away none of: {cards}", {cards: listed(keeps.map(nameOf))})}
    ><span class="hand-up" aria-hidden="true">⊘</span>${keeps.map(token)}</span
  >`;
}

/** Whether this seat is to decide now. While the viewer's answer is open, a bot is not shown as deciding. */
const isDeciding = (seat) =>
  view().awaited === seat && !(state.hello.table.seats[seat].kind === "bot" && isAwaited());

/** A badge for the seat on turn or deciding. */
function statusBadge(seat) {
  const now = view();
  const {kind, present} = state.hello.table.seats[seat];
  if (now.over || hasEnded() || (kind === "person" && present === false)) return null;
  if (isDeciding(seat)) return html`<span class="badge deciding">${t("decides")}</span>`;
  return now.active === seat ? html`<span class="badge active">${t("on turn")}</span>` : null;
}

/** A button to sit down, to come back, or to let a bot play for an absent player. */
function seatButton(seat) {
  const {kind, present, reclaimable} = state.hello.table.seats[seat];
  if (state.replay || view().over || hasEnded()) return null;
  const kept = state.hello.table.reclaim ?? [];
  if (kept.includes(seat)) return aboutSeat(t("Come back"), {do: "reclaim", seat});
  if (state.me < 0 && kind === "bot")
    return reclaimable || kept.length || isAsking(seat) ? null : aboutSeat(state.hello.you.host ? t("Sit here") : t("Ask to sit here"), {do: "sit", seat});
  const speakUp = speakUpButton(seat);
  if (speakUp) return speakUp;
  return state.me >= 0 && kind === "person" && present === false
    ? aboutSeat(t("Away: let a bot play"), {do: "fill", seat, bot: ""})
    : null;
}

/** Whether this viewer waits for this seat, or was declined a short while ago. */
const isAsking = (seat) => ownRequest()?.seat === seat || ownRequest()?.answer === "declined";

const aboutSeat = (word, message) =>
  html`<button type="button" class="pill small" @click=${() => send({type: "seat", ...message})}>${word}</button>`;

export function seatPanel(seat) {
  const owned = view().seats[seat];
  const active = view().active === seat && !view().over;
  return html`<section
    class=${classNames("seat", {active, awaited: isDeciding(seat)})}
    data-seat=${seat}
    data-drop=${`seat-${seat}`}
    aria-label=${playerName(seat)}
  >
    <header>
      ${faceOf(seat)}
      <h2 class="who">${seatName(seat)}</h2>
      ${modelMark(seat)} ${standInMark(seat)}
      ${seatButton(seat) ?? statusBadge(seat) ?? presence(seat)} ${clockOf(seat)}
      <span class="spring"></span>
      <span class="cards" aria-hidden="true">${owned.hand.length}</span>
      ${thalers(owned.thalers, {place: `thalers-${seat}`, rove: `look-${seat}`})}
    </header>
    <div class="hands">${heldCards(seat, owned.hand)} ${wishesOf(seat)} ${keepsOf(seat)} ${seatExtras(seat)}</div>
    <div class="fields" data-count=${owned.fields.length}>
      ${owned.fields.map((field, number) => otherField(field, seat, number))}
    </div>
    ${asideOf(seat, owned.aside)}
    ${
      canTalkTo(seat)
        ? html`<button
            type="button"
            class="partner"
            @click=${() => openTradeWith(seat)}
            aria-label=${t("Trade with {name}", {name: playerName(seat)})}
          >
            ⇄
          </button>`
        : nothing
    }
    ${bubble(seat)}
  </section>`;
}

const canTalkTo = (seat) => state.update.may_talk && (view().active === state.me || view().active === seat);

/** The player's last utterance, as a bubble that fades. */
function bubble(seat) {
  const said = state.bubbles?.[seat];
  return said ? html`<p class="bubble" dir="auto" aria-hidden="true">${said}</p>` : nothing;
}

export function seatRow() {
  return html`<div class="others" data-count=${others().length}>${repeat(others(), (seat) => seat, seatPanel)}</div>`;
}

let fading = {};

export function showBubble(seat, text) {
  clearTimeout(fading[seat]);
  change({bubbles: {...state.bubbles, [seat]: text}});
  fading[seat] = setTimeout(() => change({bubbles: {...state.bubbles, [seat]: ""}}), 4500);
}
