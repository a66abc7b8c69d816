// The page as a whole: other seats, middle, prompt, own fields and hand, and the side panels.
import {classNames, html, nothing, render} from "./render.js";
import {siteUrl} from "./dom.js";
import {preferencesButton} from "./trade/preferences.js";
import {liveRegion, promptBar} from "./board/prompt.js";
import {thalers} from "./board/card.js";
import {chatPanel, isTalkInComposer, spectatorLine, talkLine} from "./trade/chat.js";
import {clockOf} from "./net/clock.js";
import {isPassDeviceShown, passDevice} from "./panels/pass_device.js";
import {toggleExplainMode} from "./help/explanation_triggers.js";
import {isAwaited, send} from "./net/actions.js";
import {canLeave, dialogNow} from "./panels/dialogs.js";
import {explanation} from "./help/explanation.js";
import {ownField} from "./board/field.js";
import {hand, ownSetAsideCards} from "./board/hand.js";
import {focusPrompt, updateRovingFocus} from "./help/keyboard.js";
import {introductionNote} from "./help/introduction.js";
import {unseenPanel} from "./panels/unseen_cards.js";
import {logPanel} from "./panels/log.js";
import {middle} from "./board/middle.js";
import {eventBanner} from "./motion/event_banner.js";
import {offerList} from "./trade/offer_list.js";
import {offersForMe} from "./trade/offers.js";
import {phaseBar} from "./board/phases.js";
import {studyPanel, updateTargets} from "./study/panel.js";
import {replayBar} from "./study/replay.js";
import {resultPanel} from "./panels/result.js";
import {ownRequest, ownRequestLine} from "./panels/seat_requests.js";
import {rulesPanel} from "./panels/rules.js";
import {faceOf, keepsOf, presence, seatRow, wishesOf} from "./board/seat.js";
import {set, settings} from "./settings.js";
import {gamePage, ownExtras} from "./net/game_plugin.js";
import {t} from "./translate.js";
import {change, hasEnded, mine, playerName, state, view} from "./state.js";
import {composer, stakedCount} from "./trade/composer.js";
import {sprite} from "./net/catalogue.js";

const icon = (name, label, action, pressed, classes = "") =>
  html`<button
    type="button"
    class=${`icon ${classes}`}
    aria-label=${label}
    title=${label}
    aria-pressed=${pressed ?? nothing}
    @click=${action}
  >
    ${name}
  </button>`;

function topBar() {
  const {table} = state.hello;
  return html`<header class="top">
    <a class="home" href=${siteUrl("/")} aria-label=${t("tobean, front page")}
      ><svg class="logo" aria-hidden="true"><use href=${sprite("logo")}></use></svg
    ></a>
    <h1>${table.title}</h1>
    ${state.update ? phaseBar() : nothing}
    <nav class="tools" aria-label=${t("Table")}>
      ${icon(
        settings.sound ? "♪" : "♪̸",
        settings.sound ? t("Sound is on") : t("Sound is off"),
        () => {
          set("sound", !settings.sound);
          change();
        },
        String(settings.sound),
        "rarely-used",
      )}
      ${icon("i", t("What is this?"), toggleExplainMode, String(state.isExplaining), "rarely-used explain-button")}
      ${icon("?", t("Help"), () => change({dialog: {name: "help"}}))}
      ${icon("⚙", t("Settings"), () => change({dialog: {name: "settings"}}))}
      ${canLeave() ? icon("⏏", t("Leave the table"), () => change({dialog: {name: "leave"}}), undefined, "rarely-used") : nothing}
    </nav>
  </header>`;
}

function connectionBanner() {
  if (state.replay || state.connection === "open" || (state.connection === "connecting" && !state.update)) return nothing;
  if (state.connection === "closed")
    return html`<p class="banner" role="alert">
      ${state.reason || t("This table cannot be shown.")} <a href=${siteUrl("/")}>${t("Front page")}</a>
    </p>`;
  const {alone} = state;
  return html`<p class="banner" role="alert">
    ${t("The connection is lost. Trying again …")}
    ${alone ? html`<a href=${alone} target="_blank">${t("Play alone until the connection is back")}</a>` : nothing}
  </p>`;
}

