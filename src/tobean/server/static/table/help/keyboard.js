// Keyboard control: arrow keys within a group, single letters for frequent actions.
import * as dealDraft from "../trade/deal_draft.js";
import {undo} from "../board/prompt.js";
import {act, actions, actionsOf, firstAction, fitting, plantFitting} from "../net/actions.js";
import {explainFocus} from "./explanation_triggers.js";
import {focusOn, takesKeys} from "../dom.js";
import {closeExplanation} from "./explanation.js";
import {closeDialog} from "../panels/dialogs.js";
import {harvestField, plantOn} from "../board/field.js";
import {togglePin} from "../board/hand.js";
import {isOnward} from "../net/game_plugin.js";
import {requestHint} from "./hint.js";
import {closeLesson} from "./introduction.js";
import {closeEventBanner} from "../motion/event_banner.js";
import {isNarrow} from "../motion/overlay_placement.js";
import {isTalkInComposer} from "../trade/chat.js";
import {declineOffer, offerNow} from "../trade/offers.js";
import {settings} from "../settings.js";
import {waivePriority} from "../trade/priority_window.js";
import {finishSpeaking} from "../trade/speaking_up.js";
import {t} from "../translate.js";
import {change, mine, notify, playerName, state} from "../state.js";

const NEXT_KEYS = new Set(["ArrowRight", "ArrowDown"]);
const PREVIOUS_KEYS = new Set(["ArrowLeft", "ArrowUp"]);
const EDGE_KEYS = {Home: "first", End: "last"};

const group = (name) => [...document.querySelectorAll(`[data-rove="${name}"]`)];
const focusedIndex = new Map();

/** Roving tabindex: one element of each group is in the tab order, arrow keys reach the others. */
export function updateRovingFocus() {
  const groups = new Set([...document.querySelectorAll("[data-rove]")].map((element) => element.dataset.rove));
  for (const name of groups) {
    const members = group(name);
    const wanted = members.includes(document.activeElement)
      ? document.activeElement
      : members[Math.min(focusedIndex.get(name) || 0, members.length - 1)];
    members.forEach((member) => (member.tabIndex = member === wanted ? 0 : -1));
  }
  keepFocus();
}

let lastGroup = "";
let isChatFocused = false;
let byKeyboard = false;
let leftByTab = false;

