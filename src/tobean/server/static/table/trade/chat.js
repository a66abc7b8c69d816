// The chat input: a line that reads like an offer becomes one to confirm, any other is chat.
import {afterRender, classNames, html, nothing, repeat} from "../render.js";
import {focusOn, siteUrl} from "../dom.js";
import {ruleLink} from "../help/rule_link.js";
import {consider, fillDeal} from "./deal_draft.js";
import {noteSentence} from "./late_sentence.js";
import {kindOf, wantedKinds} from "../net/catalogue.js";
import {perform, send} from "../net/actions.js";
import {isolated, listed, t} from "../translate.js";
import {offerSentence, offerWords} from "./offers.js";
import {announce, change, hasEnded, state, view} from "../state.js";
import {isNarrow} from "../motion/overlay_placement.js";

const LONGEST = 400;

const mayTrade = () => state.me >= 0 && Boolean(state.update?.may_talk);

/** Whether the input is part of the deal composer: during trading, unless a phone shows log and chat instead. */
export const isTalkInComposer = () => mayTrade() && !(isNarrow() && state.sheet === "talk");

const input = () => document.getElementById("line");

/** Sets the text of the input, which keeps it when it moves between composer and chat. */
function writeLine(text) {
  state.line = text;
  if (input()) input().value = text;
}

function typing({target}) {
  state.line = target.value;
  consider();
}

/** Sends a chat message and opens the chat, where the answers appear. */
function say(text) {
  const sent = send({type: "chat", text});
  if (sent) change({panel: "chat", unread: 0});
  return sent;
}

/** Asks the server to parse the line; without a seat, or outside trading, it is chat. */
function submit(event) {
  event.preventDefault();
  const text = event.target.elements.line.value.trim();
  if (!text) return;
  const trading = mayTrade();
  if (!trading) noteSentence();
  if (trading ? send({type: "talk", text, offer: state.drawn?.number ?? 0}) : say(text)) {
    change({typed: trading ? text : "", said: text, reading: null, puzzled: ""});
    writeLine("");
  }
}

/** A message was not accepted: puts its text back into the input, unless something else was typed. */
export function restoreDraft() {
  if (!state.line) writeLine(state.said ?? "");
}

/**
 * Handles the server's reading of a typed line: an action to confirm, a clarifying question, or else chat, which bots
 * answer. Declining needs no confirmation, since the offer stays open. After a clarifying question the line returns to
 * the input.
 */
export function readTalk(message) {
  if (message.verb === "decline" && message.legal && !message.choices.length) {
    if (perform(message.do)) change({reading: null, typed: ""});
    return;
  }
  if (message.do || message.asks) {
    change({reading: message});
    if (message.choices.length) announce(questionAbout(message));
    if (!message.do) restoreDraft();
    return;
  }
  say(message.text || state.typed);
  change({typed: "", reading: null});
}

/** The pressed button disappears, so the focus returns to the input. */
function backToLine() {
  change({reading: null, typed: ""});
  if (!matchMedia("(pointer: coarse)").matches) focusOn("#line"); // on a phone that would open the keyboard
}

function confirm(reading) {
  if (perform(reading.do)) backToLine();
}

function sendAsChat() {
  const {text} = state.reading;
  if (!say(text)) return;
  if (state.line.trim() === text) writeLine("");
  backToLine();
}

function edit() {
  fillDeal(state.reading);
  change({reading: null, sheet: "trade"});
}

/** Keeps the keyboard flow: only if the input has the focus, the button takes it. */
const focusFirst = (element) => queueMicrotask(() => document.activeElement?.id === "line" && element.focus());

/** Who gives cards for nothing presses the button on purpose. */
const isPresent = ({verb, wants}) => verb === "offer" && !wants.length;

const confirmLabel = ({verb}) => (verb === "call" ? t("Ask this") : verb === "offer" ? t("Offer this") : t("Accept"));

function confirmOffer(reading) {
  const isDeal = reading.verb === "offer" || reading.verb === "call";
  return html`<p>${reading.label}</p>
    ${
      reading.legal
        ? html`<button type="button" class="action leading" data-confirm ${isPresent(reading) ? nothing : afterRender(focusFirst)} @click=${() => confirm(reading)}>
            ${confirmLabel(reading)}
          </button>`
        : html`<p class="wrong">${reading.why} ${ruleLink(reading.rule)}</p>`
    }
    ${isDeal ? html`<button type="button" class="action quiet" @click=${edit}>${t("Edit")}</button>` : nothing}`;
}

/** The offer that all answers among the choices are about. */
function offerAnswered(choices) {
  const numbers = new Set(choices.map(({offer}) => offer).filter(Boolean));
  return numbers.size === 1 ? view().offers.find(({number}) => numbers.has(number)) : undefined;
}

