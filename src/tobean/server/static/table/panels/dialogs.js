// Dialogs: choosing an action, help, settings, preferences, leaving the table.
import {afterRender, html, nothing} from "../render.js";
import {preferencesDialog, tempoPart} from "../trade/preferences.js";
import {kindOf} from "../net/catalogue.js";
import {choiceStartButton, splitLargeGroups} from "../board/action_chooser.js";
import {act, send, withoutDuplicates} from "../net/actions.js";
import {fingersOnly, siteUrl} from "../dom.js";
import {cardsOf} from "../net/game_plugin.js";
import {request} from "../net/transport.js";
import {learnButton} from "../help/introduction.js";
import {set, settings} from "../settings.js";
import {play} from "../motion/sound.js";
import {t} from "../translate.js";
import {change, state, view} from "../state.js";

/** Closing the element first gives the focus back to the element that had it before. */
export function closeDialog() {
  document.querySelector("dialog[open]")?.close();
  change({dialog: null});
}

/** Opens when first rendered; Escape and a click outside close it. */
function modal(title, content) {
  const shown = state.dialog;
  // The browser reports a closed dialog late: the next one may be open by then.
  const afterClose = ({target}) => !target.open && state.dialog === shown && change({dialog: null});
  return html`<dialog
    class="box"
    aria-labelledby="dialog-title"
    @close=${afterClose}
    ${afterRender((element) => queueMicrotask(() => element.isConnected && !element.open && element.showModal()))}
    @click=${(event) => event.target === event.currentTarget && closeDialog()}
  >
    <header>
      <h2 id="dialog-title">${title}</h2>
      <button type="button" class="plain" aria-label=${t("Close")} @click=${closeDialog}>✕</button>
    </header>
    ${content}
  </dialog>`;
}

const MANY = 12;

/** The effects of the cards that an action uses, one line each; those in `explained` are explained above the list. */
const effects = (action, explained) =>
  cardsOf(action)
    .filter((card) => !explained.includes(card))
    .map((card) => kindOf(card).text || kindOf(card).about)
    .filter(Boolean)
    .map((effect) => html`<small>${effect}</small>`);

/**
 * A list of actions. Large groups of similar actions become a choice on the table, unless the `whole` list is requested.
 */
function chooseDialog({title, text, about = [], actions = [], whole = false}) {
  const sought = (state.soughtAction || "").toLowerCase();
  const {few, many} = whole ? {few: actions, many: []} : splitLargeGroups(actions);
  const single = withoutDuplicates(few);
  const shown = single.filter((action) => !sought || action.label.toLowerCase().includes(sought));
  return modal(
    title,
    html`${text ? html`<p>${text}</p>` : nothing}
      ${
        single.length > MANY
          ? html`<label class="seek"
              >${t("Find")}
              <input
                type="search"
                .value=${state.soughtAction || ""}
                @input=${(event) => change({soughtAction: event.target.value})}
            /></label>`
          : nothing
      }
      <ul class="choices">
        ${shown.map(
          (action) =>
            html`<li>
              <button
                type="button"
                class="action quiet"
                data-do=${action.do}
                @click=${() => {
                  change({dialog: null, soughtAction: ""});
                  act(action);
                }}
              >
                <span>${action.label}${effects(action, about)}</span>
              </button>
            </li>`,
        )}
        ${many.map((group) => html`<li>${choiceStartButton(group)}</li>`)}
      </ul>`,
  );
}

const keyLine = (key, text) =>
  html`<div>
    <dt>${key.split(" ").map((each) => html`<kbd>${each}</kbd>`)}</dt>
    <dd>${text}</dd>
  </div>`;

const ruleNumbers = () => t("The letter with a number behind a sentence, such as B3, is its rule: press it to read the rule.");

const gestures = () => html`<ul class="gestures">
  <li>${t("Tap a card, then a field, to plant it; or pull it up and drop it on the field.")}</li>
  <li>${t("While there is trading, tapping a card puts it into your deal; “Trade” below completes the offer.")}</li>
  <li>${t("Swipe your hand sideways to see all of it.")}</li>
  <li>${t("Keep a finger on a card, a field or a pile to read what it is; “Explain” does the same for the next tap.")}</li>
  <li>${ruleNumbers()}</li>
</ul>`;

const studyKeys = () => html`${keyLine("← →", t("in a replay: one step back or forward"))} ${keyLine("␣", t("play or pause"))}
${keyLine("J K", t("to the next or previous mistake"))} ${keyLine("V", t("what else is possible here"))}
${keyLine("B", t("back from a variation to the game"))} ${keyLine("S", t("what would you have done?"))}`;

