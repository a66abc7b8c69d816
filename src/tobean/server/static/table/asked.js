// What is asked, of whom and by which rule; the answers as buttons; and all of it in words for those who listen.
import {html, names, nothing, repeat} from "./lit.js";
import {below} from "./dom.js";
import {aimButtons, aimHeadline, aimNow, aimStart, parted} from "./aim.js";
import {nameOf} from "./catalogue.js";
import {emptyDeal} from "./bargain.js";
import {act, deeds, fitting, folded, isAsked, plain, plantFitting, send, withCard} from "./deeds.js";
import {isOf, isOnward} from "./game.js";
import {adviceLine, hintButton} from "./hint.js";
import {TURNED} from "./notation.js";
import {forMe, offerAsked, offerDrawn, offerNow, offerWords} from "./offers.js";
import {faceOf} from "./seat.js";
import {nothingButton, wordBar, wordHint} from "./speaking.js";
import {listed, t} from "./text.js";
import {change, hasEnded, mine, myChoice, state, view} from "./state.js";
import {previewBox} from "./trade.js";

/** The number of a rule as a link to its text. */
export function ruleLink(rule) {
  if (!rule) return nothing;
  const {game} = state.hello.table;
  return html`<a
    class="rule"
    href=${below(`/rules/${game}#${rule}`)}
    target="_blank"
    rel="noopener"
    aria-label=${t("Rule {rule}", {rule})}
    >${rule}</a
  >`;
}

const FEW = 7;
/** Letters of a label that fill more than three lines of half the width of a phone. */
const WORDY = 48;
/** Answers to offers stand beside the offer, harvests beside the field. */
const ELSEWHERE = new Set(["accept", "decline", "withdraw", "harvest"]);
/** What hangs on a thing is named without a card picked up only where there is little of it. */
const isHung = ({verb}) => verb === "discard" || isOf("hung", verb);
/** What can also be done where the card or the field lies. */
const isBeside = (deed) => deed.verb === "harvest" || isHung(deed);
const isLeading = ({verb}) => verb === "plant" || verb === "accept" || isOf("leading", verb);

/** The buttons now: for the card picked up, else for all that needs no card, else for all if they are few. */
function offered(open) {
  if (state.pick) return withCard(state.pick);
  const here = open.filter((deed) => !isHung(deed));
  // Where nothing else is possible, a harvest has to make room first (K5); it never hides what is asked.
  if (!here.length && myChoice() && !forMe().length) {
    const few = open.slice(0, FEW);
    const harvests = deeds().filter((deed) => deed.verb === "harvest");
    const stuck = view().turned.length > 0 && !open.some(({place}) => place === TURNED);
    return stuck ? [...harvests, ...few] : [...few, ...harvests];
  }
  // While cards are traded, what hangs on a thing stays there: the question is another one.
  if (open.length <= 3 && !state.update.may_talk) return open;
  return here.length <= FEW ? here : plain();
}

/** What goes on without doing anything comes last. */
const inOrder = (found) => [...found.filter((deed) => !isOnward(deed)), ...found.filter(isOnward)];

/** What the style of phones tells apart. */
const looksOf = (deed) => ({
  planting: deed.verb === "plant",
  ending: deed.verb === "end trading",
  hung: !state.pick && isBeside(deed),
  onward: isOnward(deed),
  wordy: deed.label.length > WORDY,
});

function button(deed, index) {
  const leading = isLeading(deed) || (index === 0 && deeds().length === 1);
  return html`<button
    type="button"
    class=${names("deed", {leading, quiet: !leading, ...looksOf(deed)})}
    data-do=${deed.do}
    data-rove="deeds"
    @click=${() => act(deed)}
  >
    ${deed.verb === "end trading" ? endLabel(deed) : deed.label}
  </button>`;
}

/** Beside an offer there is little room on a phone. */
const endLabel = ({label}) =>
  html`<span class="whole">${label}</span><span class="brief">${t("End the trading")}</span>`;

/** How many cards would be planted without a choice. */
const fittingCards = () =>
  fitting().reduce((count, {card, place}) => {
    const lying = place === TURNED ? view().turned : mine().aside;
    return count + lying.filter((each) => each === card).length;
  }, 0);

/** Several cards that leave no choice are planted by one press; each can still be planted by itself. */
function fittingButton() {
  const count = state.pick ? 0 : fittingCards();
  if (count < 2) return nothing;
  const words = t("Plant everything that fits ({count})", {count});
  const each = listed(folded(fitting()).map(({label}) => label));
  return html`<button
    type="button"
    class="deed leading fitting"
    data-fitting
    data-rove="deeds"
    title=${each}
    aria-label=${`${words}: ${each}`}
    @click=${() => plantFitting()}
  >
    ${words} <kbd aria-hidden="true">G</kbd>
  </button>`;
}

/** All but offers, of which there are too many to list. */
function all() {
  const text = state.update.may_talk ? t("Besides, you can trade: tap the cards that you would give.") : "";
  change({dialog: {name: "choose", title: t("All you can do now"), text, deeds: inOrder(deeds())}});
}

function headline() {
  const {asked} = state.update;
  const aimed = aimNow();
  if (aimed) return aimHeadline(aimed);
  if (view().over) return html`<p class="question">${t("The game is over.")}</p>`;
  if (hasEnded()) return html`<p class="question">${t("The game has ended.")}</p>`;
  if (state.pick) {
    return html`<p class="question">
      ${t("What do you do with {card}?", {card: nameOf(state.pick.card)})}
      <button
        type="button"
        class="plain asks"
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
  return html`<p class="question">${asked?.text} ${ruleLink(asked?.rule)} ${wordHint()}</p>`;
}

