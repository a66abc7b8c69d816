// What keeps the page still under a finger, a pointer or the keyboard focus: recent input, and elements that keep their place.
import {actCount} from "../net/actions.js";
import {change} from "../state.js";

/** For this long after a pointer or key event the prompt keeps its content, so that nothing moves under a finger. */
const STABLE_MILLISECONDS = 600;
let touched = -STABLE_MILLISECONDS;
let redrawTimer = 0;

/** Whether something kept its place since the pointer or the focus last left an element. */
let isFrozen = false;

/** Records that something keeps its place; it is drawn anew once the pointer or the focus has left it. */
export function freeze() {
  isFrozen = true;
}

let actsBefore = 0;

/** Ignores the second click of a double click if the first one has acted. */
function ignoreSecondHalf(event) {
  if (event.detail < 2) actsBefore = actCount();
  else if (actCount() !== actsBefore) {
    event.stopPropagation();
    event.preventDefault();
  }
}

/** Tracks pointer and key activity. */
export function startStability() {
  const touch = () => (touched = performance.now());
  addEventListener("pointerdown", touch, {capture: true});
  addEventListener("keydown", touch, {capture: true});
  addEventListener("pointermove", ({target}) => target.closest?.(".prompt") && touch(), {capture: true, passive: true});
  addEventListener("click", ignoreSecondHalf, {capture: true});
  // Frozen elements are updated once the pointer or the focus has left them.
  const leave = () => {
    // Deferred: rendering before the focus has arrived elsewhere would bring it back.
    if (isFrozen) setTimeout(change);
    isFrozen = false;
  };
  for (const end of ["pointerout", "focusout"]) addEventListener(end, leave, {capture: true, passive: true});
}

/** Whether the keyboard focus or a hovering pointer is on one of these elements. */
export const isAt = (selector) =>
  document.querySelector(`${selector}:focus-visible`) !== null ||
  (matchMedia("(hover: hover)").matches && document.querySelector(`${selector}:hover`) !== null);

/** Whether the player was active a moment ago; if so, schedules a rendering for later. */
export function isTouched() {
  const left = touched + STABLE_MILLISECONDS - performance.now();
  if (left <= 0) return false;
  clearTimeout(redrawTimer);
  redrawTimer = setTimeout(change, left);
  return true;
}
