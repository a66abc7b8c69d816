// The middle of the table: piles, cards turned over, and how often the draw pile has run out.
import {classNames, html, nothing} from "../render.js";
import {back, cardOnTable, explainButton, explainedCard} from "./card.js";
import {kindOf, nameOf} from "../net/catalogue.js";
import {ownCardView} from "./hand.js";
import {TURNED} from "../net/notation.js";
import {listed, t} from "../translate.js";
import {myTurn, view} from "../state.js";
import {middleExtras} from "../net/game_plugin.js";

function cardCountText(count) {
  if (!count) return t("no cards");
  return count === 1 ? t("1 card") : t("{count} cards", {count});
}

function drawPile() {
  const {draw} = view();
  return html`<figure class="pile">
    <div class=${classNames("stack", {thin: draw < 12, gone: draw === 0})} data-place="draw">
      <span class="card back">${back()}</span>
      ${explainButton("thing:draw pile", t("draw pile: {cards}", {cards: cardCountText(draw)}), "look-middle")}
    </div>
    <figcaption aria-hidden="true"><span>${t("draw pile")}</span> <b>${draw}</b></figcaption>
  </figure>`;
}

function discardPile() {
  const {size, top} = view().discard;
  return html`<figure class="pile">
    <div
      class=${classNames("stack", "discard", {gone: size === 0})}
      data-place="discard"
      data-drop="discard"
    >
      ${size ? cardOnTable(top, {decorative: true}) : nothing}
      ${explainButton(
        "thing:discard pile",
        size
          ? t("discard pile: {cards}, {card} on top", {cards: cardCountText(size), card: nameOf(top)})
          : t("discard pile: empty"),
        "look-middle",
      )}
    </div>
    <figcaption aria-hidden="true"><span>${t("discard pile")}</span> <b>${size}</b></figcaption>
  </figure>`;
}

function runOuts() {
  const {run_outs: times, last_run_out: last} = view();
  const label = t("The draw pile has run out {times} of {last} times; the last time ends the game.", {times, last});
  return html`<button
    type="button"
    class="runouts peek"
    data-look
    data-explain="thing:run-outs"
    data-rove="look-middle"
    aria-label=${label}
    aria-haspopup="dialog"
  >
    ${Array.from({length: last}, (_, index) => html`<span class=${index < times ? "spent" : ""}></span>`)}
  </button>`;
}

/** From this number on the cards turned over may overlap and hide their names. */
const OVERLAPPING = 4;

/** "4 Green, 3 Fire and 2 Puff". */
function cardNames(cards) {
  const kinds = [...new Set(cards)];
  return listed(kinds.map((kind) => `${cards.filter((card) => card === kind).length} ${kindOf(kind).short}`));
}

function turnedOver() {
  const cards = view().turned;
  return html`<div class="turned" data-place="turned" role="group" aria-label=${t("Cards turned over")}>
    ${cards.map((card, index) =>
      myTurn()
        ? ownCardView({card, place: TURNED, index}, {place: `turned-${index}`, rove: "turned"})
        : explainedCard(card, {place: `turned-${index}`, rove: "look-middle"}),
    )}
    ${Array.from({length: Math.max(0, 2 - cards.length)}, () => html`<span class="place" aria-hidden="true"></span>`)}
    <span class="caption" aria-hidden="true">${cards.length < OVERLAPPING ? t("turned over") : cardNames(cards)}</span>
  </div>`;
}

export function middle() {
  return html`<section class="middle" tabindex="0" aria-label=${t("Middle of the table")}>
    <div class="piles">${drawPile()} ${discardPile()} ${runOuts()}</div>
    ${turnedOver()} ${middleExtras()}
  </section>`;
}
