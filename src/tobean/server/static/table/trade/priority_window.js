// Priority windows: on a bot's turn people may speak first, and a bot's offer to a person stays open for a while.
import {classNames, html, nothing, vars} from "../render.js";
import {deal, hasPassed, isDealEmpty, isEditing, pass, sendComposing} from "./deal_draft.js";
import {send} from "../net/actions.js";
import {t} from "../translate.js";
import {announce, change, myTurn, playerName, state, view} from "../state.js";

const TICK = 500;

let announced = 0;
let ticking = false;
/** The longest remaining time seen for each window, by key: the full length of its bar or ring. */
const whole = new Map();

const seconds = () => performance.now() / 1000;

/** The server sends the seconds left; the page counts down from there. */
export function startWindow({window: found}) {
  if (!found) return;
  const mark = (each, name) => {
    each.end = seconds() + each.left;
    whole.set(name, Math.max(each.left, whole.get(name) ?? 0));
  };
  found.came = seconds();
  if (!whole.has(found.turn)) whole.clear();
  mark(found, found.turn);
  for (const each of found.offers) mark(each, `${found.turn} ${each.offer}`);
}

/** Seconds after its arrival from which an update counts as shown late. */
const LATE = 0.5;

/** Earlier moves take time to animate, so the window counts from when the trading is actually shown. */
export function reportShown({window: found, view: seen}) {
  if (found?.left && found.turn === seen.turn && seconds() - found.came >= LATE) send({type: "shown", turn: found.turn});
}

/** Handles a window that changed between two updates. */
export function handleWindow(message) {
  startWindow(message);
  if (state.update) change({update: {...state.update, window: message.window}});
}

function windowNow() {
  const found = state.update?.window;
  return found && found.turn === view().turn && !state.replay ? found : null;
}

const shareOf = (each, name) => Math.max(0, Math.min(1, (each.end - seconds()) / (whole.get(name) || 1)));

/** Whether the bots wait for this player to speak first. */
export const hasPriority = () => (windowNow()?.end ?? 0) > seconds();

/** Whether the player is composing a deal, typing, or examining an offer. */
function isComposing() {
  if (!view() || hasPassed() || myTurn() || !state.update?.may_talk) return false;
  const {reading, preview, choosing, pressed, sheet} = state;
  const inSheet = ["offers", "trade"].includes(sheet) && !matchMedia("(min-width: 60rem)").matches;
  if (!isEditing()) return inSheet;
  const typed = document.getElementById("line")?.value.trim();
  return Boolean(typed || reading || preview || choosing || pressed || inSheet || deal.answers || !isDealEmpty());
}

export function waivePriority() {
  if (!hasPriority() || !send({type: "nothing", turn: view().turn})) return;
  pass();
  change({update: {...state.update, window: null}});
}

/** Announces a new window once to screen readers. */
export function announceWindow({window: found, view: seen}) {
  if (!found?.left || found.turn === announced) return;
  announced = found.turn;
  announce(t("{name} trades, and you speak first. “Nothing from me” (E) lets the bots go on.", {name: playerName(seen.active)}));
}

export const priorityHint = () =>
  hasPriority() ? html`<small class="hint">${isComposing() ? t("The bots wait for you.") : t("You speak first.")}</small>` : nothing;

export function priorityBar() {
  const found = windowNow();
  return html`<span
    class=${classNames("priority-bar", {held: isComposing()})}
    aria-hidden="true"
    ${vars({"--share": isComposing() ? 1 : shareOf(found, found.turn)})}
  ></span>`;
}

export function waiveButton() {
  return html`<button type="button" class="action quiet onward nothing" data-nothing data-rove="actions" @click=${waivePriority}>
    ${t("Nothing from me")} <kbd aria-hidden="true">E</kbd>
  </button>`;
}

/** A ring that shrinks while an offer waits for this player; none if it waits without limit. */
export function ringOf({number}) {
  const found = windowNow();
  const wait = found?.offers.find(({offer}) => offer === number);
  if (!wait) return nothing;
  const left = Math.max(0, Math.ceil(wait.end - seconds()));
  const words = t("This offer waits for you: {count} s", {count: left});
  return html`<span
    class="ring"
    role="img"
    aria-label=${words}
    title=${words}
    ${vars({"--share": shareOf(wait, `${found.turn} ${number}`)})}
  ></span>`;
}

/** Animates the bar and the ring, and keeps the server informed. */
export function startPriorityTimer() {
  setInterval(() => {
    if (!state.update || state.replay) return;
    if (isComposing()) sendComposing();
    const runs = hasPriority() || Boolean(windowNow()?.offers.length);
    if (runs || ticking) change(); // once more at the end
    ticking = runs;
  }, TICK);
}