const questionAbout = ({choices}) => (choices.length > 1 ? t("Which one do you mean?") : t("Is that what you mean?"));

/** "Red or Blue", or neither yes nor no: a deal is binding, so the player chooses, and Enter chooses nothing. */
function chooseOffer(reading) {
  const {choices} = reading;
  const offer = offerAnswered(choices);
  return html`${offer ? html`<p data-about>${offerWords(offer)} ${offerSentence(offer)}</p>` : nothing}
    <p>${questionAbout(reading)}</p>
    ${choices.map(
      (choice) =>
        html`<button type="button" class="action quiet" data-confirm @click=${() => confirm(choice)}>${choice.label}</button>`,
    )}`;
}

function chipToConfirm() {
  const {reading} = state;
  if (!reading) return nothing;
  return html`<div class="reading" role="group" aria-label=${t("Understood as an offer")}>
    ${reading.choices.length ? chooseOffer(reading) : reading.do ? confirmOffer(reading) : html`<p>${reading.why}</p>`}
    <button type="button" class="action quiet" @click=${sendAsChat}>${t("Just say it")}</button>
    <button type="button" class="action quiet round" aria-label=${t("Close")} @click=${() => change({reading: null})}>
      ✕
    </button>
  </div>`;
}

/** No bot understood the line; only its author is told. */
export function showChatHelp({text}) {
  change({puzzled: text});
  announce(text);
}

function chatHelpLine() {
  if (!state.puzzled) return nothing;
  return html`<p class="chat-help">
    ${state.puzzled}
    <button type="button" class="plain" aria-label=${t("Close")} @click=${() => change({puzzled: ""})}>✕</button>
  </p>`;
}

export function talkLine() {
  if (!state.hello.you.name) return nameLine();
  const trading = mayTrade();
  const kind = trading ? kindOf(wantedKinds()[0]).many : "";
  const hint = trading ? t("e.g. Who has {kind}?", {kind}) : t("Say something …");
  return html`<div class="talk">
    ${chipToConfirm()} ${chatHelpLine()}
    <form @submit=${submit}>
      <label class="visually-hidden" for="line">${t("Talk")}</label>
      <input id="line" name="line" maxlength=${LONGEST} autocomplete="off" placeholder=${hint} .value=${state.line} @input=${typing} />
      <button type="submit" class="action quiet send" aria-label=${t("Send")}>➤</button>
    </form>
  </div>`;
}

/** A spectator without a name picks one first; the form returns to this page. */
function nameLine() {
  return html`<div class="talk">
    <form method="post" action=${siteUrl("/me")}>
      <input type="hidden" name="next" value=${location.pathname} />
      <label class="visually-hidden" for="talker">${t("Your name")}</label>
      <input id="talker" name="name" maxlength="24" required autocomplete="nickname" placeholder=${t("Your name, to chat")} />
      <button type="submit" class="action quiet">${t("Join the chat")}</button>
    </form>
  </div>`;
}

function line(said) {
  return html`<li class=${classNames("said", {bot: said.bot, own: said.seat === state.me && state.me >= 0})}>
    <b><bdi>${said.name}</bdi></b>${said.seat === null ? html` <span class="badge">${t("spectator")}</span>` : nothing} <span dir="auto">${said.text}</span>
  </li>`;
}

/** The spectators, by name where they have one. */
export function spectatorLine() {
  const {watching = 0, spectators = []} = state.hello.table;
  if (state.replay || hasEnded() || !watching) return nothing;
  const unnamed = watching - spectators.length;
  const people = spectators.map(({name}) => isolated(name));
  if (unnamed && people.length) people.push(unnamed === 1 ? t("1 other") : t("{count} others", {count: unnamed}));
  const counted = watching === 1 ? t("1 spectator") : t("{count} spectators", {count: watching});
  return html`<p class="spectators hint">
    ${people.length ? t("{count}: {names}", {count: counted, names: listed(people)}) : counted}
  </p>`;
}

/** Chat messages of people can be reported to the operator. */
const reportLink = () =>
  state.replay
    ? nothing
    : html`<p class="hint"><a href=${siteUrl(`/tables/${state.hello.table.id}/report`)}>${t("Report something")}</a></p>`;

export function chatPanel() {
  return html`<div class="chat" role="log" aria-label=${t("Chat")} aria-live="off" tabindex="0">
    <div class="lines">
      <ul>
        ${repeat(state.chat, (said) => said.seq, line)}
      </ul>
      ${state.chat.length ? reportLink() : html`<p class="hint">${t("Nobody has said anything yet.")}</p>`}
    </div>
  </div>`;
}