function helpDialog() {
  if (fingersOnly()) return modal(t("Help"), html`${gestures()}<div class="buttons">${learnButton()}</div>`);
  return modal(
    t("Keys"),
    html`<dl class="keys">
        ${keyLine("1 2 3", t("plant on field 1, 2, 3: the card picked up, or the one that is due"))}
        ${keyLine("⇧1 ⇧2 ⇧3", t("harvest field 1, 2, 3"))} ${keyLine("A", t("accept the offer"))}
        ${keyLine("C", t("counter it"))} ${keyLine("D", t("decline it"))} ${keyLine("E", t("go on: pass, end trading, nothing from me"))}
        ${keyLine("G", t("plant everything that fits"))} ${keyLine("U", t("undo"))} ${keyLine("I", t("a hint, where there are any"))} ${keyLine("Q", t("to the current question"))} ${keyLine("H", t("to your hand"))}
        ${keyLine("F", t("to your fields"))} ${keyLine("M", t("to the middle of the table"))}
        ${keyLine("O", t("to the deal"))} ${keyLine("T", t("to the chat line"))}
        ${keyLine("P", t("pin the hand card in focus against being offered"))} ${keyLine("N", t("my preferences"))} ${keyLine("L", t("log"))}
        ${keyLine("W", t("what is this? explains what is in focus, or what you tap next"))} ${keyLine("R", t("rules and cards"))} ${keyLine(",", t("settings"))} ${keyLine("?", t("this help"))}
        ${keyLine("← →", t("move within hand, fields, buttons"))} ${keyLine("Esc", t("put back, close, leave the chat line"))}
        ${state.replay ? studyKeys() : nothing}
      </dl>
      <p class="hint">
        ${t("Cards can also be tapped or dragged: onto a field to plant, onto a player or the deal to offer. On a phone, pull a hand card upwards to drag it.")}
      </p>
      <p class="hint">
        ${t("Everything explains itself: rest the pointer on it, keep a finger on it, or press “What is this?” and tap it.")}
        ${ruleNumbers()}
      </p>
      <div class="buttons">${learnButton()}</div>`,
  );
}

const toggle = (name, words) =>
  html`<label class="switch"
    ><input
      type="checkbox"
      .checked=${settings[name]}
      @change=${(event) => {
        set(name, event.target.checked);
        change();
      }}
    />
    ${words}</label
  >`;

async function askNotification(event) {
  const wanted = event.target.checked;
  const allowed = wanted && "Notification" in window ? await Notification.requestPermission() : "denied";
  set("notify", wanted && allowed === "granted");
  change();
}

const themes = () => [
  ["", t("As the system")],
  ["light", t("Light")],
  ["dark", t("Dark")],
];

const themePill = ([value, word]) =>
  html`<label class=${themeNow() === value ? "pill on" : "pill"}
    ><input class="visually-hidden" type="radio" name="theme" .checked=${themeNow() === value} @change=${() => chooseTheme(value)} />${word}</label
  >`;

const themeNow = () => document.documentElement.dataset.theme ?? "";

/** Applies immediately; the server remembers it for all pages. */
function chooseTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  request(siteUrl("/theme"), {method: "POST", body: new URLSearchParams({theme, next: "/offline"})}).catch(() => {});
  change();
}

function settingsDialog() {
  const speeds = [
    [0, t("off")],
    [0.5, t("slow")],
    [1, t("normal")],
    [2, t("quick")],
  ];
  return modal(
    t("Settings"),
    html`${tempoPart()}
      <fieldset>
        <legend>${t("Moving cards")}</legend>
        <span class="pills"
          >${speeds.map(
            ([value, word]) =>
              html`<label class=${settings.speed === value ? "pill on" : "pill"}
                ><input
                  class="visually-hidden"
                  type="radio"
                  name="speed"
                  .checked=${settings.speed === value}
                  @change=${() => {
                    set("speed", value);
                    change();
                  }}
                />${word}</label
              >`,
          )}</span
        >
      </fieldset>
      <fieldset>
        <legend>${t("Light or dark")}</legend>
        <span class="pills">${themes().map(themePill)}</span>
      </fieldset>
      ${toggle("sound", t("Sounds"))}
      <label class="slide"
        >${t("Volume")}
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          .value=${String(settings.volume)}
          @change=${(event) => {
            set("volume", Number(event.target.value));
            play("coin");
          }}
      /></label>
      ${
        fingersOnly()
          ? nothing
          : html`${toggle("keys", t("Single keys as shortcuts"))} ${toggle("rest", t("Explain what the pointer rests on"))}`
      }
      ${toggle("moments", t("Show events in large type"))}
      <label class="switch"
        ><input type="checkbox" .checked=${settings.notify} @change=${askNotification} />
        ${t("Notify me when it is my turn and I am looking elsewhere")}</label
      >
      ${
        state.me >= 0 && !state.replay
          ? html`<div class="buttons">
              <button type="button" class="action quiet" @click=${() => change({dialog: {name: "answers"}})}>
                ${t("My preferences …")}
              </button>
              ${
                canLeave()
                  ? html`<button type="button" class="action quiet" @click=${() => change({dialog: {name: "leave"}})}>
                      ${t("Leave the table")}
                    </button>`
                  : nothing
              }
              <a class="action quiet" href=${siteUrl("/me")}>${t("Name and picture")}</a>
            </div>`
          : nothing
      }`,
  );
}

export const canLeave = () => state.me >= 0 && !state.replay && Boolean(view()) && !view().over;

function leaveDialog() {
  const {ends} = state.hello.table;
  return modal(
    t("Leave the table?"),
    html`<p>
        ${
          ends
            ? t("Nobody else plays here, so the game ends. “My tables” lists it, and you can go on from there.")
            : t("A bot plays on for you. You can take your seat back at any time.")
        }
      </p>
      <div class="buttons">
        <button
          type="button"
          class="action leading"
          @click=${() => {
            send({type: "seat", do: "leave", seat: state.me});
            closeDialog();
          }}
        >
          ${ends ? t("End the game") : t("Leave")}</button
        ><button type="button" class="action quiet" @click=${closeDialog}>${t("Stay")}</button>
      </div>`,
  );
}

const DIALOGS = {
  choose: chooseDialog,
  help: helpDialog,
  settings: settingsDialog,
  leave: leaveDialog,
  answers: () => modal(t("My preferences"), preferencesDialog()),
};

export function dialogNow() {
  const {dialog} = state;
  return dialog && DIALOGS[dialog.name] ? DIALOGS[dialog.name](dialog) : nothing;
}