/** What a spectator can do: take a seat, come back, or just watch. */
function watchingLine() {
  if (state.replay || view().over) return nothing;
  const reclaimableSeat = state.hello.table.reclaim?.[0];
  if (reclaimableSeat !== undefined)
    return html`<p class="returning">
      ${hasEnded() ? t("You have left the table.") : t("A bot plays for you.")}
      <button type="button" class="action leading" @click=${() => send({type: "seat", do: "reclaim", seat: reclaimableSeat})}>
        ${hasEnded() ? t("Go on playing") : t("Come back")}
      </button>
    </p>`;
  if (hasEnded()) return html`<p class="hint">${t("The only player has left, so the game has stopped.")}</p>`;
  if (ownRequest()) return ownRequestLine();
  const free = state.hello.table.seats.some((seat) => seat.kind === "bot" && !seat.reclaimable);
  return html`<p class="hint">
    ${t("You are watching: you see what lies open on the table, and you can chat.")}
    ${free ? t("Where a bot plays you can ask to sit down yourself.") : nothing}
  </p>`;
}

function ownArea() {
  if (state.me < 0)
    return html`<section class="dock watching">${promptBar()} ${watchingLine()} ${resultPanel()}</section>`;
  const ownSeat = mine();
  const now = view();
  return html`<section
    class=${classNames("dock", {active: now.active === state.me && !now.over, awaited: isAwaited()})}
    data-seat=${state.me}
    aria-label=${t("Your side of the table")}
  >
    ${promptBar()} ${resultPanel()}
    <div class="mine">
      <header>
        ${faceOf(state.me)}
        <h2 class="who">${playerName(state.me)} <small>${t("you")}</small></h2>
        ${presence(state.me)} ${clockOf(state.me)} ${thalers(ownSeat.thalers, {place: `thalers-${state.me}`})}
        ${wishesOf(state.me)} ${keepsOf(state.me)} ${ownExtras()} ${preferencesButton()}
      </header>
      <div class="fields own" role="group" aria-label=${t("Your fields")} data-count=${ownSeat.fields.length}>
        ${ownSeat.fields.map((field, number) => ownField(field, number))}
      </div>
      ${ownSetAsideCards()} ${hand()}
    </div>
  </section>`;
}

const panels = () => [
  ...(state.replay ? [["study", t("Study"), studyPanel]] : []),
  ["log", t("Log"), logPanel],
  ...(state.replay ? [] : [["chat", t("Chat"), chatPanel]]),
  ["rules", t("Rules"), rulesPanel],
  ["unseen", t("Unseen"), unseenPanel],
];

function openPanel(name) {
  change({panel: name, sheet: "talk", unread: name === "chat" ? 0 : state.unread});
}

function tabPanel() {
  const shown = panels().find(([name]) => name === state.panel) || panels()[0];
  return html`<section class="panel talkpanel" aria-label=${t("Log, chat and rules")}>
    <div class="tabs">
      <div role="tablist" aria-label=${t("Log, chat and rules")}>
        ${panels().map(
          ([name, word]) =>
            html`<button
              type="button"
              role="tab"
              id=${`tab-${name}`}
              data-rove="tabs"
              aria-selected=${String(name === shown[0])}
              aria-controls="tabpanel"
              @click=${() => openPanel(name)}
            >
              ${word}${name === "chat" && state.unread ? html`<span class="count">${state.unread}</span>` : nothing}
            </button>`,
        )}
      </div>
      <button type="button" class="plain close-button" aria-label=${t("Close")} @click=${() => change({sheet: null})}>
        ✕
      </button>
    </div>
    ${spectatorLine()}
    <div id="tabpanel" class="tabpanel" role="tabpanel" aria-labelledby=${`tab-${shown[0]}`}>${shown[2]()}</div>
    ${state.replay || isTalkInComposer() ? nothing : talkLine()}
  </section>`;
}

