// What happens plays out before people's eyes: attacks, thefts, taxes, edicts, as a card over the middle of the table. It
// lets every press through and goes by itself; all of it is read out and stands in the log, too.
import {each, html, nothing} from "./lit.js";
import {lying} from "./card.js";
import {kindOf} from "./catalogue.js";
import {isAdvised} from "./hint.js";
import {hasLesson} from "./learn.js";
import {EDGE, freest, isNarrow} from "./room.js";
import {settings} from "./settings.js";
import {t} from "./text.js";
import {change, state} from "./state.js";

const SHORTEST = 2200;
const LETTER = 38;
const LONGEST = 7000;
const MOST_LINES = 4;
const MOST_CARDS = 7;

let timer = 0;

/** Whether somebody is to see it: whoever did it knows, unless there is news for them, too, or it was long ago. */
const isNews = ({moment, seat}) => Boolean(moment) && (moment.all || seat !== state.me || Boolean(state.replay));

/**
 * What an update has brought is shown at once, a line for each thing. Where something lies there still, it is put below
 * that: so nothing lags behind bots who are quick, and the oldest lines make room.
 */
export function showMoments(events) {
  const lines = [];
  for (const {moment, cards = []} of events.filter(isNews)) {
    const last = lines[lines.length - 1];
    if (last?.text === moment.text) last.times += 1;
    else lines.push({title: moment.title, text: moment.text, cards: cards.slice(0, MOST_CARDS), times: 1});
  }
  if (!lines.length || !settings.moments) return;
  const now = performance.now();
  const letters = lines.reduce((sum, {text}) => sum + text.length, 0);
  const lasting = Math.min(LONGEST, SHORTEST + LETTER * letters);
  for (const line of lines) line.until = now + lasting;
  const room = Math.max(0, MOST_LINES - lines.length);
  const before = room ? (state.moment ?? []).filter(({until}) => until > now).slice(-room) : [];
  change({moment: [...before, ...lines]});
  clearTimeout(timer);
  timer = setTimeout(closeMoment, Math.max(...state.moment.map(({until}) => until)) - now);
}

export function closeMoment() {
  clearTimeout(timer);
  if (state.moment) change({moment: null});
}

/** What a card does that is no bean, for those who see it for the first time. */
function meaning(cards) {
  const {of, text, about} = kindOf(cards[0] ?? -1);
  return cards.length === 1 && of !== "bean" && about && !text ? html`<small>${about}</small>` : nothing;
}

/** What the line before has shown already is not shown again; what a card does stands below the last line about it. */
function line({title, text, cards, times}, index, lines) {
  const before = lines[index - 1];
  const alike = (other) => other && String(other.cards) === String(cards);
  const same = alike(before);
  return html`${title === before?.title ? nothing : html`<h2>${title}</h2>`}
    <div class="scene">
      ${cards.length && !same ? html`<span class="props">${cards.map((card) => lying(card, {silent: true}))}</span>` : nothing}
      <p>${text} ${times > 1 ? html`<b>${times}×</b>` : nothing} ${alike(lines[index + 1]) ? nothing : meaning(cards)}</p>
    </div>`;
}

/** What one looks at to decide. */
const NEEDED = ".turned, section.asked, .beds.own, .hand, .result, .lesson";

/** Leaves out the oldest parts where not all of them fit: the newest is never cut off. */
function thin(note) {
  const parts = [...note.querySelectorAll("h2, .scene")];
  for (const part of parts) part.hidden = false;
  for (const part of parts.slice(0, -2)) {
    if (note.scrollHeight <= note.clientHeight) return;
    part.hidden = true;
  }
}

/** It lies where the style says, above, below, or at the side, over the talk: where it covers least of what is needed. */
function settle(note) {
  for (const side of ["left", "top", "right", "margin"]) note.style[side] = "";
  thin(note);
  const turned = document.querySelector(".turned")?.getBoundingClientRect();
  if (!turned) return;
  const {offsetLeft: left, offsetTop: top, offsetHeight: height} = note;
  const places = [
    [left, top],
    [left, turned.top - height - EDGE],
    [left, turned.bottom + EDGE],
    [innerWidth, top],
  ];
  const place = freest(places, note, NEEDED);
  Object.assign(note.style, {left: `${place[0]}px`, top: `${place[1]}px`, right: "auto", margin: "0"});
}

/** A lesson goes first everywhere; on a phone there is room for one note only. All that happened stands in the log. */
const noted = () =>
  hasLesson() || (isNarrow() && [state.notice, state.preview, state.explained, isAdvised()].some(Boolean));

/** It is hidden from those who listen: the live region tells it to them. */
export function momentCard() {
  const {moment} = state;
  if (!moment || state.dialog || noted()) return nothing;
  return html`<div class="moment" aria-hidden="true" ${each((note) => requestAnimationFrame(() => note.isConnected && settle(note)))}>
    ${moment.map(line)}
    <button type="button" class="plain" tabindex="-1" title=${t("Close")} @click=${closeMoment}>✕</button>
  </div>`;
}
