// What the page knows: what the server said last, what is shown, and what the person has picked up.
import {matchCards} from "./motion/card_matching.js";
import {isolated, t} from "./translate.js";

export const state = {
  line: "connecting",
  reason: "",
  hello: null,
  /** The own seat, -1 for somebody who watches. */
  me: -1,
  /** On a device that several people share: whose hand is looked at. */
  viewedSeat: null,
  /** The update that is shown; the server may be further on while cards still fly. */
  update: null,
  log: [],
  /** So many lines of the log are shown. */
  lines: 200,
  /** All events since the deal, for the story of the game; after a late arrival the first ones may be missing. */
  events: [],
  /** Whether earlier ones have been asked for. */
  earlier: false,
  chat: [],
  /** Between the greeting of the server and the first look at the table: what is said then was said before. */
  greeted: false,
  /** The action that was sent and not yet answered. */
  pending: null,
  /** A sentence for the person: {text, rule, tone}. */
  notice: null,
  /** A card picked up to be planted, fed or moved: {card, place, index}. */
  pick: null,
  /** Deeds among which one chooses by tapping things on the table: {title, text, deeds}. */
  aim: null,
  /** What the coach said, for one version of the table; or that it is still thinking. */
  advice: null,
  pins: new Set(),
  /** The number of the offer beside the question, and whether it was chosen by a press. */
  focusedOffer: 0,
  pressed: false,
  /** That offer as it was drawn last, with its turn and which answers stood there. */
  drawn: null,
  /** The tab of log, chat, rules and ledger that is shown. */
  panel: "log",
  sheet: null,
  dialog: null,
  /** What is being explained: {key, thing, title, at, quietly}. */
  explained: null,
  /** What has just happened, in large: lines of {title, text, cards}. */
  moment: null,
  /** After "What is this?": the next tap explains instead of playing. */
  asking: false,
  unread: 0,
  /** What is told to people who listen instead of looking. */
  announcements: [],
};

const listeners = new Set();
let scheduled = false;

export function onChange(listener) {
  listeners.add(listener);
}

/** Takes over the values and draws the page again soon. */
export function change(values = {}) {
  Object.assign(state, values);
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    draw();
  });
}

/** Draws the page now. */
export function draw() {
  for (const listener of listeners) listener(state);
}

export const view = () => state.update?.view;
export const mine = () => (state.me >= 0 && view() ? view().seats[state.me] : null);
/** Whether the person plays this seat. In a replay with open cards the first seat lies in front, but nobody plays it. */
export const isMe = (seat) => view()?.seat === seat;

/** The name of a seat alone. */
export const seatName = (seat) => isolated(state.hello?.table.seats[seat]?.name ?? "");

/** Whether a bot plays here for a person: now, or at the position of a replay that is shown. */
export function standsIn(seat) {
  const {seats, stand_ins: stretches = []} = state.hello.table;
  if (!state.replay) return Boolean(seats[seat]?.reclaimable) && !hasEnded();
  const at = state.update?.version ?? 0;
  return stretches.some(
    ({seat: whose, ply, until_ply: until = -1}) => whose === seat && ply <= at && (until < 0 || at < until),
  );
}

/** The name as it stands everywhere but on the seat itself: a bot that plays for somebody is never taken for them. */
export const playerName = (seat) =>
  state.hello && standsIn(seat) ? t("{name} (bot)", {name: seatName(seat)}) : seatName(seat);
/** The only person has left: nothing happens until they return. */
export const hasEnded = () => state.hello?.table.state === "ended";
export const playing = () => Boolean(view()) && !view().over;

/** Whether the open decision is this person's. */
export const myChoice = () => state.me >= 0 && view()?.awaited === state.me;
export const myTurn = () => state.me >= 0 && view()?.active === state.me;

const MOST_SPOKEN = 16;
let announcementCount = 0;

/** Says something to a screen reader, politely. */
export function announce(text) {
  if (!text) return;
  announcementCount += 1;
  state.announcements = [...state.announcements, {id: announcementCount, text}].slice(-MOST_SPOKEN);
}

let noticeTimer = 0;

/** Shows a sentence for a while; a refusal stays until something else happens. */
export function notify(text, {rule = "", tone = "info", lasting = false} = {}) {
  clearTimeout(noticeTimer);
  // A refusal ends with the number of its rule; here the number is a link beside it.
  const sentence = rule ? text.replace(` (${rule})`, "") : text;
  change({notice: {text: sentence, rule, tone}, preview: null});
  if (!lasting) noticeTimer = setTimeout(() => change({notice: null}), 9000);
}

/** Where things of the person have moved since: pins and picked cards follow the very card through the hand. */
export function follow(before, after) {
  if (state.me < 0 || !before || !after) return;
  const moved = matchCards(before.seats[state.me].hand, after.seats[state.me].hand);
  state.pins = new Set([...state.pins].filter((place) => moved.has(place)).map((place) => moved.get(place)));
  if (state.pick && state.pick.place >= 0) {
    const place = moved.get(state.pick.place);
    state.pick = place === undefined ? null : {...state.pick, place, index: place};
  } else if (state.pick) {
    const lying = state.pick.place === -1 ? after.turned : after.seats[state.me].aside;
    if (lying[state.pick.index] !== state.pick.card) state.pick = null;
  }
  return moved;
}
