// Opens explanations: by a resting pointer, a long press, a tap on something that cannot be played, the key W on the
// focused element, or the button "What is this?" followed by a tap on anything.
import {closeExplanation, explain} from "./explanation.js";
import {settings} from "../settings.js";
import {t} from "../translate.js";
import {change, notify, state} from "../state.js";

const REST_MILLISECONDS = 650;
const LEAVE_MILLISECONDS = 250;
const PRESS_MILLISECONDS = 480;
const MAX_DRIFT = 9;
const CLICK_GUARD = 400;

let timer = 0;
let leaving = 0;
let resting = null;
let pressed = null;
/** Where a mouse button went down last, until the mouse leaves that place. */
let clickedAt = null;

const explainable = (target) => target.closest?.("[data-explain]") ?? null;
const isInExplanation = (target) => Boolean(target.closest?.(".explained"));

function clearRest() {
  clearTimeout(timer);
  resting = null;
}

const isFarFrom = (place, event) => Math.hypot(event.clientX - place.x, event.clientY - place.y) > MAX_DRIFT;

/**
 * Handles a resting mouse. It must have moved there, so that nothing opens when the table moves under it, and a click
 * that closes an explanation does not open one of what lies below.
 */
function rest(event) {
  if (pressed && isFarFrom(pressed, event)) clearPress();
  if (event.pointerType !== "mouse" || !(event.movementX || event.movementY)) return;
  if (clickedAt && !isFarFrom(clickedAt, event)) return;
  clickedAt = null;
  const thing = explainable(event.target);
  if (isInExplanation(event.target) || (thing && thing === state.explained?.at)) return clearTimeout(leaving);
  if (thing === resting) return;
  clearRest();
  clearTimeout(leaving);
  if (state.explained?.quietly) leaving = setTimeout(closeExplanation, LEAVE_MILLISECONDS);
  if (!thing || !settings.rest || event.buttons || state.dragging || state.isExplaining || state.explained?.quietly === false) return;
  resting = thing;
  timer = setTimeout(() => thing.isConnected && !state.dragging && explain(thing, true), REST_MILLISECONDS);
}

function clearPress() {
  clearTimeout(pressed?.timer);
  pressed = null;
}

/** Handles a long press. It does not play the card under the finger. */
function press(event) {
  const thing = explainable(event.target);
  clearTimeout(timer);
  resting = thing;
  clickedAt = event.pointerType === "mouse" ? {x: event.clientX, y: event.clientY} : null;
  if (state.explained && !isInExplanation(event.target) && (state.explained.quietly || !thing)) closeExplanation();
  clearPress();
  if (!thing || event.pointerType === "mouse") return;
  const held = setTimeout(() => {
    pressed = null;
    if (state.dragging || !explain(thing)) return;
    suppressClick();
  }, PRESS_MILLISECONDS);
  pressed = {timer: held, x: event.clientX, y: event.clientY};
}

/** Suppresses the click that ends a long press. */
function suppressClick() {
  const guard = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", guard, {capture: true, once: true});
  addEventListener(
    "pointerup",
    () => setTimeout(() => removeEventListener("click", guard, {capture: true}), CLICK_GUARD),
    {once: true},
  );
}

/** Handles a tap on an element that only explains itself, or on anything in explain mode. */
function tap(event) {
  const thing = explainable(event.target);
  if (state.isExplaining && !isInExplanation(event.target) && !event.target.closest(".explain-button[aria-pressed], dialog, .pass-device")) {
    event.preventDefault();
    event.stopPropagation();
    if (thing) explain(thing);
    else endExplainMode();
  } else if (event.target.closest?.("[data-look]")) explain(thing);
}

function endExplainMode() {
  closeExplanation();
  change({isExplaining: false});
}

/** In explain mode a tap explains instead of playing, until the explanation is closed. */
export function toggleExplainMode() {
  if (state.isExplaining) return endExplainMode();
  change({isExplaining: true, sheet: null, pick: null});
  notify(t("Tap whatever you want explained: a card, a field, a pile, a phase."));
}

/** Handles the key: explains the focused element, or else enters explain mode. */
export function explainFocus() {
  const focus = document.activeElement;
  if (!focus || focus === document.body || !explain(focus)) toggleExplainMode();
}

export function startExplanationTriggers() {
  document.addEventListener("pointermove", rest, {passive: true});
  document.addEventListener("pointerdown", press, {passive: true});
  document.addEventListener("pointerup", clearPress);
  document.addEventListener("pointercancel", clearPress);
  document.addEventListener("click", tap, {capture: true});
}
