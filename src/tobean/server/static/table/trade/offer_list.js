// The list of offers and calls, one line each. It holds still while the pointer or the focus is in it.
import {classNames, html, nothing, repeat, vars} from "../render.js";
import * as dealDraft from "./deal_draft.js";
import {chips} from "../board/card.js";
import {act, ariaDisabled, firstAction, isRefused} from "../net/actions.js";
import {gamePage} from "../net/game_plugin.js";
import {TABLE} from "../net/notation.js";
import {inContext, listed, t} from "../translate.js";
import {change, isMe, playerName, state, view} from "../state.js";
import {faceOf} from "../board/seat.js";
import {awaitsAnswer, isAcceptable, selectOffer, offerNow, offersForMe, previewOf} from "./offers.js";
import {freeze, isAt, isTouched} from "./stability.js";

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
const isInactive = (offer) => isRefused(offer) && offer.seat !== state.me && !isAcceptable(offer);

const isQuiet = (offer) => (isRefused(offer) || offer.declined.includes(state.me)) && !awaitsAnswer(offer);

const ownRefused = (offer) => offer.seat === state.me && isRefused(offer);

/** A frozen line keeps its (disabled) button, so that the focus is not lost. */
function offerLine({offer, covered, gone}) {
  const own = offer.seat === state.me;
  const verbs = verbsOf(offer.seat);
  const withdraw = own && !gone ? firstAction("withdraw", {offer: offer.number}) : null;
  const answerable = !gone && (awaitsAnswer(offer) || isAcceptable(offer));
  const now = answerable && offerNow()?.number === offer.number;
  const looks = {own, waiting: answerable && awaitsAnswer(offer), quiet: gone || isQuiet(offer), now, gone};
  return html`<li
    class=${classNames("offer", looks)}
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
            @click=${() => answerable && selectOffer(offer)}
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
  return html`<li class=${classNames("offer", "call", {own, gone, quiet: gone})}>
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

/** Whether the list must keep its place: a pointer or the focus is in it, or it is an open sheet on a phone. */
const isListHeld = () =>
  isAt(".offers ul") ||
  isAt(".offers ul *") ||
  (state.sheet === "offers" && !matchMedia("(min-width: 60rem)").matches) ||
  isTouched();

/** The lines to draw. While the list is frozen, each line keeps its place: gone lines stay, new ones are appended. */
function linesNow() {
  if (state.pending) return drawnLines; // what can be answered is not known until the server has replied
  const wanted = orderedLines();
  const before = wanted.length && isListHeld() ? drawnLines : [];
  if (before.length) freeze();
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
function frozenListHeight() {
  if (!isAt(".column") && !isAt(".column *") && !isTouched()) return null;
  freeze();
  return document.querySelector(".offers")?.getBoundingClientRect().height ?? null;
}

const lineDrawn = (line) => (line.offers ? refusedLine(line) : line.call ? callLine(line) : offerLine(line));

export function offerList() {
  const now = view();
  if (!gamePage().trading || now.over) return nothing;
  const waiting = offersForMe();
  const lines = linesNow();
  const empty = !lines.length;
  const height = frozenListHeight();
  return html`<section
    class=${classNames("offers", "panel", {empty, waiting: waiting.length > 0, steady: height !== null})}
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
