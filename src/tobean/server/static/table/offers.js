// Offers and calls on the table: what you give, what you get, and the answers.
import {html, names, nothing} from "./lit.js";
import * as bargain from "./bargain.js";
import {chips} from "./card.js";
import {act, first} from "./deeds.js";
import {gamePage} from "./game.js";
import {TABLE} from "./notation.js";
import {listed, t} from "./text.js";
import {change, playerName, state, view} from "./state.js";
import {previewBox} from "./trade.js";

/** Offers that wait for this person's answer. */
export function forMe() {
  return view().offers.filter((offer) => first("decline", {offer: offer.number}));
}

/** One that was declined stays open: one may still come back to it (T4). */
const acceptable = (offer) => first("accept", {offer: offer.number}) !== null;

/** Where the cards of an answer lie: "2, 3", "turned over, 2". */
const placesOf = ({places}) => places.map((place) => (place >= 0 ? place + 1 : t("turned over"))).join(", ");

function whichCopy(offer) {
  const {ways, chosen} = bargain.waysToAccept(offer.number);
  if (ways.length < 2) return nothing;
  const open = state.choosing === offer.number;
  return html`<div class="copies">
    <button
      type="button"
      class="plain"
      aria-expanded=${String(open)}
      @click=${() => change({choosing: open ? 0 : offer.number})}
    >
      ${t("Which copy leaves?")} <b>${placesOf(chosen)}</b>
    </button>
    ${
      open
        ? html`<span class="hint">${t("Tap the very card in your hand, or choose:")}</span>
            <span class="pills" role="group" aria-label=${t("Positions in your hand")}>
              ${ways
                .slice(0, 12)
                .map(
                  (way) =>
                    html`<button
                      type="button"
                      class=${names("pill", {on: way === chosen})}
                      aria-pressed=${String(way === chosen)}
                      @click=${() => bargain.chooseWay(offer.number, way)}
                    >
                      ${placesOf(way)}
                    </button>`,
                )}</span
            >`
        : nothing
    }
  </div>`;
}

/** One answer as a button; keys are for the offer that is asked about, and only its buttons show them. */
function answer(offer, name, word, key, does) {
  return html`<button
    type="button"
    class=${names("deed", {leading: name === "accept", yes: name === "accept", quiet: name !== "accept"})}
    data-answer=${name}
    data-offer=${offer.number}
    aria-label=${`${word} (${t("offer {number}", {number: offer.number})})`}
    @click=${does}
  >
    ${word} ${offer === forMe()[0] ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}
  </button>`;
}

/** The answers to an offer as buttons. */
function answers(offer) {
  const {chosen} = bargain.waysToAccept(offer.number);
  const decline = first("decline", {offer: offer.number});
  return html`<div class="buttons">
    ${chosen ? answer(offer, "accept", t("Accept"), "A", () => bargain.acceptOffer(offer.number)) : nothing}
    ${state.update.may_talk ? answer(offer, "counter", t("Counter"), "C", () => bargain.startCounter(offer)) : nothing}
    ${decline ? answer(offer, "decline", t("Decline"), "D", () => act(decline)) : nothing}
  </div>`;
}

function previewButton(offer) {
  const {chosen} = bargain.waysToAccept(offer.number);
  if (!chosen) return nothing;
  return html`<button
    type="button"
    class="deed quiet round"
    data-answer="preview"
    aria-label=${t("Preview the deal")}
    title=${t("Preview the deal")}
    @click=${() => bargain.askPreview(chosen.do)}
  >
    <svg class="eye" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8Z" />
      <circle cx="8" cy="8" r="2.2" fill="currentcolor" />
    </svg>
  </button>`;
}

const edge = (label, cards) => html`<span class="edge"><small>${label}</small>${chips(cards)}</span>`;

