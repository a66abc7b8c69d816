// How people ask what something is: the pointer rests on it, a finger stays on it, a tap on what cannot be played,
// the key W on what is in focus, or first the button "What is this?" and then a tap on anything.
import {closeExplanation, explain} from "./explanation.js";
import {settings} from "../settings.js";
import {t} from "../translate.js";
import {change, notify, state} from "../state.js";

const REST = 650;
const LEAVE = 250;
const PRESS = 480;
const FAR = 9;
const CLICK_GUARD = 400;

let timer = 0;
let leaving = 0;
let resting = null;
let pressed = null;

const explainable = (target) => target.closest?.("[data-explain]") ?? null;
const inside = (target) => Boolean(target.closest?.(".explained"));

function forget() {
  clearTimeout(timer);
  resting = null;
}

/** A mouse that rests on something; only one that has moved there, so that nothing opens when the table moves. */
function rest(event) {
  if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > FAR) clearPress();
  if (event.pointerType !== "mouse" || !(event.movementX || event.movementY)) return;
  const thing = explainable(event.target);
  if (inside(event.target) || (thing && thing === state.explained?.at)) return clearTimeout(leaving);
  if (thing === resting) return;
  forget();
  clearTimeout(leaving);
  if (state.explained?.quietly) leaving = setTimeout(closeExplanation, LEAVE);
  if (!thing || !settings.rest || event.buttons || state.dragging || state.asking || state.explained?.quietly === false) return;
  resting = thing;
  timer = setTimeout(() => thing.isConnected && !state.dragging && explain(thing, true), REST);
}

function clearPress() {
  clearTimeout(pressed?.timer);
  pressed = null;
}

/** A finger that stays where it is. What lies under it is not played then. */
function press(event) {
  const thing = explainable(event.target);
  clearTimeout(timer);
  resting = thing;
  if (state.explained && !inside(event.target) && (state.explained.quietly || !thing)) closeExplanation();
  clearPress();
  if (!thing || event.pointerType === "mouse") return;
  const held = setTimeout(() => {
    pressed = null;
    if (state.dragging || !explain(thing)) return;
    suppressClick();
  }, PRESS);
  pressed = {timer: held, x: event.clientX, y: event.clientY};
}

/** The finger comes up over the thing it has asked about: that is no tap. */
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

/** A tap on what is there to be looked at, or on anything after "What is this?". */
function tap(event) {
  const thing = explainable(event.target);
  if (state.asking && !inside(event.target) && !event.target.closest(".asks[aria-pressed], dialog, .curtain")) {
    event.preventDefault();
    event.stopPropagation();
    if (thing) explain(thing);
    else endExplainMode();
  } else if (event.target.closest?.("[data-look]")) explain(thing);
}

function endExplainMode() {
  closeExplanation();
  change({asking: false});
}

/** "What is this?": from now on a tap explains, until the explanation is closed. */
export function toggleExplainMode() {
  if (state.asking) return endExplainMode();
  change({asking: true, sheet: null, pick: null});
  notify(t("Tap whatever you want explained: a card, a field, a pile, a phase."));
}

/** The key: what is in focus, or else the next tap. */
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
