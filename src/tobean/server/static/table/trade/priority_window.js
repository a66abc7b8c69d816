// Priority windows: on a bot's turn people may speak first, and a bot's offer to a person stays open for a while.
import {classNames, html, nothing, vars} from "../render.js";
import {deal, hasPassed, isEditing, isSpeaking, pass, sendComposing} from "./deal_draft.js";
import {send} from "../net/actions.js";
import {t} from "../translate.js";
import {announce, change, myTurn, playerName, speaker, state, view} from "../state.js";

const TICK = 500;

let announced = 0;
let ticking = false;
/** The longest remaining time seen for each window, by key: the full length of its bar or ring. */
const longestSeen = new Map();

const now = () => performance.now() / 1000;

/** Notes when the window and its offers end: the server sends seconds left, since clocks may differ. */
export function startWindow({window: started}) {
  if (!started) return;
  const setEnd = (timed, key) => {
    timed.end = now() + timed.left;
    longestSeen.set(key, Math.max(timed.left, longestSeen.get(key) ?? 0));
  };
  started.arrival = now();
  if (!longestSeen.has(started.turn)) longestSeen.clear();
  setEnd(started, started.turn);
  for (const wait of started.offers) setEnd(wait, `${started.turn} ${wait.offer}`);
}

/** Seconds between arrival and display after which the server is informed of the delay. */
const LATE = 0.5;

/** Tells the server if the trading was shown late, because earlier moves were animated first: the window counts from then. */
export function reportShown({window: current, view: seen}) {
  if (current?.left && current.turn === seen.turn && now() - current.arrival >= LATE) send({type: "shown", turn: current.turn});
}

/** Handles a window that changed between two updates. */
export function handleWindow(message) {
  startWindow(message);
  if (state.update) change({update: {...state.update, window: message.window}});
}

function currentWindow() {
  const current = state.update?.window;
  return current && current.turn === view().turn && !state.replay ? current : null;
}

const remainingShare = (timed, key) => Math.max(0, Math.min(1, (timed.end - now()) / (longestSeen.get(key) || 1)));

/** Whether the bots wait for this player to speak first. */
export const hasPriority = () => (currentWindow()?.end ?? 0) > now();

/** Whether the player is composing a deal, typing, or examining an offer, or the device is passed to one who speaks. */
function isComposing() {
  if (!view() || myTurn() || !state.update?.may_talk) return false;
  if (speaker() !== null) return true;
  if (hasPassed()) return false;
  const {preview, choosing, pressed, sheet} = state;
  const inSheet = ["offers", "trade"].includes(sheet) && !matchMedia("(min-width: 60rem)").matches;
  if (!isEditing()) return inSheet;
  return Boolean(isSpeaking() || preview || choosing || pressed || inSheet || deal.answers);
}

export function waivePriority() {
  if (!hasPriority() || !send({type: "nothing", turn: view().turn})) return;
  pass();
  change({update: {...state.update, window: null}});
}

/** Announces a new window once to screen readers. */
export function announceWindow({window: current, view: seen}) {
  if (!current?.left || current.turn === announced) return;
  announced = current.turn;
  announce(t("{name} trades, and you speak first. “Nothing from me” (E) lets the bots go on.", {name: playerName(seen.active)}));
}

export const priorityHint = () =>
  hasPriority() ? html`<small class="hint">${isComposing() ? t("The bots wait for you.") : t("You speak first.")}</small>` : nothing;

export function priorityBar() {
  const current = currentWindow();
  return html`<span
    class=${classNames("priority-bar", {held: isComposing()})}
    aria-hidden="true"
    ${vars({"--share": isComposing() ? 1 : remainingShare(current, current.turn)})}
  ></span>`;
}

export function waiveButton() {
  return html`<button type="button" class="action quiet onward nothing" data-nothing data-rove="actions" @click=${waivePriority}>
    ${t("Nothing from me")} <kbd aria-hidden="true">E</kbd>
  </button>`;
}

/** A ring that shrinks while an offer waits for this player; none if it waits without limit. */
export function ringOf({number}) {
  const current = currentWindow();
  const wait = current?.offers.find(({offer}) => offer === number);
  if (!wait) return nothing;
  const left = Math.max(0, Math.ceil(wait.end - now()));
  const words = t("This offer waits for you: {count} s", {count: left});
  return html`<span
    class="ring"
    role="img"
    aria-label=${words}
    title=${words}
    ${vars({"--share": remainingShare(wait, `${current.turn} ${number}`)})}
  ></span>`;
}

/** Animates the bar and the ring, and keeps the server informed. */
export function startPriorityTimer() {
  setInterval(() => {
    if (!state.update || state.replay) return;
    if (isComposing()) sendComposing();
    const runs = hasPriority() || Boolean(currentWindow()?.offers.length);
    if (runs || ticking) change(); // also once after the end, to remove the bar and the rings
    ticking = runs;
  }, TICK);
}