function sides(offer) {
  if (offer.seat === state.me) return [edge(t("you give"), offer.cards), edge(t("you get"), offer.wants)];
  if (state.me >= 0 && (offer.to === state.me || offer.to === TABLE)) {
    return [edge(t("you give"), offer.wants), edge(t("you get"), offer.cards)];
  }
  return [edge(t("{name} gives", {name: playerName(offer.seat)}), offer.cards), edge(t("wants"), offer.wants)];
}

function offerTitle(offer) {
  const to = offer.to === TABLE ? t("all") : offer.to === state.me ? t("you") : playerName(offer.to);
  const from = offer.seat === state.me ? t("You") : playerName(offer.seat);
  return html`<b>${from}</b> →
    ${to}${offer.answers ? html` <small>${t("counter-offer to {number}", {number: offer.answers})}</small>` : nothing}`;
}

function declinedBy(seats) {
  const others = seats.filter((seat) => seat !== state.me).map(playerName);
  if (!seats.includes(state.me)) return t("declined by {names}", {names: listed(others)});
  return others.length ? t("declined by {names} and you", {names: others.join(", ")}) : t("declined by you");
}

function offerCard(offer) {
  const withdraw = offer.seat === state.me ? first("withdraw", {offer: offer.number}) : null;
  const declined = offer.declined || [];
  const waiting = forMe().includes(offer);
  return html`<li class=${names("offer", {mine: offer.seat === state.me, waiting})}>
    <p class="head">
      <span class="number">${offer.number}</span>${offerTitle(offer)}
      ${declined.length ? html`<small class="said">${declinedBy(declined)}</small>` : nothing}
      ${withdraw ? html`<button type="button" class="plain" @click=${() => act(withdraw)}>${t("withdraw")}</button>` : nothing}
    </p>
    <div class="swap">${sides(offer)}</div>
    ${(waiting || acceptable(offer)) && offer !== forMe()[0] ? [whichCopy(offer), answers(offer)] : nothing}
  </li>`;
}

/** The offer to be answered now, beside the question: what it would give and take, and the answers. */
export function offerAsked() {
  const offer = forMe()[0];
  if (!offer) return nothing;
  return html`<div class="pending">
    <div class="swap">${sides(offer)} ${previewButton(offer)}</div>
    ${whichCopy(offer)}
    ${answers(offer)}
  </div>`;
}

function callCard(call) {
  const own = call.seat === state.me;
  const answerable = !own && state.update.may_talk && (view().active === state.me || view().active === call.seat);
  return html`<li class=${names("offer", "call", {mine: own})}>
    <p class="head"><b>${own ? t("You ask around") : t("{name} asks around", {name: playerName(call.seat)})}</b></p>
    <div class="swap">
      ${edge(own ? t("you have") : t("has"), call.has)} ${edge(own ? t("you want") : t("wants"), call.wants)}
    </div>
    ${
      answerable
        ? html`<div class="buttons">
            <button type="button" class="deed quiet" @click=${() => bargain.startQuote(call)}>
              ${t("Answer with an offer")}
            </button>
          </div>`
        : nothing
    }
  </li>`;
}

/** All offers and calls, those that wait for this person on top. */
export function offerList() {
  const now = view();
  if (!gamePage().trading || now.over) return nothing;
  const waiting = forMe();
  const rest = now.offers.filter((offer) => !waiting.includes(offer));
  const calls = now.calls || [];
  const empty = !now.offers.length && !calls.length;
  return html`<section
    class=${names("offers", "panel", {empty, waiting: waiting.length > 0})}
    aria-label=${t("Offers")}
  >
    <h2>${t("Offers")} ${waiting.length ? html`<span class="count">${waiting.length}</span>` : nothing}</h2>
    ${empty ? html`<p class="hint">${t("No offers on the table.")}</p>` : nothing}
    <ul tabindex=${empty ? nothing : 0} aria-label=${t("Offers")}>
      ${waiting.map(offerCard)} ${rest.map(offerCard)} ${calls.map(callCard)}
    </ul>
    ${previewBox()}
  </section>`;
}
