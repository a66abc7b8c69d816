// The coach's hint: its move in this position, and why. Only on request.
import {classNames, html, nothing} from "../render.js";
import {act, actions, isAwaited, perform, send} from "../net/actions.js";
import {t} from "../translate.js";
import {announce, change, state, view} from "../state.js";

/** The hint for the current position; hints for older positions are ignored. Advice on waiting holds for the phase. */
function currentHint() {
  const {advice, update} = state;
  if (!advice || !update) return null;
  if (advice.version === update.version) return advice;
  const waits = !advice.thinking && !advice.do && advice.phase === phaseNow() && !isAwaited();
  return waits ? advice : null;
}

const phaseNow = () => `${view().turn} ${view().phase}`;

export const hasHint = () => Boolean(currentHint()) && !currentHint().thinking;

export function requestHint() {
  if (!state.update?.hint || currentHint()) return;
  const {version} = state.update;
  if (send({type: "hint", version})) change({advice: {version, thinking: true, phase: phaseNow()}});
}

/** Discards a pending request, so that the button can be pressed again. */
export function forgetHint() {
  if (state.advice?.thinking) change({advice: null});
}

export function handleHint(message) {
  const phase = phaseNow();
  if (message.version !== state.update.version && (message.do || state.advice?.phase !== phase)) return forgetHint();
  change({advice: {...message, phase}, notice: null});
  // If the hint is about an offer, show that offer.
  const about = actions().find((action) => action.do === message.do)?.offer;
  if (about) change({focusedOffer: about, pressed: true});
  announce(sentence(message));
}

const sentence = ({label, text}) => [label && `${label}.`, text || (label ? "" : t("There is nothing to do now."))].join(" ");

export function hintButton() {
  if (!state.update.hint || state.pick) return nothing;
  const thinking = Boolean(currentHint()?.thinking);
  return html`<button
    type="button"
    class=${classNames("action", "quiet", "coach", {thinking})}
    data-rove="actions"
    title=${t("Hint")}
    aria-disabled=${String(Boolean(currentHint()))}
    @click=${requestHint}
  >
    <svg class="bulb" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 1a5 5 0 0 0-3 9c.7.6 1 1.2 1 2h4c0-.8.3-1.4 1-2a5 5 0 0 0-3-9Z" />
      <path d="M6 13.2h4M6.7 15h2.6" />
    </svg>
    <span class="word">${thinking ? t("Thinking …") : t("Hint")}</span>
  </button>`;
}

/** Performs the hint's action as its own button would; the offer it was about loses its focus. */
function follow(advice) {
  const action = actions().find((each) => each.do === advice.do);
  const about = view().offers.find(({number}) => number === action?.offer);
  Object.assign(state, {focusedOffer: 0, pressed: false, drawn: null});
  if (action) act(action, about);
  else perform(advice.do); // an offer or a call, which are not listed
}

/** Takes the place of notices; a later notice replaces it. */
export function hintLine() {
  const advice = currentHint();
  if (!advice || advice.thinking || state.notice || state.hello.table.requests?.length) return nothing;
  const {label, text} = advice;
  return html`<div class="notice advice">
    <p>${label ? html`<b>${label}.</b>` : nothing} ${text || (label ? nothing : t("There is nothing to do now."))}</p>
    ${
      advice.do
        ? html`<button type="button" class="action leading" data-advice @click=${() => follow(advice)}>
            ${t("Do that")}
          </button>`
        : nothing
    }
    <button type="button" class="plain" aria-label=${t("Close")} @click=${() => change({advice: null})}>✕</button>
  </div>`;
}
