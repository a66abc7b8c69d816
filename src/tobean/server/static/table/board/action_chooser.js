// Step-by-step choice when many similar actions are legal: card, then place, field, player or kind.
import {html, nothing} from "../render.js";
import {chip} from "./card.js";
import {nameOf} from "../net/catalogue.js";
import {act, actions, isMove, withoutDuplicates} from "../net/actions.js";
import {focusOn} from "../dom.js";
import {fieldMarks} from "../net/game_plugin.js";
import {t} from "../translate.js";
import {announce, change, mine, notify, playerName, state} from "../state.js";

/** Largest group of similar actions that is still shown as a list. */
const MAX_LIST = 8;

const groupKey = (action) => JSON.stringify([action.verb, isMove(action), action.spell, action.edict]);
const firstWord = ({label}) => label.split(" ")[0];

function groupBy(found, keyOf) {
  const groups = new Map();
  for (const action of found) groups.set(keyOf(action), [...(groups.get(keyOf(action)) ?? []), action]);
  return [...groups.values()];
}

/** Splits actions into `few` and `many`: an array for each group of similar actions that is too large to list. */
export function splitLargeGroups(found) {
  const isLarge = (group) => group.some(isMove) || withoutDuplicates(group).length > MAX_LIST;
  // A group without a label of its own could not be offered as one button.
  const groups = groupBy(found, groupKey).flatMap((group) => (sharedLabel(group) ? [group] : groupBy(group, firstWord)));
  const many = groups.filter(isLarge);
  return {few: found.filter((action) => !many.some((group) => group.includes(action))), many};
}

/** The words with which all lists begin. */
function commonBeginning(lists) {
  const [one] = lists;
  const differs = one.findIndex((word, at) => lists.some((each) => each[at] !== word));
  return one.slice(0, differs < 0 ? one.length : differs);
}

/** Label of a group: the card that all its actions use, or the words that their labels share; "" if there is none. */
function sharedLabel(group) {
  if (group.every(isMove)) return t("Move a card of your hand …");
  const {spell, edict = spell} = group[0];
  if (edict !== undefined) return `${nameOf(edict)} …`;
  const words = group.map(({label}) => label.split(/\s?[:;]/)[0].split(" "));
  const beginning = commonBeginning(words);
  if (beginning.length) return `${beginning.join(" ")} …`;
  const ending = commonBeginning(words.map((each) => [...each].reverse())).reverse();
  return ending.length ? `… ${ending.join(" ")}` : "";
}

// --- steps ---------------------------------------------------------------------------------------------------

const ownCard = ({card, place, from}) => (from === undefined ? place === undefined ? undefined : `${card} ${place}` : from);

/** Marks the end of a list of cards. */
const NO_MORE = -1;
const MAX_NAMED = 8;
const listedCards = Array.from({length: MAX_NAMED}, (_, at) => ["listed", ({spells}) => spells && (spells[at] ?? NO_MORE)]);

/** The parts of an action in the order in which they are chosen; `undefined` if the action lacks the part. */
const STEPS = [
  ["card", ownCard],
  ["place", (action) => (isMove(action) ? action.to : undefined)],
  ["field", ({field}) => field],
  ["player", ({other}) => other],
  ["kind", ({wanted}) => wanted],
  ...listedCards,
  ["rest", (action) => action.do],
];

/** The remaining actions, without those that are no longer legal. */
const remainingActions = () => {
  const wanted = new Set(state.aim.actions);
  return actions().filter((action) => wanted.has(action.do));
};

/** The first part that all of these actions have and in which they differ. */
function differing(found) {
  return STEPS.find(([, valueOf]) => {
    const values = new Set(found.map(valueOf));
    return values.size > 1 && !values.has(undefined);
  });
}

/**
 * The current step: its name and the actions it chooses among; null if nothing is being chosen.
 * Reading it resets `state.aim` if the table has changed and nothing is left to choose.
 */
export function currentStep() {
  if (!state.aim || state.pending) return null;
  const found = remainingActions();
  const step = found.length > 1 ? differing(found) : null;
  // The table has moved on; drop the choice so that it does not come back later.
  if (!step) state.aim = null;
  return step && {step: step[0], valueOf: step[1], actions: found};
}

/** Starts a choice among these actions on the table. Offers have a list of their own. */
export function startChoice(title, found, text = "") {
  if (found.every(({offer}) => offer !== undefined)) {
    change({dialog: null, explained: null, sheet: "offers"});
    queueMicrotask(() => focusOn('[data-rove="offers"]', ".offers [data-withdraw]"));
    return;
  }
  change({aim: {title, text, actions: found.map((action) => action.do)}, dialog: null, explained: null, pick: null, notice: null, soughtAction: ""});
  guideFocus();
}