function noticeLine() {
  const {notice} = state;
  if (!notice) return nothing;
  return html`<p class=${names("notice", notice.tone)}>
    <span>${notice.text} ${ruleLink(notice.rule)}</span>
    <button type="button" class="plain" aria-label=${t("Close")} @click=${() => change({notice: null})}>✕</button>
  </p>`;
}

/** On phones the deal that is being put together lies behind a sheet: whoever has laid a card into it is led there. */
function finishButton() {
  if (emptyDeal() || !state.update.may_talk || state.pick) return nothing;
  return html`<button type="button" class="deed leading finish" data-rove="deeds" @click=${() => change({sheet: "trade"})}>
    ${t("Finish the offer")}
  </button>`;
}

/** On a phone an open sheet hides the question; while one puts a deal together, only what others ask is shown over it. */
const overSheet = () =>
  Boolean(state.sheet) && isAsked() && (state.sheet !== "trade" || !state.update.may_talk || Boolean(offerNow()));

/** Whether phones leave out what can be done at a card or a field: in a list it would push the fields and the hand off the screen. */
const isLong = (shown) => !state.pick && shown.filter(isBeside).length > 2;

const restButton = (narrow) =>
  html`<button type="button" class=${names("deed", "quiet", "rest", {narrow})} data-rove="deeds" @click=${all}>
    ${t("What can I do?")}
  </button>`;

/** What can be done, what goes on without doing anything, and what helps. */
const buttons = (shown, many, more) =>
  html`${fittingButton()} ${shown.filter((deed) => !isOnward(deed)).map(button)} ${many.map((sort) => aimStart(sort))}
    ${more || isLong(shown) ? restButton(!more) : nothing}
    ${shown.filter(isOnward).map(button)}
    ${
      state.update.undo
        ? html`<button type="button" class="deed quiet undo" data-rove="deeds" @click=${undo}>
            ↶ <span class="word">${t("Undo")}</span>
          </button>`
        : nothing
    }
    ${finishButton()} ${nothingButton()} ${offerDrawn() && !state.pick ? nothing : hintButton()}`;

export function askedBar() {
  const open = deeds().filter((deed) => !ELSEWHERE.has(deed.verb));
  const found = offered(open);
  const {few, many} = parted(found);
  const shown = folded(few);
  const aimed = aimNow();
  const more = !state.pick && open.some((deed) => !found.includes(deed));
  return html`<section
    class=${names("asked", {yours: isAsked(), busy: Boolean(state.pending), raised: overSheet()})}
    aria-label=${t("What is asked")}
  >
    ${noticeLine()} ${adviceLine()} ${previewBox()}
    <div class="line">
      ${headline()} ${state.pick || aimed ? nothing : offerAsked()}
      <div class="deeds">
        ${aimed ? aimButtons(aimed) : buttons(shown, many, more)}
      </div>
      ${wordBar()}
    </div>
  </section>`;
}

export function undo() {
  if (send({type: "undo", version: state.update.version})) change({notice: null});
}

/** The polite live region; old sentences leave, so that only news is read out. */
/** A line keeps its paragraph: one whose text changes would be read out anew. */
export function liveRegion() {
  return html`<div class="unseen" role="status" aria-live="polite" aria-atomic="false">
    ${repeat(
      state.spoken,
      ({id}) => id,
      ({text}) => html`<p>${text}</p>`,
    )}
  </div>`;
}
