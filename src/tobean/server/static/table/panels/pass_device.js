// Pass-and-play: hides the hands when several players share one device.
import {classNames, html, nothing} from "../render.js";
import {reconnect} from "../net/actions.js";
import {faceOf} from "../board/seat.js";
import {t} from "../translate.js";
import {change, playerName, state, view} from "../state.js";

/** The viewer's seats on this device; usually one. */
const localSeats = () => state.hello?.you.seats || [];

/** The awaited seat, if it is played on this device and not the one shown. */
function nextSeat() {
  const {awaited, over} = view();
  if (over || localSeats().length < 2) return null;
  return localSeats().includes(awaited) && awaited !== state.me ? awaited : null;
}

export const isPassDeviceShown = () => Boolean(state.update) && nextSeat() !== null;

/** Clears one player's view before the next player's is loaded. */
function showOwnHand(seat) {
  change({viewedSeat: seat, update: null, explained: null, pick: null, pins: new Set(), log: [], events: []});
  reconnect();
}

export function passDevice() {
  const seat = state.update ? nextSeat() : null;
  if (seat === null) return nothing;
  return html`<section class=${classNames("pass-device")} role="dialog" aria-modal="true" aria-labelledby="pass-device-title">
    <div class="backdrop" aria-hidden="true"></div>
    <div class="backdrop" aria-hidden="true"></div>
    <div class="stage">
      ${faceOf(seat)}
      <h2 id="pass-device-title">${t("Hand the device to {name}", {name: playerName(seat)})}</h2>
      <p>${state.update.asked?.theirs}</p>
      <button type="button" class="action leading" autofocus @click=${() => showOwnHand(seat)}>
        ${t("I am {name}: show my cards", {name: playerName(seat)})}
      </button>
    </div>
  </section>`;
}
