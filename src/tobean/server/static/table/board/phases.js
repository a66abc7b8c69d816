// The phases of a turn with their numbers, if they have some, and the current one.
import {classNames, html, nothing} from "../render.js";
import {gamePage} from "../net/game_plugin.js";
import {t} from "../translate.js";
import {isMe, seatName, view} from "../state.js";

function phaseList(phase) {
  return html`<ol aria-label=${t("Phases of the turn")}>
    ${gamePage().phases.map(
      ({number, shown, text}) =>
        html`<li class=${number === phase ? "now" : ""} aria-current=${number === phase ? "step" : "false"}>
          <button
            type="button"
            class="peek"
            data-look
            data-explain=${`phase:${number}`}
            data-rove="look-phases"
            aria-haspopup="dialog"
            aria-label=${`${shown} ${text}`.trim()}
          >
            <b>${shown}</b> <span>${text}</span>
          </button>
        </li>`,
    )}
  </ol>`;
}

export function phaseBar() {
  const {phase, active, over, turn} = view();
  const whose = over
    ? t("The game is over.")
    : isMe(active)
      ? t("Your turn")
      : t("{name}'s turn", {name: seatName(active)});
  return html`<div class="phases">
    <span class=${classNames("whose", {yours: isMe(active) && !over})}
      >${whose} <small class="turn">${t("turn {turn}", {turn})}</small></span
    >
    ${over ? nothing : phaseList(phase)}
  </div>`;
}
