// The clock of a table: the time left for the awaited player.
import {classNames, html, nothing} from "../render.js";
import {clockText, t} from "../translate.js";
import {change, state, view} from "../state.js";

const LONG = 7200;

let ticking = 0;

/** The server sends the seconds left, not a deadline, because the device's time of day may be wrong. */
export function markTime({clock}) {
  if (clock) clock.end = Date.now() / 1000 + clock.left;
}

/** Counts down between updates. */
export function setClock() {
  clearInterval(ticking);
  const left = secondsLeft();
  if (left !== null) ticking = setInterval(() => change(), left > LONG ? 60000 : 1000);
}

export function secondsLeft() {
  const end = state.update?.clock?.end;
  return end === undefined ? null : end - Date.now() / 1000;
}

export function clockOf(seat) {
  const left = secondsLeft();
  if (left === null || view().over || state.update.clock.seat !== seat) return nothing;
  return html`<span class=${classNames("clock", {short: left < 15})} role="timer" aria-label=${t("Time left")}
    >${clockText(left)}</span
  >`;
}
