// Replays: step, scrub, speed, jumps, the view of any seat or open cards, variations, links to a position.
import {html, names, nothing} from "../render.js";
import {learnCatalogue} from "../net/catalogue.js";
import {takesKeys} from "../dom.js";
import {closeEventBanner, showEvents} from "../motion/event_banner.js";
import {pause, show} from "../motion/animation.js";
import {loadPlugin} from "../net/game_loader.js";
import {request} from "../net/transport.js";
import {settings} from "../settings.js";
import {noteEditor} from "../study/notes.js";
import {pictureLinks} from "../study/position_picture.js";
import {t} from "../translate.js";
import {announce, change, draw, notify, playerName, state} from "../state.js";
import {fetchPatiently, forgetActions, loadCurve, loadMarks, study} from "./data.js";
import {jumpMistake, studyKey} from "./panel.js";

/** Positions and events per request, as limited by the server. */
const CHUNK = 50;
const LOG_CHUNK = 200;
const STEP_PAUSE = 900;
const POLL_INTERVAL = 100;

export const recording = {
  base: "",
  view: "open",
  at: 0,
  /** Actions of the variation that is shown, from the position `at` on; empty in the game itself. */
  line: [],
  /** Its positions. */
  frames: [],
  asked: 0,
  plies: 0,
  marks: [],
  chunks: new Map(),
  log: new Map(),
  playing: false,
  language: "en",
};

export const address = (name, more = {}, line = []) => {
  const query = new URLSearchParams({view: recording.view, language: recording.language, ...more});
  for (const action of line) query.append("line", action);
  return `${recording.base}/${name}?${query}`;
};

async function fetched(url) {
  const answer = await request(url);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return answer.json();
}

/** Positions load in chunks, so that a long game starts immediately. */
function chunk(number) {
  if (!recording.chunks.has(number)) {
    const first = number * CHUNK;
    const coming = fetched(address("frames.json", {first, last: Math.min(recording.plies, first + CHUNK - 1)}));
    recording.chunks.set(
      number,
      coming.then(({frames}) => frames),
    );
    coming.catch(() => recording.chunks.delete(number));
  }
  return recording.chunks.get(number);
}

/** The events up to a position, by ply, as the current view sees them. */
async function logUpTo(ply) {
  const chunks = [];
  for (let number = 0; number * LOG_CHUNK <= ply; number += 1) chunks.push(logChunk(number));
  return (await Promise.all(chunks)).flat().slice(0, ply + 1);
}

function logChunk(number) {
  if (!recording.log.has(number)) {
    const first = number * LOG_CHUNK;
    const coming = fetched(address("log.json", {first, last: first + LOG_CHUNK - 1})).then(({log}) => log);
    recording.log.set(number, coming);
    coming.catch(() => recording.log.delete(number));
  }
  return recording.log.get(number);
}

async function frame(ply) {
  const frames = await chunk(Math.floor(ply / CHUNK));
  if (ply + CHUNK / 2 < recording.plies) chunk(Math.floor((ply + CHUNK / 2) / CHUNK));
  return frames[ply % CHUNK];
}

const asUpdate = ({ply, view, events, asked}) => ({
  version: ply,
  view,
  events,
  asked: {...asked, you: false},
  actions: [],
  may_talk: false,
  undo: false,
  clock: null,
});

/**
 * Shows a position: the next one animated, any other at once. Only the last request counts: a response that arrives after
 * a change of view holds the cards and offers as the previous seat saw them.
 */
export async function go(ply) {
  const asked = ++recording.asked;
  const goal = Math.max(0, Math.min(recording.plies, ply));
  const next = goal === recording.at + 1 && !recording.line.length;
  const position = await frame(goal).catch(() => null);
  if (asked !== recording.asked) return;
  if (!position) {
    recording.playing = false;
    notify(t("This position could not be fetched."), {tone: "warn"});
    return;
  }
  const happened = await logUpTo(goal).catch(() => []);
  if (asked !== recording.asked) return;
  Object.assign(recording, {at: goal, line: [], frames: []});
  forgetActions();
  state.log = happened.flatMap((events, ply) => withPly(events, ply));
  history.replaceState(null, "", linkHere());
  if (next) {
    for (const event of position.events) announce(event.moment?.text ?? event.text);
    showEvents(position.events);
    await show(asUpdate(position), 0);
  } else {
    closeEventBanner();
    state.update = asUpdate(position);
    draw();
  }
  change();
}

/** The events with a text; the ply is that of the position after them, and the first one of an action leads. */
const withPly = (events, ply) =>
  events.filter((event) => event.text).map((event, index) => ({...event, ply, leads: index === 0}));