export const cancelChoice = () => change({aim: null});

/** Announces the step and moves the focus to it, for keyboards and screen readers. */
function guideFocus() {
  const now = currentStep();
  if (!now) return;
  announce(instruction(now));
  queueMicrotask(() => focusOn(...(FOCUS_TARGETS[now.step] ?? []), '.asked [data-rove="actions"]'));
}

const FOCUS_TARGETS = {card: [".handle.aimed .cover"], place: [".handle.aimed .cover"]};

function choose(value) {
  const {valueOf, actions: found} = currentStep();
  const chosen = found.filter((action) => valueOf(action) === value);
  if (!chosen.length) return false;
  if (chosen.length === 1) {
    change({aim: null});
    act(chosen[0]);
  } else {
    change({aim: {...state.aim, actions: chosen.map((action) => action.do)}});
    guideFocus();
  }
  return true;
}

const stepValue = (step, {card, place}, found) =>
  step === "place" || found.some(({from}) => from !== undefined) ? place : `${card} ${place}`;

/** Whether a tap on this card of one's own is a choice now. */
export function isSelectable(card) {
  const now = currentStep();
  if (now?.step !== "card" && !(now?.step === "place" && card.place >= 0)) return false;
  return now.actions.some((action) => now.valueOf(action) === stepValue(now.step, card, now.actions));
}

/** Handles a tap on one's own card; returns false if nothing is being chosen. */
export function chooseCard(card) {
  const now = currentStep();
  if (!now) return false;
  if (isSelectable(card)) choose(stepValue(now.step, card, now.actions));
  else notify(instruction(now));
  return true;
}

/** Handles a tap on one's own field; returns false unless a field is being chosen. */
export const chooseField = (number) => currentStep()?.step === "field" && choose(number);

// --- in the prompt -----------------------------------------------------------------------------------------------

function instruction({step, actions: found}) {
  const moving = found.every(isMove);
  switch (step) {
    case "card":
      return moving ? t("Tap the card that moves.") : t("Tap one of your cards.");
    case "place":
      return t("Tap the place where {card} goes.", {card: nameOf(mine().hand[found[0].from])});
    case "player":
      return t("Choose a player:");
    case "field":
      return t("Tap the field.");
    case "kind":
      return t("Which kind do you want?");
    default:
      return t("Choose:");
  }
}

const STEP_LABELS = {
  player: ({other}) => playerName(other),
  field: ({field}) => fieldMarks(state.me, field).name || t("Field {number}", {number: field + 1}),
  kind: ({wanted}) => chip(wanted),
  listed: (_, value) => (value === NO_MORE ? t("nothing more") : nameOf(value)),
  rest: ({label}) => label,
};

export const choiceHeadline = (now) =>
  html`<p class="question">
    <b>${state.aim.title}</b> ${instruction(now)} ${state.aim.text ? html`<small class="hint">${state.aim.text}</small>` : nothing}
  </p>`;

/** Buttons for the steps that are not chosen on the table, and the buttons ‘As a list’ and ‘Back’. */
export function choiceButtons(now) {
  const label = STEP_LABELS[now.step];
  const values = label ? new Map(now.actions.map((action) => [now.valueOf(action), action])) : new Map();
  return html`${[...values].map(
      ([value, action]) =>
        html`<button type="button" class="action quiet" data-aim=${String(value)} data-rove="actions" @click=${() => choose(value)}>
          ${label(action, value)}
        </button>`,
    )}
    <button type="button" class="action quiet" data-rove="actions" data-list @click=${() => asList(now)}>${t("As a list")}</button>
    <button type="button" class="action quiet onward" data-rove="actions" data-back @click=${cancelChoice}>${t("Back")}</button>`;
}

function asList({actions: found}) {
  change({aim: null, dialog: {name: "choose", title: state.aim.title, text: state.aim.text, actions: found, whole: true}});
}

/** The button that starts a choice among a group of similar actions. */
export const choiceStartButton = (group) =>
  html`<button
    type="button"
    class="action quiet"
    data-aims=${group[0].verb}
    data-rove="actions"
    @click=${() => startChoice(sharedLabel(group).replace(/^… | …$/, ""), group)}
  >
    ${sharedLabel(group)}
  </button>`;
