// A sentence that comes too late: in the first game on this device the page offers calmer bots, once.
import {html, nothing} from "../render.js";
import {isSpeaking} from "./deal_draft.js";
import {chooseTempo} from "./preferences.js";
import {set, settings} from "../settings.js";
import {t} from "../translate.js";
import {announce, change, notify, playerName, state, view} from "../state.js";

/** Milliseconds after the end of a bot's trading within which a sentence was meant for it. */
const LATE = 10_000;
/** When the last trading of a bot ended, and whose it was. */
let ended = {at: -LATE, name: ""};

const tip = () => t("{name} has ended the trading. Calmer bots leave you more time to speak.", {name: state.tempoTip});

function offerCalmerBots() {
  if (!settings.tempoTip || settings.tempo !== null || state.replay) return;
  set("tempoTip", false);
  change({tempoTip: ended.name});
  announce(tip());
}

/** Compares an update with the one shown before: has a bot ended its trading while the player was speaking? */
export function noteEndOfTrading(update) {
  const before = view();
  const after = update.view;
  if (after.over && settings.tempoTip) set("tempoTip", false);
  if (!state.update.may_talk || state.hello.table.seats[before.active].kind !== "bot") return;
  if (before.turn === after.turn && before.phase === after.phase) return;
  ended = {at: performance.now(), name: playerName(before.active)};
  if (isSpeaking()) offerCalmerBots();
}

/** Notes a sentence that was sent while nobody traded. */
export function noteSentence() {
  if (performance.now() - ended.at < LATE) offerCalmerBots();
}

function calm() {
  chooseTempo("calm");
  change({tempoTip: ""});
  notify(t("The bots are calmer now, at all your tables. The settings have more tempos."));
}

/** Takes the place of notices, when there is none. */
export function tempoTip() {
  if (!state.tempoTip || state.notice || state.advice || state.hello.table.requests?.length) return nothing;
  return html`<div class="notice advice">
    <p>${tip()}</p>
    <button type="button" class="action leading" data-calmer @click=${calm}>${t("Make them calmer")}</button>
    <button type="button" class="plain" aria-label=${t("Close")} @click=${() => change({tempoTip: ""})}>✕</button>
  </div>`;
}
