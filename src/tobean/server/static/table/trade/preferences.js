// "My answers": the player's preferences at this table, stored and applied by the server even while the player is away.
import {html, names, nothing} from "../render.js";
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

/** The preferences that differ from the defaults: a sentence, and the values that revoke it. */
function nonDefaults(now) {
  const offers = now.unpayable ? t("What I cannot pay is declined for me") : t("What I cannot pay is shown to me");
  const question = (name) => now.passable.find((each) => each.name === name)?.text || t("another question");
  return [
    now.declines && [t("All offers of this turn are declined"), {declines: false}],
    !now.usual && [offers, {usual: true}],
    ...now.keeps.map((id) => [t("Nobody need ask me for {card}", {card: kindOf(id).name}), {keeps: without(now.keeps, id)}]),
    now.fitting && [t("Bots offer me only what I can plant"), {fitting: false}],
    now.forced && [t("What leaves no choice is done for me"), {forced: false}],
    ...now.passes.map((name) => [t("Passed for me: {question}", {question: question(name)}), {passes: without(now.passes, name)}]),
  ].filter(Boolean);
}

/** The active preferences, each revocable. Last in the dialog, so that nothing above moves under a finger. */
function activePreferences(now) {
  const found = nonDefaults(now);
  if (!found.length) return nothing;
  return html`<fieldset>
    <legend>${t("Arranged")}</legend>
    <ul class="orders arranged">
      ${found.map(([words, values]) => revocable(words, () => sendPreferences(values)))}
    </ul>
  </fieldset>`;
}

const without = (list, one) => list.filter((each) => each !== one);
const toggled = (list, one) => (list.includes(one) ? without(list, one) : [...list, one]);

const tempoNow = () => preferences()?.tempo ?? settings.tempo ?? "";

/** Applies at this table and all later ones. */
function chooseTempo(tempo) {
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
          html`<label class=${names("pill", {on: tempoNow() === value})}
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
    <p class="hint">${t("Calmer bots leave you more time to speak. This holds at all your tables.")}</p>
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
      ${toggle("unpayable", now.unpayable, t("Decline for me what I cannot pay"), {unpayable: !now.unpayable, usual: false})}
      ${toggle("fitting", now.fitting, t("Bots offer me only what I can plant without a harvest"), {fitting: !now.fitting})}
      ${otherPeople() ? html`<p class="hint">${t("The others may guess from the quick no what you do not have.")}</p>` : nothing}
    </fieldset>
    <fieldset>
      <legend>${t("Nobody need ask me for …")}</legend>
      <div class="palette keeping">
        ${wantedKinds().map(
          (id) =>
            html`<button
              type="button"
              class="kind"
              aria-pressed=${String(now.keeps.includes(id))}
              aria-label=${t("{card}: nobody need ask me for it", {card: kindOf(id).short})}
              @click=${() => sendPreferences({keeps: toggled(now.keeps, id)})}
            >
              ${token(id)}<span>${kindOf(id).short}</span>
            </button>`,
        )}
      </div>
      <p class="hint">${t("Everybody sees this; offers that want it are declined for you.")}</p>
    </fieldset>
    ${standingOrdersPart()}`;
}

function decisionsPart(now) {
  return html`<fieldset>
    <legend>${t("Decisions")}</legend>
    ${toggle("forced", now.forced, t("Do for me what leaves no choice, harvests aside"), {forced: !now.forced})}
    <p>${t("Pass or go on for me when I am asked:")}</p>
    ${now.passable.map(({name, text}) => toggle(`pass ${name}`, now.passes.includes(name), text, {passes: toggled(now.passes, name)}))}
    ${now.passable.length ? nothing : html`<p class="hint">${t("Such questions are listed here once somebody has passed one.")}</p>`}
  </fieldset>`;
}

export function preferencesDialog() {
  const now = preferences();
  if (!now) return nothing;
  return html`<div class="answers">
    ${gamePage().trading ? offersPart(now) : nothing} ${decisionsPart(now)} ${activePreferences(now)}
    <p class="hint">${t("This holds at this table until you change it, also while you are away.")}</p>
  </div>`;
}

/** Beside one's own name: opens the dialog, and shows how many preferences are active. */
export function preferencesButton() {
  if (!preferences() || state.update.view.over || state.replay) return nothing;
  const count = nonDefaults(preferences()).length + (state.orders || []).length;
  const some = count === 1 ? t("My answers: 1 arranged") : t("My answers: {count} arranged", {count});
  const arranged = count ? some : t("My answers");
  return html`<button
    type="button"
    class="pill small answering"
    aria-label=${arranged}
    @click=${() => change({dialog: {name: "answers"}})}
  >
    <span aria-hidden="true">☑</span> <span class="words">${t("My answers")}</span>${count ? html`<span class="count">${count}</span>` : nothing}
  </button>`;
}
