// The event banner: shows attacks, thefts, taxes and edicts as a card over the middle of the table. It lets every press
// through and disappears by itself; the live region and the log have the same events.
import {afterRender, html, nothing} from "../render.js";
import {cardOnTable} from "../board/card.js";
import {kindOf} from "../net/catalogue.js";
import {hasHint} from "../help/hint.js";
import {hasLesson} from "../help/introduction.js";
import {EDGE, isNarrow, leastCovering} from "./overlay_placement.js";
import {settings} from "../settings.js";
import {t} from "../translate.js";
import {change, state} from "../state.js";

const MIN_MILLISECONDS = 2200;
const MILLISECONDS_PER_LETTER = 38;
const MAX_MILLISECONDS = 7000;
const MAX_LINES = 4;
const MAX_CARDS = 7;

let timer = 0;

/** Whether to show the event: players know their own actions, unless it is news to all or this is a replay. */
const isNewToViewer = ({moment, seat}) => Boolean(moment) && (moment.all || seat !== state.me || Boolean(state.replay));

/**
 * Shows the events of an update together, one line each. They are appended to lines that are still shown, and the oldest
 * lines are dropped, so that the banner never lags behind quick bots.
 */
export function showEvents(events) {
  const lines = [];
  for (const {moment, cards = []} of events.filter(isNewToViewer)) {
    const last = lines[lines.length - 1];
    if (last?.text === moment.text) last.times += 1;
    else lines.push({title: moment.title, text: moment.text, cards: cards.slice(0, MAX_CARDS), times: 1});
  }
  if (!lines.length || !settings.moments) return;
  const now = performance.now();
  const letters = lines.reduce((sum, {text}) => sum + text.length, 0);
  const lasting = Math.min(MAX_MILLISECONDS, MIN_MILLISECONDS + MILLISECONDS_PER_LETTER * letters);
  for (const line of lines) line.until = now + lasting;
  const room = Math.max(0, MAX_LINES - lines.length);
  const before = room ? (state.moment ?? []).filter(({until}) => until > now).slice(-room) : [];
  change({moment: [...before, ...lines]});
  clearTimeout(timer);
  timer = setTimeout(closeEventBanner, Math.max(...state.moment.map(({until}) => until)) - now);
}

export function closeEventBanner() {
  clearTimeout(timer);
  if (state.moment) change({moment: null});
}

/** The text of a card that is not a bean, for players who see it for the first time. */
function meaning(cards) {
  const {of, text, about} = kindOf(cards[0] ?? -1);
  return cards.length === 1 && of !== "bean" && about && !text ? html`<small>${about}</small>` : nothing;
}

/** Cards and titles are not repeated from line to line; a card's text follows the last line about it. */
function line({title, text, cards, times}, index, lines) {
  const before = lines[index - 1];
  const alike = (other) => other && String(other.cards) === String(cards);
  const same = alike(before);
  return html`${title === before?.title ? nothing : html`<h2>${title}</h2>`}
    <div class="event-line">
      ${cards.length && !same ? html`<span class="event-cards">${cards.map((card) => cardOnTable(card, {decorative: true}))}</span>` : nothing}
      <p>${text} ${times > 1 ? html`<b>${times}×</b>` : nothing} ${alike(lines[index + 1]) ? nothing : meaning(cards)}</p>
    </div>`;
}

/** Elements that the banner should not cover, and those it covers only if all places do. */
const NEEDED = ".seat, .fields.own, .hand, .result, .lesson, .offers, .composer, .tabs";
const SPARED = ".top, .turned, .middle section";

/** Hides the oldest parts if not all of them fit: the newest is never cut off. */
function hideOldest(note) {
  const parts = [...note.querySelectorAll("h2, .event-line")];
  for (const part of parts) part.hidden = false;
  for (const part of parts.slice(0, -2)) {
    if (note.scrollHeight <= note.clientHeight) return;
    part.hidden = true;
  }
}

/** Places the banner where it covers least: as styled, above or below the turned cards, or over the chat. */
function placeBanner(note) {
  for (const side of ["left", "top", "right", "margin"]) note.style[side] = "";
  hideOldest(note);
  const turned = document.querySelector(".turned")?.getBoundingClientRect();
  if (!turned) return;
  const {offsetLeft: left, offsetTop: top, offsetHeight: height} = note;
  const places = [
    [left, top],
    [left, turned.top - height - EDGE],
    [left, turned.bottom + EDGE],
    [innerWidth, top],
  ];
  const place = leastCovering(places, note, NEEDED, null, SPARED);
  Object.assign(note.style, {left: `${place[0]}px`, top: `${place[1]}px`, right: "auto", margin: "0"});
}

/** Lessons take precedence, and a phone has room for only one overlay. The log has every event. */
const isCrowded = () =>
  hasLesson() || (isNarrow() && [state.notice, state.preview, state.explained, hasHint()].some(Boolean));

/** Hidden from screen readers: the live region announces the same events. */
export function eventBanner() {
  const {moment} = state;
  if (!moment || state.dialog || isCrowded()) return nothing;
  return html`<div class="moment" aria-hidden="true" ${afterRender((note) => requestAnimationFrame(() => note.isConnected && placeBanner(note)))}>
    ${moment.map(line)}
    <button type="button" class="plain" tabindex="-1" title=${t("Close")} @click=${closeEventBanner}>✕</button>
  </div>`;
}
