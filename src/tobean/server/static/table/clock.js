// The clock of a table: how long the awaited person still has.
import {html, names, nothing} from "./lit.js";
import {clockText, t} from "./text.js";
import {change, state, view} from "./state.js";

const LONG = 7200;

let ticking = 0;

/** Between updates the page counts down by itself. */
export function setClock() {
  clearInterval(ticking);
  const left = secondsLeft();
  if (left !== null) ticking = setInterval(() => change(), left > LONG ? 60000 : 1000);
}

export function secondsLeft() {
  const until = state.update?.clock?.until;
  return until ? until - Date.now() / 1000 : null;
}

export function clockOf(seat) {
  const left = secondsLeft();
  if (left === null || view().over || state.update.clock.seat !== seat) return nothing;
  return html`<span class=${names("clock", {short: left < 15})} role="timer" aria-label=${t("Time left")}
    >${clockText(left)}</span
  >`;
}
