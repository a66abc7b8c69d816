// The prompt: the question, its rule and the answers as buttons; and the live region for screen readers.
import {classNames, html, nothing, repeat} from "../render.js";
import {choiceButtons, choiceHeadline, choiceStartButton, currentStep, splitLargeGroups} from "./action_chooser.js";
import {nameOf} from "../net/catalogue.js";
import {isDealEmpty} from "../trade/deal_draft.js";
import {act, actions, actionsWithCard, cardlessActions, fitting, isAwaited, plantFitting, send, withoutDuplicates} from "../net/actions.js";
import {isFlagged, isOnward} from "../net/game_plugin.js";
import {hintButton, hintLine} from "../help/hint.js";
import {TURNED} from "../net/notation.js";
import {offerDrawn, offerNow, offersForMe, offerWords, promptOffer} from "../trade/offers.js";
import {faceOf} from "./seat.js";
import {hasPriority, priorityBar, priorityHint, waiveButton} from "../trade/priority_window.js";
import {requestLine} from "../panels/seat_requests.js";
import {tempoTip} from "../trade/late_sentence.js";
import {ruleLink} from "../help/rule_link.js";
import {listed, t} from "../translate.js";
import {change, hasEnded, mine, myChoice, speaker, state, view} from "../state.js";
import {finishButton} from "../trade/speaking_up.js";
import {previewBox} from "../trade/composer.js";

const MAX_BUTTONS = 7;
/** Length of a label that fills more than three lines of half the width of a phone. */
const LONG_LABEL = 48;
/** Answers to offers are shown beside the offer, harvests beside the field. */
const SHOWN_ELSEWHERE = new Set(["accept", "decline", "withdraw", "harvest"]);
/** Actions attached to a card or another object on the table; listed as buttons only if a card is picked up or they are few. */
const isAttached = ({verb}) => verb === "discard" || isFlagged("attached", verb);
/** Actions that are also available at the card or field itself. */
const isAvailableElsewhere = (action) => action.verb === "harvest" || isAttached(action);
const isLeading = ({verb}) => verb === "plant" || verb === "accept" || isFlagged("leading", verb);

/** The actions to show as buttons: those of the picked card, else those without a card, or all if there are few. */
function buttonActions(open) {
  if (state.pick) return actionsWithCard(state.pick);
  const here = open.filter((action) => !isAttached(action));
  // If nothing else is possible, a harvest must make room first (K5). It never hides the prompt itself.
  if (!here.length && myChoice() && !offersForMe().length) {
    const few = open.slice(0, MAX_BUTTONS);
    const harvests = actions().filter((action) => action.verb === "harvest");
    const stuck = view().turned.length > 0 && !open.some(({place}) => place === TURNED);
    return stuck ? [...harvests, ...few] : [...few, ...harvests];
  }
  // During trading the prompt is about offers, so attached actions are not repeated here.
  if (open.length <= 3 && !state.update.may_talk) return open;
  return here.length <= MAX_BUTTONS ? here : cardlessActions();
}

/** Actions that only move the game on come last. */
const inOrder = (found) => [...found.filter((action) => !isOnward(action)), ...found.filter(isOnward)];

/** Classes that the phone style distinguishes. */
const styleClasses = (action) => ({
  planting: action.verb === "plant",
  ending: action.verb === "end trading",
  attached: !state.pick && isAvailableElsewhere(action),
  onward: isOnward(action),
  wordy: action.label.length > LONG_LABEL,
});

function button(action, index) {
  const leading = isLeading(action) || (index === 0 && actions().length === 1);
  return html`<button
    type="button"
    class=${classNames("action", {leading, quiet: !leading, ...styleClasses(action)})}
    data-do=${action.do}
    data-rove="actions"
    @click=${() => act(action)}
  >
    ${action.verb === "end trading" ? endLabel(action) : action.label}
  </button>`;
}

/** A short label for phones, where an offer leaves little room. */
const endLabel = ({label}) =>
  html`<span class="whole">${label}</span><span class="brief">${t("End the trading")}</span>`;

/** How many cards have exactly one place to go. */
const fittingCards = () =>
  fitting().reduce((count, {card, place}) => {
    const lying = place === TURNED ? view().turned : mine().aside;
    return count + lying.filter((each) => each === card).length;
  }, 0);

/** One button plants all cards with a single possible place; each can still be planted separately. */
function fittingButton() {
  const count = state.pick ? 0 : fittingCards();
  if (count < 2) return nothing;
  const words = t("Plant everything that fits ({count})", {count});
  const each = listed(withoutDuplicates(fitting()).map(({label}) => label));
  return html`<button
    type="button"
    class="action leading fitting"
    data-fitting
    data-rove="actions"
    title=${each}
    aria-label=${t("{label}: {text}", {label: words, text: each})}
    @click=${() => plantFitting()}
  >
    ${words} <kbd aria-hidden="true">G</kbd>
  </button>`;
}

/** Lists every action except offers, which would be too many. */
function showAllActions() {
  const text = state.update.may_talk ? t("You can also trade: tap the cards you want to give.") : "";
  change({dialog: {name: "choose", title: t("All you can do now"), text, actions: inOrder(actions())}});
}

