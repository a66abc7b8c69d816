// Requests for a bot's seat in a running game: the host, or whoever decides instead, answers; the visitor waits.
import {html, nothing} from "../render.js";
import {send} from "../net/actions.js";
import {play} from "../motion/sound.js";
import {isolated, t} from "../translate.js";
import {announce, change, playerName, state} from "../state.js";

const requests = (table = state.hello.table) => table.requests ?? [];
/** The viewer's own request: {seat, answer}; null without one. */
export const ownRequest = (table = state.hello.table) => table.asked ?? null;

function requestText({name, seat, model}) {
  const names = {name: isolated(name), bot: playerName(seat)};
  return model
    ? t("{name}, a language model, would like to play instead of {bot}.", names)
    : t("{name} would like to play instead of {bot}.", names);
}

function ownText({seat, answer}) {
  const bot = playerName(seat);
  if (answer === "declined") return t("Your request was declined. You can go on watching.");
  if (answer === "host") return t("You have asked to play instead of {bot}. The person who opened the table decides.", {bot});
  if (answer === "players") return t("You have asked to play instead of {bot}. The person who opened the table is away, so any player decides.", {bot});
  return t("You have asked to play instead of {bot}. Nobody who can decide is here: your request waits.", {bot});
}

/** Announces what is new in the description of the table; a request takes the place of a notice. */
export function announceRequests(before, after) {
  const known = requests(before).map(({number}) => number);
  for (const request of requests(after).filter(({number}) => !known.includes(number))) {
    announce(requestText(request));
    play("chat");
    change({notice: null});
  }
  const own = ownRequest(after);
  if (own && JSON.stringify(own) !== JSON.stringify(ownRequest(before))) announce(ownText(own));
}

const answer = (word, verb, {seat, number}, look) =>
  html`<button
    type="button"
    class=${`action ${look}`}
    data-request=${verb}
    @click=${() => send({type: "seat", do: verb, seat, request: number})}
  >
    ${word}
  </button>`;

/** The oldest request, in the place of notices. */
export function requestLine() {
  const [request] = requests();
  if (!request || state.notice || state.preview || state.replay) return nothing;
  return html`<div class="notice advice request" role="group" aria-label=${t("Request for a seat")}>
    <p>${requestText(request)}</p>
    ${answer(t("Accept"), "admit", request, "leading")} ${answer(t("Decline"), "decline", request, "quiet")}
  </div>`;
}

/** What has become of the viewer's own request. */
export function ownRequestLine() {
  const own = ownRequest();
  return html`<p class="returning">
    ${ownText(own)} ${own.answer === "declined" ? nothing : answer(t("Withdraw the request"), "withdraw", {seat: own.seat, number: 0}, "quiet")}
  </p>`;
}