/** When the focused element disappears, the focus stays nearby; Tab past the last element leaves the page. */
function keepFocus() {
  if (!byKeyboard || leftByTab || document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
  if (isChatFocused && focusOn("#line")) return;
  // Never on an answer to an offer: the next Enter would accept an unread deal.
  const members = group(lastGroup).filter((member) => !member.dataset.answer);
  const near = members[Math.min(focusedIndex.get(lastGroup) || 0, members.length - 1)];
  if (near) near.focus();
  else focusOn('[data-rove="actions"]:not([data-answer])', '[data-rove="hand"]', ".prompt");
}

function moveFocus(event) {
  const {target} = event;
  const name = target.dataset?.rove;
  if (!name) return false;
  const members = group(name);
  const at = members.indexOf(target);
  let next = at;
  if (NEXT_KEYS.has(event.key)) next = (at + 1) % members.length;
  else if (PREVIOUS_KEYS.has(event.key)) next = (at - 1 + members.length) % members.length;
  else if (EDGE_KEYS[event.key]) next = EDGE_KEYS[event.key] === "first" ? 0 : members.length - 1;
  else return false;
  focusedIndex.set(name, next);
  members.forEach((member, index) => (member.tabIndex = index === next ? 0 : -1));
  members[next].focus();
  return true;
}

/** Keys 1 to 3 plant the picked card, or else the only one that fits; with Shift they harvest. */
function fieldKey(number, shifted) {
  if (state.me < 0 || !mine().fields[number]) return;
  if (shifted) harvestField(actionsOf("harvest", {field: number}), number);
  else plantOn(number);
}

/** Focuses the first action. */
export const focusPrompt = () => focusOn('[data-rove="actions"]', ".prompt");

function goOn() {
  if (finishSpeaking()) return;
  const action = actions().find(isOnward);
  if (action) act(action);
  else if (offerNow()) notify(t("{name} waits for your answer: accept (A), counter (C) or decline (D).", {name: playerName(offerNow().seat)}));
  else waivePriority();
}

const KEYS = {
  a: () => offerNow() && dealDraft.acceptOffer(offerNow()),
  d: () => {
    const offer = offerNow();
    const action = offer && firstAction("decline", {offer: offer.number});
    if (action) declineOffer(action, offer);
  },
  c: () => {
    if (offerNow() && state.update.may_talk) {
      dealDraft.startCounter(offerNow());
      queueMicrotask(() => focusOn(".composer .lift", '.composer [data-rove="kinds"]'));
    }
  },
  e: goOn,
  g: () => fitting().length && plantFitting(),
  q: focusPrompt,
  h: () => focusOn('[data-rove="hand"][tabindex="0"]', '[data-rove="hand"]'),
  f: () => focusOn('[data-rove="fields"]'),
  m: () => focusOn('[data-rove="turned"]', ".middle [data-rove]"),
  o: () => {
    change({sheet: "trade"});
    queueMicrotask(() => focusOn('[data-rove="kinds"]'));
  },
  t: () => {
    if (isNarrow()) change({sheet: isTalkInComposer() ? "trade" : "talk"});
    queueMicrotask(() => focusOn("#line"));
  },
  n: () => state.update.answers && change({dialog: {name: "answers"}}),
  l: () => change({panel: "log", sheet: "talk"}),
  r: () => change({panel: "rules", sheet: "talk"}),
  u: () => state.update.undo && undo(),
  i: requestHint,
  w: explainFocus,
  p: () => {
    const place = /^hand-\d+-(\d+)$/.exec(document.activeElement?.closest("[data-place]")?.dataset.place || "");
    if (place) togglePin(Number(place[1]));
  },
  "?": () => change({dialog: {name: "help"}}),
  ",": () => change({dialog: {name: "settings"}}),
};

/** Leaves the chat input, so that single keys work again. Nothing gets the focus, so Enter presses no button. */
function leaveTalk(target) {
  if (target.id !== "line") return;
  target.blur();
  isChatFocused = byKeyboard = false;
}

function press(event) {
  byKeyboard = true;
  if (event.key === "Tab") leftByTab = true; // until something is in focus again
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && state.dialog) {
    event.preventDefault();
    return closeDialog();
  }
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
    // Escape closes the topmost element; the lesson only if nothing else is open.
    const {aim, isExplaining, explained, moment, pick, sheet, reading, notice, tempoTip, advice, preview} = state;
    if (![aim, isExplaining, explained, moment, pick, sheet, reading, notice, tempoTip, advice, preview].some(Boolean)) {
      closeLesson();
      leaveTalk(event.target);
    }
    closeExplanation();
    closeEventBanner();
    change({aim: null, isExplaining: false, pick: null, sheet: null, reading: null, choosing: 0});
    change({notice: null, tempoTip: "", advice: null, preview: null});
    return;
  }
  // The focus may have come there with the same press.
  if (event.repeat && event.key === "Enter" && event.target.dataset?.answer) return event.preventDefault();
  if (takesKeys(event.target) || document.querySelector("dialog[open]") || !state.update) return;
  if (moveFocus(event)) return event.preventDefault();
  if (!settings.keys) return;
  const digit = /^Digit([1-3])$/.exec(event.code);
  if (digit) {
    event.preventDefault();
    return fieldKey(Number(digit[1]) - 1, event.shiftKey);
  }
  const action = KEYS[event.key.toLowerCase()];
  if (action) {
    event.preventDefault();
    if (!event.repeat) action();
  }
}

export function startKeys() {
  document.addEventListener("keydown", press);
  document.addEventListener("pointerdown", ({target}) => {
    byKeyboard = false;
    isChatFocused = target.closest(".talk") !== null;
  });
  document.addEventListener("focusin", ({target}) => {
    leftByTab = false;
    isChatFocused = target.closest(".talk") !== null;
    const name = target.dataset?.rove;
    if (!name) return;
    lastGroup = name;
    focusedIndex.set(name, group(name).indexOf(target));
  });
}
