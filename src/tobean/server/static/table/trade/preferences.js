// "My preferences": the player's preferences at this table, stored and applied by the server even while the player is away.
import {classNames, html, nothing} from "../render.js";
import {token} from "../board/card.js";
import {kindOf, wantedKinds} from "../net/catalogue.js";
import {send} from "../net/actions.js";
import {gamePage} from "../net/game_plugin.js";
import {revocable, standingOrdersPart} from "./standing_orders.js";
import {set, settings} from "../settings.js";
import {t} from "../translate.js";
import {change, state} from "../state.js";

export const preferences = () => state.update?.answers ?? null;

/** Sends all preferences. The page shows them immediately; the server's update confirms them. */
function sendPreferences(values) {
  const next = {...preferences(), ...values};
  const {tempo, declines, keeps, forced, passes, fitting} = next;
  const unpayable = next.usual ? null : next.unpayable;
  if (!send({type: "answers", tempo, declines, keeps, unpayable, forced, passes, fitting})) return;
  change({update: {...state.update, answers: next}});
}

/** The preferences that differ from the defaults: pairs of a sentence and the values that restore the default. */
function nonDefaults(now) {
  const offers = now.unpayable ? t("Decline offers I can't pay") : t("Show offers I can't pay");
  const question = (name) => now.passable.find((each) => each.name === name)?.text || t("another question");
  return [
    now.declines && [t("Declining all offers this turn"), {declines: false}],
    !now.usual && [offers, {usual: true}],
    ...now.keeps.map((id) => [t("Keeping {card} to myself", {card: kindOf(id).name}), {keeps: without(now.keeps, id)}]),
    now.fitting && [t("Bots offer me only what I can plant"), {fitting: false}],
    now.forced && [t("Forced actions are played for me"), {forced: false}],
    ...now.passes.map((name) => [t("Passed for me: {question}", {question: question(name)}), {passes: without(now.passes, name)}]),
  ].filter(Boolean);
}

/** The active preferences, each revocable. Last in the dialog, so that nothing above moves under a finger. */
function activePreferences(now) {
  const found = nonDefaults(now);
  if (!found.length) return nothing;
  return html`<fieldset>
    <legend>${t("Active")}</legend>
    <ul class="orders active">
      ${found.map(([words, values]) => revocable(words, () => sendPreferences(values)))}
    </ul>
  </fieldset>`;
}

const without = (list, one) => list.filter((each) => each !== one);
const toggled = (list, one) => (list.includes(one) ? without(list, one) : [...list, one]);

const tempoNow = () => preferences()?.tempo ?? settings.tempo ?? "";

/** Applies at this table and all later ones. */
export function chooseTempo(tempo) {
  set("tempo", tempo);
  if (preferences()) sendPreferences({tempo});
  else change();
}

/** Applies the tempo chosen at an earlier table. */
export function applyTempo() {
  if (preferences() && settings.tempo !== null && settings.tempo !== preferences().tempo) sendPreferences({tempo: settings.tempo});
}

export function tempoPart() {
  const tempos = [
    ["calm", t("calm")],
    ["", t("normal")],
    ["brisk", t("brisk")],
  ];
  return html`<fieldset>
    <legend>${t("Tempo of the bots")}</legend>
    <span class="pills"
      >${tempos.map(
        ([value, word]) =>
          html`<label class=${classNames("pill", {on: tempoNow() === value})}
            ><input
              class="visually-hidden"
              type="radio"
              name="tempo"
              value=${value}
              .checked=${tempoNow() === value}
              @change=${() => chooseTempo(value)}
            />${word}</label
          >`,
      )}</span
    >
    <p class="hint">${t("Calmer bots leave you more time to speak. Applies to all your tables.")}</p>
  </fieldset>`;
}

const toggle = (name, checked, words, values) =>
  html`<label class="switch"
    ><input type="checkbox" name=${name} .checked=${checked} @change=${() => sendPreferences(values)} />
    <span>${words}</span></label
  >`;

const otherPeople = () => state.hello.table.seats.some(({kind}, seat) => seat !== state.me && kind === "person");

function offersPart(now) {
  return html`<fieldset>
      <legend>${t("Offers to me")}</legend>
      ${toggle("declines", now.declines, t("Decline all this turn"), {declines: !now.declines})}
      ${toggle("unpayable", now.unpayable, t("Decline offers I can't pay"), {unpayable: !now.unpayable, usual: false})}
      ${toggle("fitting", now.fitting, t("Bots offer me only what I can plant without a harvest"), {fitting: !now.fitting})}
      ${otherPeople() ? html`<p class="hint">${t("An instant decline can tell other players what you don't have.")}</p>` : nothing}
    </fieldset>
    <fieldset>
      <legend>${t("Cards I keep")}</legend>
      <div class="palette keeping">
        ${wantedKinds().map(
          (id) =>
            html`<button
              type="button"
              class="kind"
              aria-pressed=${String(now.keeps.includes(id))}
              aria-label=${t("Keep {card} to myself", {card: kindOf(id).short})}
              @click=${() => sendPreferences({keeps: toggled(now.keeps, id)})}
            >
              ${token(id)}<span>${kindOf(id).short}</span>
            </button>`,
        )}
      </div>
      <p class="hint">${t("Visible to everyone. Offers asking for these are declined automatically.")}</p>
    </fieldset>
    ${standingOrdersPart()}`;
}

function decisionsPart(now) {
  return html`<fieldset>
    <legend>${t("Decisions")}</legend>
    ${toggle("forced", now.forced, t("Play forced actions for me (except harvests)"), {forced: !now.forced})}
    <p>${t("Pass automatically when asked:")}</p>
    ${now.passable.map(({name, text}) => toggle(`pass ${name}`, now.passes.includes(name), text, {passes: toggled(now.passes, name)}))}
    ${now.passable.length ? nothing : html`<p class="hint">${t("Questions appear here once someone has passed one.")}</p>`}
  </fieldset>`;
}

export function preferencesDialog() {
  const now = preferences();
  if (!now) return nothing;
  return html`<div class="answers">
    ${gamePage().trading ? offersPart(now) : nothing} ${decisionsPart(now)} ${activePreferences(now)}
    <p class="hint">${t("Applies at this table until you change it, even while you are away.")}</p>
  </div>`;
}

/** Beside one's own name: opens the dialog, and shows how many preferences are active. */
export function preferencesButton() {
  if (!preferences() || state.update.view.over || state.replay) return nothing;
  const count = nonDefaults(preferences()).length + (state.orders || []).length;
  const activeLabel = count === 1 ? t("My preferences: 1 active") : t("My preferences: {count} active", {count});
  const label = count ? activeLabel : t("My preferences");
  return html`<button
    type="button"
    class="pill small answering"
    aria-label=${label}
    @click=${() => change({dialog: {name: "answers"}})}
  >
    <span aria-hidden="true">☑</span> <span class="words">${t("My preferences")}</span>${count ? html`<span class="count">${count}</span>` : nothing}
  </button>`;
}
