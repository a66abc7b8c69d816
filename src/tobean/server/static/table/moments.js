// What happens plays out before people's eyes: attacks, thefts, taxes, edicts, as a card over the middle of the table. It
// lets every press through and goes by itself; all of it is read out and stands in the log, too.
import {html, nothing} from "./lit.js";
import {lying} from "./card.js";
import {kindOf} from "./catalogue.js";
import {settings} from "./settings.js";
import {t} from "./text.js";
import {change, state} from "./state.js";

const SHORTEST = 2200;
const LETTER = 38;
const LONGEST = 7000;
const MOST_WAITING = 3;
const MOST_CARDS = 7;

const waiting = [];
let timer = 0;

/** Whether somebody is to see it: whoever did it knows, unless there is news for them, too, or it was long ago. */
const isNews = ({moment, seat}) => Boolean(moment) && (moment.all || seat !== state.me || Boolean(state.replay));

/** What an update has brought is shown as one moment, a line for each thing. */
export function showMoments(events) {
  const lines = [];
  for (const {moment, cards = []} of events.filter(isNews)) {
    const last = lines[lines.length - 1];
    if (last?.text === moment.text) last.times += 1;
    else lines.push({title: moment.title, text: moment.text, cards: cards.slice(0, MOST_CARDS), times: 1});
  }
  if (!lines.length || !settings.moments) return;
  // Who is far behind sees the latest: the rest is in the log.
  if (waiting.length >= MOST_WAITING) waiting.shift();
  waiting.push(lines);
  if (!state.moment) next();
}

function next() {
  clearTimeout(timer);
  const lines = waiting.shift() ?? null;
  change({moment: lines});
  if (!lines) return;
  const letters = lines.reduce((sum, {text}) => sum + text.length, 0);
  const lasting = Math.min(LONGEST, SHORTEST + LETTER * letters) / (waiting.length ? 1.6 : 1);
  timer = setTimeout(next, lasting);
}

/** Closes what is shown; what waits behind it comes. */
export const closeMoment = () => state.moment && next();

/** Closes all of it: the table has become another one. */
export function dropMoments() {
  waiting.length = 0;
  closeMoment();
}

/** What a card does that is no bean, for those who see it for the first time. */
function meaning(cards) {
  const {of, text, about} = kindOf(cards[0] ?? -1);
  return cards.length === 1 && of !== "bean" && about && !text ? html`<small>${about}</small>` : nothing;
}

/** What the line before has shown already is not shown again. */
function line({title, text, cards, times}, index, lines) {
  const before = lines[index - 1];
  const same = before && String(before.cards) === String(cards);
  return html`${title === before?.title ? nothing : html`<h2>${title}</h2>`}
    <div class="scene">
      ${cards.length && !same ? html`<span class="props">${cards.map((card) => lying(card, {silent: true}))}</span>` : nothing}
      <p>${text} ${times > 1 ? html`<b>${times}×</b>` : nothing} ${meaning(cards)}</p>
    </div>`;
}

/** It is hidden from those who listen: the live region tells it to them. */
export function momentCard() {
  const {moment} = state;
  if (!moment || state.dialog) return nothing;
  return html`<div class="moment" aria-hidden="true">
    ${moment.map(line)}
    <button type="button" class="plain" tabindex="-1" title=${t("Close")} @click=${closeMoment}>✕</button>
  </div>`;
}
