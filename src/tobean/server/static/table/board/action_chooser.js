// Choosing among many similar deeds on the table: first the own card, then the place, the player or the kind.
import {html, names, nothing} from "../render.js";
import {chip} from "./card.js";
import {nameOf} from "../net/catalogue.js";
import {act, actions, isMove, withoutDuplicates} from "../net/actions.js";
import {focusOn} from "../dom.js";
import {fieldMarks} from "../net/game_plugin.js";
import {t} from "../translate.js";
import {announce, change, mine, notify, playerName, state} from "../state.js";

/** A list with more lines of one sort than this is too long to read. */
const LONG = 8;

const sortOf = (action) => JSON.stringify([action.verb, isMove(action), action.spell, action.edict]);

/** The deeds without those of a sort of which there are too many; these stand in `many`, sort by sort. */
export function splitBySort(found) {
  const sorts = new Map();
  for (const action of found) sorts.set(sortOf(action), [...(sorts.get(sortOf(action)) ?? []), action]);
  const isMany = (sort) => sort.some(isMove) || withoutDuplicates(sort).length > LONG;
  return {
    few: found.filter((action) => !isMany(sorts.get(sortOf(action)))),
    many: [...sorts.values()].filter(isMany),
  };
}

/** The card that all deeds of a sort use, or what all of their labels begin with. */
export function sharedLabel(sort) {
  if (sort.every(isMove)) return t("Move a card of your hand …");
  const {spell, edict = spell} = sort[0];
  if (edict !== undefined) return `${nameOf(edict)} …`;
  const words = sort.map(({label}) => label.split(" "));
  const [one] = words;
  let count = 0;
  while (count < one.length && words.every((each) => each[count] === one[count])) count += 1;
  return `${one.slice(0, count).join(" ").split(/[:;]/)[0]} …`;
}

// --- step by step ------------------------------------------------------------------------------------------------

const ownCard = ({card, place, from}) => (from === undefined ? place === undefined ? undefined : `${card} ${place}` : from);

/** Stands for the end of a list of cards. */
const NO_MORE = -1;
const MOST_NAMED = 8;
const listedCards = Array.from({length: MOST_NAMED}, (_, at) => ["listed", ({spells}) => spells && (spells[at] ?? NO_MORE)]);

/** The parts of a deed in the order in which they are chosen. A deed without the part has `undefined`. */
const STEPS = [
  ["card", ownCard],
  ["place", (action) => (isMove(action) ? action.to : undefined)],
  ["field", ({field}) => field],
  ["player", ({other}) => other],
  ["kind", ({wanted}) => wanted],
  ...listedCards,
  ["rest", (action) => action.do],
];

/** The deeds that are left, without those that cannot be done any more. */
const left = () => {
  const wanted = new Set(state.aim.actions);
  return actions().filter((action) => wanted.has(action.do));
};

/** The first part that all of these deeds have and in which they differ. */
function differing(found) {
  return STEPS.find(([, valueOf]) => {
    const values = new Set(found.map(valueOf));
    return values.size > 1 && !values.has(undefined);
  });
}

/** The choice that is to be made now: its name, and the deeds among which it chooses; null if there is none. */
export function aimNow() {
  if (!state.aim || state.pending) return null;
  const found = left();
  const step = found.length > 1 ? differing(found) : null;
  // The table has moved on: what is left of the choice must not come back later.
  if (!step) state.aim = null;
  return step && {step: step[0], valueOf: step[1], actions: found};
}

/** Begins to choose among these deeds; the table shows what can be tapped. Offers have a list of their own. */
export function aim(title, found, text = "") {
  if (found.every(({offer}) => offer !== undefined)) {
    change({dialog: null, explained: null, sheet: "offers"});
    queueMicrotask(() => focusOn('[data-rove="offers"]', ".offers [data-withdraw]"));
    return;
  }
  change({aim: {title, text, actions: found.map((action) => action.do)}, dialog: null, explained: null, pick: null, notice: null, soughtAction: ""});
  guideFocus();
}

export const stopAiming = () => change({aim: null});

/** Leads those who do not see the table to what is to be chosen. */
function guideFocus() {
  const now = aimNow();
  if (!now) return;
  announce(instruction(now));
  queueMicrotask(() => focusOn(...(TAPPED[now.step] ?? []), '.asked [data-rove="deeds"]'));
}

const TAPPED = {card: [".handle.aimed .cover"], place: [".handle.aimed .cover"]};

function choose(value) {
  const {valueOf, actions: found} = aimNow();
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

const valueOfThing = (step, {card, place}, found) =>
  step === "place" || found.some(({from}) => from !== undefined) ? place : `${card} ${place}`;

/** Whether a tap on this own card chooses something now. */
export function isAimed(thing) {
  const now = aimNow();
  if (now?.step !== "card" && !(now?.step === "place" && thing.place >= 0)) return false;
  return now.actions.some((action) => now.valueOf(action) === valueOfThing(now.step, thing, now.actions));
}

/** A tap on an own card while something is chosen; false if nothing is. */
export function aimAtCard(thing) {
  const now = aimNow();
  if (!now) return false;
  if (isAimed(thing)) choose(valueOfThing(now.step, thing, now.actions));
  else notify(instruction(now));
  return true;
}

/** A tap on an own field while something is chosen; false if no field is to be chosen. */
export const aimAtField = (number) => aimNow()?.step === "field" && choose(number);

// --- beside the question -----------------------------------------------------------------------------------------

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

const WORDS = {
  player: ({other}) => playerName(other),
  field: ({field}) => fieldMarks(state.me, field).name || t("Field {number}", {number: field + 1}),
  kind: ({wanted}) => chip(wanted),
  listed: (_, value) => (value === NO_MORE ? t("nothing more") : nameOf(value)),
  rest: ({label}) => label,
};

export const aimHeadline = (now) =>
  html`<p class="question">
    <b>${state.aim.title}</b> ${instruction(now)} ${state.aim.text ? html`<small class="hint">${state.aim.text}</small>` : nothing}
  </p>`;

/** The values of a step that is not chosen on the table, and the ways out: the whole list, and back. */
export function aimButtons(now) {
  const word = WORDS[now.step];
  const values = word ? new Map(now.actions.map((action) => [now.valueOf(action), action])) : new Map();
  return html`${[...values].map(
      ([value, action]) =>
        html`<button type="button" class="deed quiet" data-aim=${String(value)} data-rove="deeds" @click=${() => choose(value)}>
          ${word(action, value)}
        </button>`,
    )}
    <button type="button" class="deed quiet" data-rove="deeds" data-list @click=${() => asList(now)}>${t("As a list")}</button>
    <button type="button" class="deed quiet onward" data-rove="deeds" data-back @click=${stopAiming}>${t("Back")}</button>`;
}

function asList({actions: found}) {
  change({aim: null, dialog: {name: "choose", title: state.aim.title, text: state.aim.text, actions: found, whole: true}});
}

/** The buttons that begin to choose among many deeds of a sort. */
export const aimStart = (sort, look = "deed quiet") =>
  html`<button
    type="button"
    class=${names(look)}
    data-aims=${sort[0].verb}
    data-rove="deeds"
    @click=${() => aim(sharedLabel(sort).replace(/ …$/, ""), sort)}
  >
    ${sharedLabel(sort)}
  </button>`;
