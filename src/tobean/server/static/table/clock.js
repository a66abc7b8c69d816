// The clock of a live table: how long the awaited person still has.
import {html, names, nothing} from "./lit.js";
import {clockText, t} from "./text.js";
import {change, state, view} from "./state.js";

let received = 0;
let ticking = 0;

/** A clock arrives with each update; between updates the page counts down by itself. */
export function setClock(clock) {
  received = performance.now();
  clearInterval(ticking);
  if (clock?.left !== undefined && clock.left !== null) ticking = setInterval(() => change(), clock.left > 7200 ? 60000 : 1000);
}

export function secondsLeft() {
  const clock = state.update?.clock;
  if (!clock || clock.left === undefined || clock.left === null) return null;
  return clock.left - (performance.now() - received) / 1000;
}

export function clockOf(seat) {
  const left = secondsLeft();
  if (left === null || view().over || view().awaited !== seat) return nothing;
  return html`<span class=${names("clock", {short: left < 15})} role="timer" aria-label=${t("Time left")}>${clockText(left)}</span>`;
}
