// Several players on one device: one who is not in front takes the device to speak, usually in another player's trading.
import {html, nothing} from "../render.js";
import {waivePriority} from "./priority_window.js";
import {t} from "../translate.js";
import {change, playerName, speaker, state, view} from "../state.js";

/** The viewer's seats on this device; usually one. */
export const localSeats = () => state.hello?.you.seats || [];

/** A button at the seat of another player on this device; the device is passed on before any card is shown. */
export function speakUpButton(seat) {
  if (state.me < 0 || seat === state.me || !localSeats().includes(seat)) return null;
  const {turn, phase} = view();
  return html`<button
    type="button"
    class="pill small"
    data-speak-up
    aria-label=${t("{name} speaks up", {name: playerName(seat)})}
    @click=${() => change({speaker: {seat, turn, phase}})}
  >
    ${t("Speak up")}
  </button>`;
}

/** Ends speaking up; the bots go on, or the device goes back to the awaited player. Returns whether somebody spoke. */
export function finishSpeaking() {
  if (speaker() === null) return false;
  change({speaker: null});
  waivePriority();
  return true;
}

export function finishButton() {
  if (speaker() !== state.me) return nothing;
  return html`<button type="button" class="action quiet onward" data-finish data-rove="actions" @click=${finishSpeaking}>
    ${t("That is all from me")} <kbd aria-hidden="true">E</kbd>
  </button>`;
}
