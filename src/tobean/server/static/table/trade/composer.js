// The deal composer: what you give, what you get, with whom; wishes; and the preview of a deal.
import {classNames, html, nothing} from "../render.js";
import {ruleLink} from "../help/rule_link.js";
import * as dealDraft from "./deal_draft.js";
import {cardOnTable, chip, chips, coin, shortName, token} from "../board/card.js";
import {counted, kindOf, nameOf, wantedKinds} from "../net/catalogue.js";
import {isTalkInComposer, talkLine} from "./chat.js";
import {gamePage} from "../net/game_plugin.js";
import {ariaDisabled, send} from "../net/actions.js";
import {TABLE, TURNED} from "../net/notation.js";
import {t} from "../translate.js";
import {change, myTurn, playerName, state, view} from "../state.js";

export const {inDeal, toggleStake} = dealDraft;
const {deal} = dealDraft;

/** The number of cards staked in the draft. */
export const stakedCount = () => deal.give.length;

/** Chooses this copy for the offer being answered; false if it is in no variant. */
export function tryChooseCopy(card) {
  return Boolean(state.choosing) && dealDraft.chooseCopy(state.choosing, card);
}

/** Whether this copy would leave the hand if the offer being answered were accepted. */
export function wouldLeaveHand(card) {
  if (!state.choosing || card.place < 0) return false;
  return Boolean(dealDraft.acceptVariants(state.choosing).chosen?.places?.includes(card.place));
}

export function openTradeWith(seat) {
  dealDraft.dealWith(seat);
  change({sheet: "trade"});
}

/** The heading of a side, with the number of cards once they may not all be visible. */
const sideHeading = (word, cards) => html`<h3>${word}${cards.length > 2 ? html` <span class="count">${cards.length}</span>` : nothing}</h3>`;

const placeLabel = ({place}) => (place === TURNED ? t("turned") : place >= 0 ? String(place + 1) : t("aside"));

function giveSide() {
  return html`<div class="side give" data-drop="give" role="group" aria-label=${t("You give")}>
    ${sideHeading(t("You give"), deal.give)}
    <div class="chips">
      ${deal.give.map(
        (thing) =>
          html`<button
            type="button"
            class="lift"
            @click=${() => toggleStake(thing)}
            aria-label=${t("{label}: {text}", {label: `${kindOf(thing.card).short} ${placeLabel(thing)}`, text: t("take it out of the deal")})}
          >
            ${chip(thing.card)} <small>${placeLabel(thing)}</small>
          </button>`,
      )}
      ${deal.give.length ? nothing : html`<p class="hint">${t("Tap or drag your cards.")}</p>`}
    </div>
  </div>`;
}

/** On a phone the sheet covers the hand, so it is repeated here. */
function handInSheet() {
  return html`<small class="phone-only" aria-hidden="true">${t("Your cards")}</small>
    <div class="stock" role="group" aria-label=${t("Your cards")}>
    ${dealDraft.giveableCards().map(
      (thing) =>
        html`<button
          type="button"
          class="kind"
          aria-pressed=${String(inDeal(thing))}
          aria-label=${`${kindOf(thing.card).short} ${placeLabel(thing)}`}
          @click=${() => toggleStake(thing)}
        >
          ${token(thing.card)}<span>${shortName(thing.card)}</span>
        </button>`,
    )}
    </div>
    <small class="phone-only" aria-hidden="true">${t("Kinds to ask for")}</small>`;
}

function receiveSide() {
  const counts = new Map();
  for (const kind of deal.want) counts.set(kind, (counts.get(kind) || 0) + 1);
  return html`<div class="side get" role="group" aria-label=${t("You get")}>
    ${sideHeading(t("You get"), deal.want)}
    <div class="chips">
      ${[...counts].map(
        ([kind, count]) =>
          html`<button
            type="button"
            class="lift"
            @click=${() => dealDraft.dropWant(kind)}
            aria-label=${t("{label}: {text}", {label: counted(kind, count), text: t("take one away")})}
          >
            ${chip(kind, count)}
          </button>`,
      )}
      ${deal.want.length ? nothing : html`<p class="hint">${t("Tap kinds below.")}</p>`}
    </div>
  </div>`;
}

function palette() {
  const wishing = state.wishing;
  const wishes = view().wishes?.[state.me] || [];
  return html`<div
    class=${classNames("palette", {wishing})}
    role="group"
    aria-label=${wishing ? t("Kinds you wish for") : t("Kinds to ask for")}
  >
    ${wantedKinds().map(
      (id) =>
        html`<button
          type="button"
          class="kind"
          data-rove="kinds"
          aria-pressed=${wishing ? String(wishes.includes(id)) : nothing}
          aria-disabled=${ariaDisabled(wishing || !dealDraft.isForbidden(id))}
          aria-label=${t("{label}: {text}", {label: kindOf(id).short, text: wishing ? t("wish for it") : t("ask for one")})}
          title=${nameOf(id)}
          @click=${() => (wishing ? toggleWish(id, wishes) : dealDraft.addWant(id))}
        >
          ${token(id)}<span>${kindOf(id).short}</span>
        </button>`,
    )}
  </div>`;
}

