// What happened, in words, with the rule behind each step.
import {html, names, nothing, repeat} from "./lit.js";
import {ruleLink} from "./asked.js";
import {t} from "./text.js";
import {state} from "./state.js";

const QUIET = new Set(["turn"]);
const MOST = 400;

/** Adds what an update tells; what was told already is not told again. */
export function remember(events) {
  const last = state.events.length ? state.events[state.events.length - 1].n : -1;
  const news = events.filter((event) => event.n > last);
  state.events.push(...news);
  const told = news.filter((event) => event.text);
  if (told.length) state.log = [...state.log, ...told].slice(-MOST);
  return told;
}

function line(event) {
  return html`<li class=${names("told", {turn: QUIET.has(event.name)}, `s-${event.seat ?? "none"}`)}>
    <span>${event.text}</span> ${ruleLink(event.rule)}
  </li>`;
}

/** The newest line is on top, so that reading needs no scrolling. */
export function logPanel() {
  return html`<div class="log" role="log" aria-label=${t("What happened")} aria-live="off" tabindex="0">
    <ul>
      ${repeat([...state.log].reverse(), (event) => event.n, line)}
    </ul>
    ${state.log.length ? nothing : html`<p class="hint">${t("Nothing has happened yet.")}</p>`}
  </div>`;
}
