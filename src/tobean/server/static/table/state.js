// The page's state: the server's last messages, open panels, and the card the player has picked up.
import {matchCards} from "./motion/card_matching.js";
import {isolated, t} from "./translate.js";

export const state = {
  /** Of the connection: connecting, open, lost or closed. */
  connection: "connecting",
  reason: "",
  /** The address of the site for playing alone, once the connection is lost and the site works without one. */
  alone: "",
  hello: null,
  /** The viewer's seat; -1 for a spectator. */
  me: -1,
  /** On a shared device: the seat whose hand is shown. */
  viewedSeat: null,
  /** On a shared device: who has asked for it, to speak in this phase: {seat, turn, phase}. */
  speaker: null,
  /** The update being shown; the server may be ahead while cards are still moving. */
  update: null,
  log: [],
  /** How many lines of the log are shown. */
  lines: 200,
  /** All events since the deal, for the result; after joining late the first ones may be missing. */
  events: [],
  /** Whether earlier events have been requested. */
  earlier: false,
  chat: [],
  /** True between `hello` and the first update: chat that arrives then is old. */
  greeted: false,
  /** The action sent and not answered yet. */
  pending: null,
  /** A sentence for the player: {text, rule, tone}. */
  notice: null,
  /** The picked card: {card, place, index}. */
  pick: null,
  /** Actions being chosen among on the table: {title, text, actions}. */
  aim: null,
  /** The coach's hint for one version of the table, or that it is still thinking. */
  advice: null,
  /** While calmer bots are offered: the name of the bot that ended its trading too soon. */
  tempoTip: "",
  pins: new Set(),
  /** The number of the offer in the prompt, and whether the player selected it. */
  focusedOffer: 0,
  pressed: false,
  /** That offer as last drawn, with its turn and the answers it had. */
  drawn: null,
  /** The open tab of the side panel. */
  panel: "log",
  sheet: null,
  dialog: null,
  /** The open explanation: {key, thing, title, at, quietly}. */
  explained: null,
  /** Lines of the event banner: {title, text, cards}. */
  moment: null,
  /** Explain mode: the next tap explains instead of playing. */
  isExplaining: false,
  unread: 0,
  /** The text in the chat input. */
  line: "",
  /** Lines of the live region, for screen readers. */
  announcements: [],
};

const listeners = new Set();
let scheduled = false;

export function onChange(listener) {
  listeners.add(listener);
}

/** Assigns the values and schedules a rendering. */
export function change(values = {}) {
  Object.assign(state, values);
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    draw();
  });
}

/** Renders immediately. */
export function draw() {
  for (const listener of listeners) listener(state);
}

export const view = () => state.update?.view;
export const mine = () => (state.me >= 0 && view() ? view().seats[state.me] : null);
/** Whether the viewer plays this seat. In a replay with open cards the first seat is in front, but has no player. */
export const isMe = (seat) => view()?.seat === seat;

/** The name of a seat, without a stand-in mark. */
export const seatName = (seat) => isolated(state.hello?.table.seats[seat]?.name ?? "");

/** Whether a bot stands in for a player here: now, or at the shown position of a replay. */
export function standsIn(seat) {
  const {seats, stand_ins: stretches = []} = state.hello.table;
  if (!state.replay) return Boolean(seats[seat]?.reclaimable) && !hasEnded();
  const at = state.update?.version ?? 0;
  return stretches.some(
    ({seat: whose, ply, until_ply: until = -1}) => whose === seat && ply <= at && (until < 0 || at < until),
  );
}

/** The name used everywhere but on the seat itself; a stand-in bot is never mistaken for its player. */
export const playerName = (seat) =>
  state.hello && standsIn(seat) ? t("{name} (bot)", {name: seatName(seat)}) : seatName(seat);
/** Whether the only human player has left; the game is suspended until they return. */
export const hasEnded = () => state.hello?.table.state === "ended";

/** Whether the viewer is to decide. */
export const myChoice = () => state.me >= 0 && view()?.awaited === state.me;
export const myTurn = () => state.me >= 0 && view()?.active === state.me;

/** On a shared device: the seat that has asked for it to speak; null if none has, or the phase is over. */
export function speaker() {
  const {seat = null, turn, phase} = state.speaker ?? {};
  return view()?.turn === turn && view()?.phase === phase ? seat : null;
}

const MAX_SPOKEN = 16;
let announcementCount = 0;

/** Announces a text to screen readers, politely. */
export function announce(text) {
  if (!text) return;
  announcementCount += 1;
  state.announcements = [...state.announcements, {id: announcementCount, text}].slice(-MAX_SPOKEN);
}

let noticeTimer = 0;

/** Shows a sentence for a while; a refusal stays until something else happens. */
export function notify(text, {rule = "", tone = "info", lasting = false} = {}) {
  clearTimeout(noticeTimer);
  change({notice: {text, rule, tone}, preview: null});
  if (!lasting) noticeTimer = setTimeout(() => change({notice: null}), 9000);
}

/** Moves pins and the picked card along with their cards, and returns the mapping of hand positions. */
export function followCards(before, after) {
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