function toggleWish(id, wishes) {
  const kinds = wishes.includes(id) ? wishes.filter((each) => each !== id) : [...wishes, id];
  send({type: "wish", kinds});
}

function partners() {
  const {players} = view();
  if (!myTurn() || deal.answers) return nothing;
  const seats = [TABLE, ...Array.from({length: players}, (_, seat) => seat).filter((seat) => seat !== state.me)];
  return html`<fieldset class="with">
    <legend class="visually-hidden">${t("With whom")}</legend>
    ${seats.map(
      (seat) =>
        html`<label class=${classNames("pill", {on: deal.to === seat})}
          ><input
            type="radio"
            class="visually-hidden"
            name="partner"
            .checked=${deal.to === seat}
            @change=${() => dealDraft.dealWith(seat)}
          />${seat === TABLE ? t("all") : playerName(seat)}</label
        >`,
    )}
  </fieldset>`;
}

function offerLabel() {
  if (deal.answers) return t("Send");
  if (deal.give.length && !deal.want.length) return t("Give as a gift");
  if (!deal.give.length && deal.want.length) return t("Ask for a gift");
  return t("Offer");
}

function buttons() {
  const talking = state.update.may_talk;
  return html`<div class="buttons">
    <button
      type="button"
      class="action leading"
      data-make="offer"
      aria-label=${deal.answers ? t("Send counter-offer") : nothing}
      aria-disabled=${ariaDisabled(talking && !dealDraft.isDealEmpty())}
      @click=${dealDraft.makeOffer}
    >
      ${offerLabel()}
    </button>
    ${
      deal.answers
        ? html`<button type="button" class="action quiet" @click=${dealDraft.backToOriginal}>
            ${t("Back to the original")}
          </button>`
        : html`<button
            type="button"
            class="action quiet"
            data-make="call"
            aria-disabled=${ariaDisabled(talking && !dealDraft.isDealEmpty())}
            @click=${dealDraft.makeCall}
            title=${t("Not binding; others reply with offers (T8)")}
          >
            ${t("Just ask")}
          </button>`
    }
    <button
      type="button"
      class="action quiet"
      title=${t("Preview the deal")}
      aria-disabled=${ariaDisabled(!dealDraft.isDealEmpty())}
      @click=${() => dealDraft.isDealEmpty() || dealDraft.askPreview(dealDraft.draftNotation())}
    >
      ${t("Preview")}
    </button>
    <button
      type="button"
      class="action quiet round"
      aria-disabled=${ariaDisabled(!dealDraft.isDealEmpty() || Boolean(deal.answers))}
      @click=${dealDraft.clearDeal}
      aria-label=${t("Clear the deal")}
    >
      ✕
    </button>
  </div>`;
}

/** Fields and hand as they would be after the deal. */
export function previewBox() {
  const seen = state.preview;
  if (!seen) return nothing;
  return html`<div class="notice preview" role="group" aria-label=${t("After the deal")}>
    <h3>
      ${t("After the deal")}
      <button type="button" class="plain" aria-label=${t("Close")} @click=${() => change({preview: null})}>✕</button>
    </h3>
    ${seen.legal ? nothing : html`<p class="wrong">${seen.text} ${ruleLink(seen.rule)}</p>`}
    <p class="mini">
      <small>${t("fields")}</small>${(seen.fields || []).map(
        ({row, pays}) =>
          html`<span class="lot"
            >${row.length ? html`${chips(row)}<span class="pay">${pays}${coin()}</span>` : "–"}</span
          >`,
      )}
    </p>
    ${seen.no_room?.length ? html`<p class="mini"><small>${t("need a harvest first")}</small>${chips(seen.no_room)}</p>` : nothing}
    <p class="mini"><small>${t("hand")}</small>${(seen.hand || []).map((card) => cardOnTable(card))}</p>
  </div>`;
}

const wishButton = () =>
  html`<button
    type="button"
    class="pill wish"
    aria-pressed=${String(Boolean(state.wishing))}
    @click=${() => change({wishing: !state.wishing})}
    title=${t("Show everybody what you would like")}
  >
    ♥ ${t("Wishes")}
  </button>`;

export function composer() {
  if (state.me < 0 || view().over || !gamePage().trading) return nothing;
  const title = deal.answers
    ? t("Counter-offer to {name}", {name: playerName(deal.to)})
    : state.wishing
      ? t("Your wishes")
      : myTurn()
        ? t("Trade")
        : t("Trade with {name}", {name: playerName(view().active)});
  return html`<section class="composer panel" aria-label=${t("Trade")}>
    <h2>
      ${title}<span class="spring"></span>
      ${deal.answers ? nothing : wishButton()}
      <button type="button" class="plain close-button" aria-label=${t("Close")} @click=${() => change({sheet: null})}>
        ✕
      </button>
    </h2>
    <div class="draft">
      ${state.wishing ? nothing : html`<div class="scales">${giveSide()} <span class="swap" aria-hidden="true">⇄</span> ${receiveSide()}</div>`}
      ${state.wishing ? nothing : handInSheet()} ${palette()}
    </div>
    <div class="foot">${state.wishing ? nothing : [partners(), buttons()]} ${isTalkInComposer() ? talkLine() : nothing}</div>
  </section>`;
}