/** Shows the position after other actions than those of the game, from the position `at` on. */
export async function vary(at, line) {
  if (!line.length) return go(at);
  stop();
  recording.asked += 1;
  const {asked} = recording;
  let frames;
  try {
    ({frames} = await fetchPatiently(address("variation.json", {at}, line)));
  } catch (error) {
    if (asked === recording.asked) notify(error.refusal ?? t("This position could not be fetched."), {tone: "warn", lasting: true});
    return false;
  }
  const happened = await logUpTo(at).catch(() => []);
  if (asked !== recording.asked) return false;
  const deeper = at === recording.at && line.length === recording.line.length + 1;
  Object.assign(recording, {at, line, frames});
  forgetActions();
  state.log = [...happened.flatMap(withPly), ...frames.flatMap(({events}) => withPly(events, -1))];
  history.replaceState(null, "", linkHere());
  const shown = frames.at(-1);
  closeEventBanner();
  if (deeper) {
    for (const event of shown.events) announce(event.moment?.text ?? event.text);
    await show(asUpdate(shown), 0);
  } else {
    state.update = asUpdate(shown);
    draw();
  }
  change();
  return true;
}

/** One step back: in a variation, without its last action. */
export const stepBack = () => (recording.line.length ? vary(recording.at, recording.line.slice(0, -1)) : go(recording.at - 1));

async function play() {
  recording.playing = !recording.playing;
  change();
  while (recording.playing && recording.at < recording.plies) {
    await go(recording.at + 1);
    await pause(STEP_PAUSE / (settings.speed || 1));
    // Wait until the banner has been read.
    while (recording.playing && state.moment) await pause(POLL_INTERVAL);
  }
  recording.playing = false;
  change();
}

export function stop() {
  recording.playing = false;
}

/** Jumps to the next or previous mark of a sort. */
function jump(sort, forth) {
  stop();
  const plies = recording.marks.filter(({mark}) => mark === sort).map(({ply}) => ply);
  const goal = forth ? plies.find((ply) => ply > recording.at) : plies.findLast((ply) => ply < recording.at);
  if (goal !== undefined) go(goal);
}

export async function setView(view) {
  stop();
  recording.view = view;
  recording.chunks.clear();
  recording.log.clear();
  forgetActions();
  if (await loadReplay()) {
    await vary(recording.at, recording.line);
    loadCurve((more) => address("curve.json", more));
  }
}

/** Loads the game's description. Open cards are shown from the first seat. False if the view has changed since. */
async function loadReplay() {
  const asked = ++recording.asked;
  const hello = await fetched(address("hello.json"));
  if (asked !== recording.asked) return false;
  learnCatalogue(hello.catalogue, hello.page);
  await loadPlugin(hello.page);
  if (asked !== recording.asked) return false;
  recording.plies = hello.plies;
  recording.marks = hello.marks;
  Object.assign(state, {
    hello,
    me: hello.you.seat ?? (recording.view === "open" ? 0 : -1),
    replay: true,
    line: "open",
    update: null,
  });
  return true;
}

/** The query of this page's address, which a static site has behind the `#`. */
const query = () => new URLSearchParams(location.hash.startsWith("#/") ? location.hash.replace(/^[^?]*/, "") : location.search);

function linkHere() {
  const parameters = query();
  parameters.set("at", String(recording.at));
  parameters.set("view", recording.view);
  parameters.delete("line");
  for (const action of recording.line) parameters.append("line", action);
  return globalThis.tobeanLocal?.address(`${recording.base}?${parameters}`) ?? `${location.origin}${location.pathname}?${parameters}`;
}

async function share() {
  await navigator.clipboard?.writeText(linkHere());
  notify(t("The link to this position is copied."));
}

/** Copies the position as a table text with all cards, which the replays page can load again after editing. */
async function copyPosition() {
  const answer = await request(`${recording.base}/position?at=${recording.at}`).catch(() => null);
  if (!answer?.ok) {
    notify(t("This position could not be fetched."), {tone: "warn"});
    return;
  }
  await navigator.clipboard?.writeText(await answer.text());
  notify(t("The position is copied as a table text."));
}

const control = (sign, label, action) =>
  html`<button type="button" class="icon" aria-label=${label} title=${label} @click=${action}>${sign}</button>`;

const jumps = (sort, word, back, forth) =>
  html`<span class="jumps"
    >${control("‹", back, () => jump(sort, false))}<span>${word}</span>${control("›", forth, () => jump(sort, true))}</span
  >`;

