// The whole game by keyboard: arrows within a group, single letters for what is done often.
import * as bargain from "./bargain.js";
import {undo} from "./asked.js";
import {act, deeds, first, fitting, having, plantFitting} from "./deeds.js";
import {explainFocus} from "./curious.js";
import {focusOn, writing} from "./dom.js";
import {closeExplanation} from "./explain.js";
import {plantOn, reap} from "./field.js";
import {togglePin} from "./hand.js";
import {isOnward} from "./game.js";
import {askCoach} from "./hint.js";
import {closeLesson} from "./learn.js";
import {closeMoment} from "./moments.js";
import {declineOffer, offerNow} from "./offers.js";
import {settings} from "./settings.js";
import {nothingFromMe} from "./speaking.js";
import {change, mine, state} from "./state.js";

const FORTH = new Set(["ArrowRight", "ArrowDown"]);
const BACK = new Set(["ArrowLeft", "ArrowUp"]);
const STEPS = {Home: "first", End: "last"};

const group = (name) => [...document.querySelectorAll(`[data-rove="${name}"]`)];
const current = new Map();

/** One element of each group takes part in tabbing; arrows reach the others. */
export function settleRoving() {
  const groups = new Set([...document.querySelectorAll("[data-rove]")].map((element) => element.dataset.rove));
  for (const name of groups) {
    const members = group(name);
    const wanted = members.includes(document.activeElement)
      ? document.activeElement
      : members[Math.min(current.get(name) || 0, members.length - 1)];
    members.forEach((member) => (member.tabIndex = member === wanted ? 0 : -1));
  }
  keepFocus();
}

let lastGroup = "";
let inTalk = false;
let byKeyboard = false;
let leftByTab = false;

/** Moves the focus near when its element is gone from the table. Tab past the last element leaves the page for good. */
function keepFocus() {
  if (!byKeyboard || leftByTab || document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
  if (inTalk && focusOn("#line")) return;
  // Never on an answer to an offer: the next press of Enter would agree to a deal that nobody has looked at.
  const members = group(lastGroup).filter((member) => !member.dataset.answer);
  const near = members[Math.min(current.get(lastGroup) || 0, members.length - 1)];
  if (near) near.focus();
  else focusOn('[data-rove="deeds"]:not([data-answer])', '[data-rove="hand"]', ".asked");
}

function rove(event) {
  const {target} = event;
  const name = target.dataset?.rove;
  if (!name) return false;
  const members = group(name);
  const at = members.indexOf(target);
  let next = at;
  if (FORTH.has(event.key)) next = (at + 1) % members.length;
  else if (BACK.has(event.key)) next = (at - 1 + members.length) % members.length;
  else if (STEPS[event.key]) next = STEPS[event.key] === "first" ? 0 : members.length - 1;
  else return false;
  current.set(name, next);
  members.forEach((member, index) => (member.tabIndex = index === next ? 0 : -1));
  members[next].focus();
  return true;
}

/** 1 to 3: plant the card picked up, or the one that can go there; with Shift: harvest. */
function fieldKey(number, shifted) {
  if (state.me < 0 || !mine().fields[number]) return;
  if (shifted) reap(having("harvest", {field: number}), number);
  else plantOn(number);
}

function onward() {
  const deed = deeds().find(isOnward);
  if (deed) act(deed);
  else nothingFromMe();
}

const KEYS = {
  a: () => offerNow() && bargain.acceptOffer(offerNow()),
  d: () => {
    const offer = offerNow();
    const deed = offer && first("decline", {offer: offer.number});
    if (deed) declineOffer(deed, offer);
  },
  c: () => {
    if (offerNow() && state.update.may_talk) {
      bargain.startCounter(offerNow());
      queueMicrotask(() => focusOn(".composer .lift", '.composer [data-rove="kinds"]'));
    }
  },
  e: onward,
  g: () => fitting().length && plantFitting(),
  q: () => focusOn('[data-rove="deeds"]', ".asked"),
  h: () => focusOn('[data-rove="hand"][tabindex="0"]', '[data-rove="hand"]'),
  f: () => focusOn('[data-rove="fields"]'),
  m: () => focusOn('[data-rove="turned"]', ".middle [data-rove]"),
  o: () => {
    change({sheet: "trade"});
    queueMicrotask(() => focusOn('[data-rove="kinds"]'));
  },
  t: () => focusOn("#line"),
  n: () => state.update.answers && change({dialog: {name: "answers"}}),
  l: () => change({panel: "log", sheet: "talk"}),
  r: () => change({panel: "rules", sheet: "talk"}),
  u: () => state.update.undo && undo(),
  i: askCoach,
  w: explainFocus,
  p: () => {
    const place = /^hand-\d+-(\d+)$/.exec(document.activeElement?.closest("[data-place]")?.dataset.place || "");
    if (place) togglePin(Number(place[1]));
  },
  "?": () => change({dialog: {name: "help"}}),
  ",": () => change({dialog: {name: "settings"}}),
};

/** Leaves the talk line, so that single keys work again. The focus goes nowhere: Enter must not press a button. */
function leaveTalk(target) {
  if (target.id !== "line") return;
  target.blur();
  inTalk = byKeyboard = false;
}

function press(event) {
  byKeyboard = true;
  if (event.key === "Tab") leftByTab = true; // until something is in focus again
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
    // First what lies on top; a lesson is closed when nothing else is open.
    const {aim, asking, explained, moment, pick, sheet, reading, notice, advice, preview} = state;
    if (![aim, asking, explained, moment, pick, sheet, reading, notice, advice, preview].some(Boolean)) {
      closeLesson();
      leaveTalk(event.target);
    }
    closeExplanation();
    closeMoment();
    change({aim: null, asking: false, pick: null, sheet: null, reading: null, choosing: 0});
    change({notice: null, advice: null, preview: null});
    return;
  }
  if (writing(event.target) || document.querySelector("dialog[open]") || !state.update) return;
  if (rove(event)) return event.preventDefault();
  if (!settings.keys) return;
  const digit = /^Digit([1-3])$/.exec(event.code);
  if (digit) {
    event.preventDefault();
    return fieldKey(Number(digit[1]) - 1, event.shiftKey);
  }
  const deed = KEYS[event.key.toLowerCase()];
  if (deed) {
    event.preventDefault();
    deed();
  }
}

export function startKeys() {
  document.addEventListener("keydown", press);
  document.addEventListener("pointerdown", ({target}) => {
    byKeyboard = false;
    inTalk = target.closest(".talk") !== null;
  });
  document.addEventListener("focusin", ({target}) => {
    leftByTab = false;
    inTalk = target.closest(".talk") !== null;
    const name = target.dataset?.rove;
    if (!name) return;
    lastGroup = name;
    current.set(name, group(name).indexOf(target));
  });
}