const sheetButton = (sheet, word, count = 0) =>
  html`<button
    type="button"
    data-opens=${sheet}
    aria-expanded=${String(state.sheet === sheet)}
    @click=${() => change({sheet: state.sheet === sheet ? null : sheet})}
  >
    ${word}${count ? html`<span class="count">${count}</span>` : nothing}
  </button>`;

const isShown = (panel) => state.sheet === "talk" && state.panel === panel;

const studyButton = () =>
  html`<button type="button" aria-expanded=${String(isShown("study"))} @click=${() => (isShown("study") ? change({sheet: null}) : openPanel("study"))}>
    ${t("Study")}
  </button>`;

/** On a phone the panels are sheets; these buttons open them. */
function sheetButtons() {
  const trades = state.me >= 0 && gamePage().trading && !view().over && !state.replay;
  return html`<nav class="sheets" aria-label=${t("Panels")}>
    ${trades ? [sheetButton("offers", t("Offers"), offersForMe().length), sheetButton("trade", t("Trade"), stakedCount())] : nothing}
    ${state.replay ? studyButton() : nothing}
    <button
      type="button"
      aria-expanded=${String(state.sheet === "talk" && !["rules", "study"].includes(state.panel))}
      @click=${() => change({sheet: state.sheet === "talk" && state.panel !== "study" ? null : "talk", panel: state.unread ? "chat" : ["rules", "study"].includes(state.panel) ? "log" : state.panel, unread: 0})}
    >
      ${t("Log")}${state.unread ? html`<span class="count">${state.unread}</span>` : nothing}
    </button>
    <button
      type="button"
      aria-expanded=${String(state.sheet === "talk" && state.panel === "rules")}
      @click=${() => openPanel("rules")}
    >
      ${t("Rules")}
    </button>
    <button type="button" class="explain-button" aria-pressed=${String(state.isExplaining)} @click=${toggleExplainMode}>
      <i aria-hidden="true">i</i> ${t("Explain")}
    </button>
  </nav>`;
}

function page() {
  if (!state.hello || !state.update) {
    return html`<main class="loading">
      <h1>${state.hello?.table.title || document.getElementById("table").dataset.title}</h1>
      <p class=${state.connection === "closed" ? "" : "wait"}>${state.connection === "closed" ? state.reason : t("Loading the table …")}</p>
      ${connectionBanner()}
    </main>`;
  }
  const hidden = isPassDeviceShown();
  return html`<div
      class=${classNames("board", `game-${state.hello.table.game}`, {explaining: state.isExplaining, dragging: Boolean(state.dragging), replaying: Boolean(state.replay), keyless: !settings.keys})}
      data-players=${view().players}
      data-sheet=${state.sheet || "none"}
      ?inert=${hidden}
    >
      <button type="button" class="skip" @click=${focusPrompt}>${t("To the current question")}</button>
      ${topBar()} ${connectionBanner()}
      <main class="table-area">${seatRow()} ${middle()} ${ownArea()}</main>
      <aside class="column" aria-label=${t("Trade and chat")}>
        ${replayBar()}
        <div class="trade-column">${offerList()} ${state.replay ? nothing : composer()}</div>
        ${tabPanel()}
      </aside>
      ${sheetButtons()}
    </div>
    ${passDevice()} ${introductionNote()} ${hidden ? nothing : [eventBanner(), explanation()]} ${dialogNow()} ${liveRegion()}`;
}

let isFirstRender = true;

/** Renders the page. The first rendering replaces the placeholder that came with the page. */
export function drawTable(root) {
  if (isFirstRender) root.replaceChildren();
  isFirstRender = false;
  render(page(), root);
  updateRovingFocus();
  updateTargets();
}