function views() {
  const seats = state.hello.table.seats.map((_, seat) => [String(seat), playerName(seat)]);
  return html`<label class="view-select"
    >${t("Seen by")}
    <select @change=${(event) => setView(event.target.value)}>
      ${[["open", t("all, open cards")], ["table", t("somebody watching")], ...seats].map(([value, word]) => html`<option value=${value} .selected=${recording.view === value}>${word}</option>`)}
    </select></label
  >`;
}

/** Step buttons and slider; a single position has none. */
const timeline = () =>
  html`<div class="timeline">
      ${control("«", t("To the beginning"), () => (stop(), go(0)))}
      ${control("‹", t("One step back"), () => (stop(), stepBack()))}
      <button type="button" class=${names("action", recording.playing ? "quiet" : "leading")} @click=${play}>
        ${recording.playing ? t("Pause") : t("Play")}
      </button>
      ${control("›", t("One step forward"), () => (stop(), go(recording.at + 1)))}
      ${control("»", t("To the end"), () => (stop(), go(recording.plies)))}
    </div>
    <label class="scrub"
      ><span class="visually-hidden">${t("Position")}</span>
      <input
        type="range"
        min="0"
        max=${recording.plies}
        .value=${String(recording.at)}
        @input=${(event) => (stop(), go(Number(event.target.value)))}
        aria-valuetext=${t("{at} of {plies}", {at: recording.at, plies: recording.plies})}
      />
      <span class="figure">${recording.at} / ${recording.plies}</span></label
    >`;

const jumpButtons = () =>
  html`<div class="jump-buttons">
    ${jumps("turn", t("turn"), t("Last turn"), t("Next turn"))}
    ${jumps("deal", t("deal"), t("Last deal"), t("Next deal"))}
    ${jumps("harvest", t("harvest"), t("Last harvest"), t("Next harvest"))}
    <span class="jumps"
      >${control("‹", t("Last mistake"), () => jumpMistake(false))}<span>${t("mistake")}</span>${control("›", t("Next mistake"), () => jumpMistake(true))}</span
    >
  </div>`;

export function replayBar() {
  if (!state.replay) return nothing;
  return html`<section class="panel replay" aria-label=${t("Replay")}>
    ${recording.plies ? timeline() : nothing}
    <details class="more" ?open=${!recording.plies || matchMedia("(min-width: 60rem)").matches}>
      <summary>${t("Jump, view, share")}</summary>
      ${recording.plies ? jumpButtons() : nothing} ${views()}
      <div class="buttons">
        ${
          state.update?.view.over
            ? nothing
            : html`<form method="post" action=${`${recording.base}/play`}>
                <input type="hidden" name="ply" .value=${String(recording.at)} /><input
                  type="hidden"
                  name="seat"
                  .value=${String(Math.max(0, state.me))}
                />
                ${recording.line.map((action) => html`<input type="hidden" name="line" .value=${action} />`)}
                <button type="submit" class="action quiet">${t("Play on from here")}</button>
              </form>`
        }
        <button type="button" class="action quiet" @click=${share}>${t("Copy the link")}</button>
      </div>
      <details ?open=${!recording.plies}>
        <summary>${t("Take along")}</summary>
        <div class="buttons">
          <button type="button" class="action quiet" @click=${copyPosition}>${t("Copy the position")}</button>
          <a class="action quiet" href=${`${recording.base}/record`} download>${t("Record")}</a>
          ${pictureLinks(recording.base, recording.at, recording.view, recording.language)}
        </div>
      </details>
    </details>
    ${noteEditor(recording.base, recording.at, (ply) => (stop(), go(ply)))}
  </section>`;
}

function press(event) {
  if (takesKeys(event.target) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (settings.keys && studyKey(event.key.toLowerCase())) {
    event.preventDefault();
    return;
  }
  // Space presses what is in focus; arrows move within groups.
  if (event.target.closest?.(event.key === " " ? "button, a, input, summary" : "input, [data-rove]")) return;
  if (event.key === "ArrowRight") go(recording.at + 1);
  else if (event.key === "ArrowLeft") stepBack();
  else if (event.key === " ") play();
  else return;
  event.preventDefault();
}

export async function startReplay(base, at, language) {
  const line = query().getAll("line");
  Object.assign(recording, {base, view: query().get("view") || "open", language});
  state.panel = "study";
  document.addEventListener("keydown", press);
  try {
    await loadReplay();
    await go(at);
  } catch (error) {
    change({line: "closed", reason: t("This replay cannot be shown.")});
    throw error;
  }
  if (line.length) await vary(at, line);
  // The table is shown by now; the coach takes longer.
  const {own} = document.getElementById("table").dataset;
  if (own) study.whose = Number(own);
  loadMarks(address("marks.json"));
  await loadCurve((more) => address("curve.json", more));
}
