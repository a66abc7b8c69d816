// One's own hand: a queue that is never reordered (K2). A press picks a card up, or adds it to the deal.
import {classNames, html, nothing} from "../render.js";
import {chooseCard, isSelectable} from "./action_chooser.js";
import {cardClasses, cardContent} from "./card.js";
import {nameOf} from "../net/catalogue.js";
import {act, actionsWithCard, moves, requestReason} from "../net/actions.js";
import {ASIDE, plant, TURNED} from "../net/notation.js";
import {inContext, t} from "../translate.js";
import {change, mine, notify, state} from "../state.js";
import {inDeal, stakedCount, toggleStake, tryChooseCopy, wouldLeaveHand} from "../trade/composer.js";

const isSameCard = (one, other) => one && one.place === other.place && one.index === other.index;

/** Handles a press on one's own card: choose this copy, stake it, or pick it up. */
export function pressCard(thing) {
  if (chooseCard(thing)) return;
  if (tryChooseCopy(thing)) return;
  if (state.update.may_talk && toggleStake(thing)) {
    const picked = actionsWithCard(thing).length > 0 && inDeal(thing);
    change({pick: picked ? thing : null});
    if (!picked && inDeal(thing)) pointToComposer();
    return;
  }
  const cardActions = actionsWithCard(thing);
  if (isSameCard(state.pick, thing)) {
    if (cardActions.length === 1) act(cardActions[0]);
    else change({pick: null});
  } else if (cardActions.length > 0) {
    change({pick: thing});
  } else {
    requestReason(plant(state.me, thing, 0), () => change({pick: thing}));
  }
}

/** On a phone the composer is out of sight, so the first card added to a deal comes with a notice. */
function pointToComposer() {
  if (stakedCount() === 1 && !document.querySelector(".composer")?.checkVisibility())
    notify(t("This card is in your deal now. Tap “Trade” below to say what you want for it."));
}

/** Pins a card so that it is not offered by accident, or unpins it. */
export function togglePin(place) {
  const pins = new Set(state.pins);
  if (!pins.delete(place)) pins.add(place);
  change({pins});
}

function cardLabel(thing, count) {
  const where =
    thing.place === TURNED
      ? inContext("of one card", "turned over")
      : thing.place === ASIDE
        ? t("set aside")
        : thing.place === 0
          ? t("front of the hand, 1 of {count}", {count})
          : t("{place} of {count} in the hand", {place: thing.place + 1, count});
  const marks = [nameOf(thing.card), where];
  if (inDeal(thing)) marks.push(t("in your offer"));
  if (thing.place >= 0 && state.pins.has(thing.place)) marks.push(t("pinned"));
  return marks.join(", ");
}

/** The player's own card, which can be pressed and dragged. */
export function ownCardView(thing, {place, rove, count = 0}) {
  const usable = actionsWithCard(thing).length > 0 || state.update.may_talk;
  const marked = isSameCard(state.pick, thing) || inDeal(thing);
  const pinned = thing.place >= 0 && state.pins.has(thing.place);
  return html`<span
    class=${classNames(cardClasses(thing.card), "handle", {picked: isSameCard(state.pick, thing), staked: inDeal(thing), leaving: wouldLeaveHand(thing), aimed: isSelectable(thing), usable, pinned})}
    data-place=${place}
    data-drag=${JSON.stringify(thing)}
    data-explain=${`card:${thing.card}`}
    >${cardContent(thing.card)}<button
      type="button"
      class="cover"
      data-rove=${rove}
      aria-label=${cardLabel(thing, count)}
      aria-pressed=${String(marked)}
      @click=${() => pressCard(thing)}
      @contextmenu=${(event) => {
        if (thing.place < 0) return;
        event.preventDefault();
        // A long press explains the card instead (help/explanation_triggers.js).
        if (event.pointerType !== "touch") togglePin(thing.place);
      }}
    ></button
  ></span>`;
}

export function hand() {
  const cards = mine().hand;
  const movable = moves().length > 0;
  return html`<div
    class="hand"
    data-place=${`hand-${state.me}`}
    role="group"
    aria-label=${t("Your hand, front card first")}
  >
    <ol>
      ${cards.map(
        (card, place) =>
          html`<li class=${place === 0 ? "front" : ""} data-drop=${movable ? `place-${place}` : nothing}>
            ${place === 0 ? html`<span class="first" aria-hidden="true">${t("front")}</span>` : nothing}
            ${ownCardView({card, place, index: place}, {place: `hand-${state.me}-${place}`, rove: "hand", count: cards.length})}
          </li>`,
      )}
    </ol>
    ${cards.length ? nothing : html`<p class="hint">${t("Your hand is empty.")}</p>`}
  </div>`;
}

/** One's own cards set aside after a deal; they are planted in phase 3 (T5). */
export function ownSetAsideCards() {
  const cards = mine().aside;
  if (!cards.length) return html`<div class="due none" data-place=${`aside-${state.me}`}></div>`;
  return html`<div
    class="due"
    data-place=${`aside-${state.me}`}
    role="group"
    aria-label=${t("Set aside for you, to be planted")}
  >
    ${cards.map((card, index) => ownCardView({card, place: ASIDE, index}, {place: `aside-${state.me}-${index}`, rove: "aside"}))}
  </div>`;
}
