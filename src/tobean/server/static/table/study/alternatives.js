// What else is possible in a position, with the coach's figures.
import {classNames, html, nothing} from "../render.js";
import {figure, t} from "../translate.js";
import {playerName, state} from "../state.js";
import {loadActions, study} from "./data.js";
import {address, recording, stop, vary} from "./recording.js";

const positionKey = (seat) => [recording.view, recording.at, seat ?? "", ...recording.line].join(" ");

/** Asks the coach what can be done here; with open cards for any seat. */
export function listActions(seat) {
  stop();
  const more = seat === undefined ? {} : {seat};
  return loadActions(address("actions.json", {at: recording.at, ...more}, recording.line), positionKey(seat));
}

async function choose({do: action}) {
  if (await vary(recording.at, [...recording.line, action])) listActions();
}

const VERBS = () => [
  [["offer", "accept", "decline", "withdraw", "end trading"], t("Trade")],
  [["plant"], t("Plant")],
  [["harvest"], t("Harvest")],
];

/** Actions grouped by the heading of their verb; the group with the best one comes first. */
function groups(actions) {
  const known = VERBS();
  const found = new Map();
  for (const action of actions) {
    const word = known.find(([verbs]) => verbs.includes(action.verb))?.[1] ?? t("Other actions");
    if (!found.has(word)) found.set(word, []);
    found.get(word).push(action);
  }
  return [...found];
}

export const worthOf = ({thalers, error}) =>
  thalers === null ? nothing : html`<b class="worth">${figure(thalers)}${error ? html`<small> ± ${figure(error)}</small>` : nothing}</b>`;

const actionButton = (action) =>
  html`<li>
    <button type="button" class=${classNames("alternative", {played: action.played})} data-do=${action.do} @click=${() => choose(action)}>
      <span>${action.label}${action.played ? html` <small class="badge">${t("in the game")}</small>` : nothing}</span> ${worthOf(action)}
    </button>
  </li>`;

function seatChoice({seat, seats}) {
  if (seats.length < 2) return nothing;
  return html`<label class="study-select"
    >${t("For")}
    <select @change=${(event) => listActions(Number(event.target.value))}>
      ${seats.map((each) => html`<option value=${each} .selected=${each === seat}>${playerName(each)}</option>`)}
    </select></label
  >`;
}

export function actionList() {
  const {listed} = study;
  if (!listed)
    return state.update.view.over
      ? nothing
      : html`<button type="button" class="action quiet" id="other-actions" @click=${() => listActions()}>${t("What else is possible here?")}</button>`;
  if (!listed.seats) return html`<p class="hint wait" role="status">${t("The coach is thinking …")}</p>`;
  if (listed.error)
    return html`<p class="notice bad" role="alert">${listed.error}</p>
      <button type="button" class="action quiet" @click=${() => listActions()}>${t("Try again")}</button>`;
  if (!listed.actions.length)
    return html`${seatChoice(listed)}
      <p class="hint">${t("This view has nothing to decide here. Choose the view of another player, or open cards.")}</p>`;
  return html`<section class="alternatives" aria-label=${t("What is possible here")}>
    ${seatChoice(listed)}
    <p class="hint">${t("Expected thalers of {name} at the end, if merchants play on", {name: playerName(listed.seat)})}</p>
    ${groups(listed.actions).map(
      ([word, actions]) =>
        html`<h4>${word}</h4>
          <ul>
            ${actions.map(actionButton)}
          </ul>`,
    )}
  </section>`;
}