function headline() {
  const {asked} = state.update;
  const step = currentStep();
  if (step) return choiceHeadline(step);
  if (view().over) return html`<p class="question">${t("The game is over.")}</p>`;
  if (hasEnded()) return html`<p class="question">${t("The game has ended.")}</p>`;
  if (state.pick) {
    return html`<p class="question">
      ${t("What do you do with {card}?", {card: nameOf(state.pick.card)})}
      <button
        type="button"
        class="plain explain-button"
        data-look
        data-explain=${`card:${state.pick.card}`}
        data-thing=${JSON.stringify(state.pick)}
        aria-label=${t("What is this: {name}", {name: nameOf(state.pick.card)})}
        aria-haspopup="dialog"
      >
        <i aria-hidden="true">i</i>
      </button>
      <button type="button" class="plain" @click=${() => change({pick: null})}>${t("put it back")}</button>
    </p>`;
  }
  const offer = offerDrawn();
  if (offer) return html`<p class="question offering">${faceOf(offer.seat)} ${offerWords(offer)} ${ruleLink(asked?.rule)}</p>`;
  return html`<p class="question">${asked?.text} ${ruleLink(asked?.rule)} ${priorityHint()}</p>`;
}

function noticeLine() {
  const {notice} = state;
  if (!notice) return nothing;
  return html`<p class=${classNames("notice", notice.tone)}>
    <span>${notice.text} ${ruleLink(notice.rule)}</span>
    <button type="button" class="plain" aria-label=${t("Close")} @click=${() => change({notice: null})}>✕</button>
  </p>`;
}

/** On phones the composer is in a sheet: once a card is staked, this button leads there. */
function openComposerButton() {
  if (isDealEmpty() || !state.update.may_talk || state.pick) return nothing;
  return html`<button type="button" class="action leading finish" data-rove="actions" @click=${() => change({sheet: "trade"})}>
    ${t("Finish the offer")}
  </button>`;
}

/** On a phone an open sheet hides the prompt; during a draft only requests of others are shown over it. */
const isRaisedOverSheet = () =>
  Boolean(state.sheet) && isAwaited() && (state.sheet !== "trade" || !state.update.may_talk || Boolean(offerNow()));

/** Whether small screens hide the actions of cards and fields: a list of them would push fields and hand off the screen. */
const hidesActions = (shown) =>
  !state.pick && (shown.filter(isAvailableElsewhere).length > 1 || shown.filter(({verb}) => verb === "plant").length > 3);

const allActionsButton = (narrow) =>
  html`<button type="button" class=${classNames("action", "quiet", "rest", {narrow})} data-rove="actions" @click=${showAllActions}>
    ${t("What can I do?")}
  </button>`;

/** Whether the bar and button of the priority window show; an open offer replaces them. */
const showsPriority = () => hasPriority() && !offerNow() && speaker() === null;

/** The buttons in order: actions, actions that only move the game on, help. */
const buttons = (shown, many, more) =>
  html`${fittingButton()} ${shown.filter((action) => !isOnward(action)).map(button)} ${many.map((group) => choiceStartButton(group))}
    ${more || hidesActions(shown) ? allActionsButton(!more) : nothing}
    ${shown.filter(isOnward).map(button)}
    ${
      state.update.undo
        ? html`<button type="button" class="action quiet undo" data-rove="actions" title=${t("Undo")} @click=${undo}>
            ↶ <span class="word">${t("Undo")}</span>
          </button>`
        : nothing
    }
    ${openComposerButton()} ${showsPriority() ? waiveButton() : nothing} ${finishButton()} ${offerDrawn() && !state.pick ? nothing : hintButton()}`;

export function promptBar() {
  const open = actions().filter((action) => !SHOWN_ELSEWHERE.has(action.verb));
  const found = buttonActions(open);
  const {few, many} = splitLargeGroups(found);
  const shown = withoutDuplicates(few);
  const step = currentStep();
  const more = !state.pick && open.some((action) => !found.includes(action));
  return html`<section
    class=${classNames("prompt", {yours: isAwaited(), busy: Boolean(state.pending), raised: isRaisedOverSheet()})}
    tabindex="-1"
    aria-label=${t("Current question")}
  >
    ${noticeLine()} ${requestLine()} ${tempoTip()} ${hintLine()} ${previewBox()}
    <div class="line">
      ${headline()} ${state.pick || step ? nothing : promptOffer()}
      <div class="actions">
        ${step ? choiceButtons(step) : buttons(shown, many, more)}
      </div>
      ${showsPriority() ? priorityBar() : nothing}
    </div>
  </section>`;
}

export function undo() {
  if (send({type: "undo", version: state.update.version})) change({notice: null});
}

/** The polite live region. Each line keeps its own paragraph: one whose text changed would be read out again. */
export function liveRegion() {
  return html`<div class="visually-hidden" role="status" aria-live="polite" aria-atomic="false">
    ${repeat(
      state.announcements,
      ({id}) => id,
      ({text}) => html`<p>${text}</p>`,
    )}
  </div>`;
}
