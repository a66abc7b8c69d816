// Pass-and-play: a curtain between the hands when several people share one device.
import {html, names, nothing} from "../render.js";
import {lookAgain} from "../net/actions.js";
import {faceOf} from "../board/seat.js";
import {t} from "../translate.js";
import {change, playerName, state, view} from "../state.js";

/** The own seats on this device; one for most people. */
const seatsHere = () => state.hello?.you.seats || [];

/** Whose hand should be seen now: whoever is asked, if they play on this device. */
function wanted() {
  const {awaited, over} = view();
  if (over || seatsHere().length < 2) return null;
  return seatsHere().includes(awaited) && awaited !== state.me ? awaited : null;
}

export const curtainDown = () => Boolean(state.update) && wanted() !== null;

/** Forgets one hand before it shows the other. */
function raise(seat) {
  change({looking: seat, update: null, explained: null, pick: null, pins: new Set(), log: [], events: []});
  lookAgain();
}

export function curtain() {
  const seat = state.update ? wanted() : null;
  if (seat === null) return nothing;
  return html`<section class=${names("curtain")} role="dialog" aria-modal="true" aria-labelledby="curtain-title">
    <div class="cloth" aria-hidden="true"></div>
    <div class="cloth" aria-hidden="true"></div>
    <div class="stage">
      ${faceOf(seat)}
      <h2 id="curtain-title">${t("Hand the device to {name}", {name: playerName(seat)})}</h2>
      <p>${state.update.asked?.theirs}</p>
      <button type="button" class="deed leading" autofocus @click=${() => raise(seat)}>
        ${t("I am {name}: raise the curtain", {name: playerName(seat)})}
      </button>
    </div>
  </section>`;
}
