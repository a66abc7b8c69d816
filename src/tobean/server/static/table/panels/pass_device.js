// Pass-and-play: hides the hands when several players share one device.
import {classNames, html, nothing} from "../render.js";
import {reconnect} from "../net/actions.js";
import {faceOf} from "../board/seat.js";
import {forgetDeals} from "../trade/deal_draft.js";
import {localSeats} from "../trade/speaking_up.js";
import {t} from "../translate.js";
import {change, playerName, speaker, state, view} from "../state.js";

/** The seat that wants to speak or, without one, the awaited seat, if it is played on this device and not shown. */
function nextSeat() {
  const {awaited, over} = view();
  if (over || localSeats().length < 2) return null;
  const next = speaker() ?? awaited;
  return localSeats().includes(next) && next !== state.me ? next : null;
}

export const isPassDeviceShown = () => Boolean(state.update) && nextSeat() !== null;

/** The parts of the state that show or follow from one player's cards, empty. */
const emptyHand = () => ({
  update: null, log: [], events: [], announcements: [], pins: new Set(), pick: null, aim: null, drawn: null, focusedOffer: 0,
  pressed: false, choosing: 0, preview: null, advice: null, reading: null, typed: "", puzzled: "", wishing: false, notice: null,
  explained: null, moment: null, dialog: null, sheet: null, bubbles: {},
});

/** Clears one player's view before the next player's is loaded. */
function showOwnHand(seat) {
  forgetDeals();
  change({...emptyHand(), viewedSeat: seat});
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
      <p>${speaker() === null ? state.update.asked?.theirs : t("{name} wants to say something.", {name: playerName(seat)})}</p>
      <button type="button" class="action leading" autofocus @click=${() => showOwnHand(seat)}>
        ${t("I am {name}: show my cards", {name: playerName(seat)})}
      </button>
      ${
        speaker() === null
          ? nothing
          : html`<button type="button" class="action quiet" data-back @click=${() => change({speaker: null})}>
              ${t("Back to {name}", {name: playerName(state.me)})}
            </button>`
      }
    </div>
  </section>`;
}
