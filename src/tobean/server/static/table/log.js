// What happened, in words, with the rule behind each step: the last lines, and all before them for whoever asks.
import {html, names, nothing, repeat} from "./lit.js";
import {ruleLink} from "./asked.js";
import {send} from "./deeds.js";
import {t} from "./text.js";
import {change, state} from "./state.js";

const QUIET = new Set(["turn"]);
const LINES = 200;

const withWords = (events) => events.filter((event) => event.text);

/** Adds what an update tells; what was told already is not told again. */
export function remember(events) {
  const last = state.events.length ? state.events[state.events.length - 1].n : -1;
  const news = events.filter((event) => event.n > last);
  // Whoever was away for long has a gap: what lies before it is asked for again when it is wanted.
  const gap = news.length > 0 && last >= 0 && news[0].n > last + 1;
  if (gap) Object.assign(state, {events: [], log: []});
  state.events.push(...news);
  const lines = withWords(news);
  if (lines.length) state.log = [...state.log, ...lines];
  return lines;
}

/** The server has told what was before. */
export function rememberEarlier({events}) {
  const first = state.events[0]?.n ?? Infinity;
  const old = events.filter((event) => event.n < first);
  change({events: [...old, ...state.events], log: [...withWords(old), ...state.log], earlier: false});
}

/** Is there anything that the page does not know yet? */
export const incomplete = () => !state.replay && state.events.length > 0 && state.events[0].n > 0;

export function askEarlier() {
  if (!incomplete() || state.earlier) return;
  change({earlier: send({type: "earlier", before: state.events[0].n})});
}

function more() {
  if (state.lines + LINES > state.log.length) askEarlier();
  change({lines: state.lines + LINES});
}

function line(event) {
  return html`<li class=${names("told", {turn: QUIET.has(event.name)}, `hue-${event.seat ?? "none"}`)}>
    <span>${event.text}</span> ${ruleLink(event.rule)}
  </li>`;
}

/** The newest line is on top, so that reading needs no scrolling. */
export function logPanel() {
  const shown = state.log.slice(-state.lines).reverse();
  const hidden = shown.length < state.log.length || incomplete();
  return html`<div class="log" role="log" aria-label=${t("What happened")} aria-live="off" tabindex="0">
    <ul>
      ${repeat(shown, (event) => event.n, line)}
    </ul>
    ${hidden ? html`<button type="button" class="deed quiet" @click=${more}>${t("What was before")}</button>` : nothing}
    ${state.log.length ? nothing : html`<p class="hint">${t("Nothing has happened yet.")}</p>`}
  </div>`;
}
