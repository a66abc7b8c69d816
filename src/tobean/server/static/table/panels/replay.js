// A finished game played again: scrub, step, speed, jumps, any seat's view or open cards, a link to a position.
import {html, names, nothing} from "../render.js";
import {learnCatalogue} from "../net/catalogue.js";
import {writing} from "../dom.js";
import {closeMoment, showMoments} from "../motion/event_banner.js";
import {pause, show} from "../motion/animation.js";
import {loadPieces} from "../net/game_loader.js";
import {settings} from "../settings.js";
import {t} from "../translate.js";
import {change, draw, notify, playerName, speak, state} from "../state.js";

/** As many positions and events as the server gives at once. */
const CHUNK = 50;
const LOG_CHUNK = 200;
const REST = 900;
const LOOK = 100;

const film = {base: "", view: "open", at: 0, asked: 0, plies: 0, marks: [], chunks: new Map(), log: new Map(), playing: false, language: "en"};

const address = (name, more = {}) =>
  `${film.base}/${name}?${new URLSearchParams({view: film.view, language: film.language, ...more})}`;

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return answer.json();
}

/** The positions come in chunks, so that a long game begins at once. */
function chunk(number) {
  if (!film.chunks.has(number)) {
    const first = number * CHUNK;
    const coming = fetched(address("frames.json", {first, last: Math.min(film.plies, first + CHUNK - 1)}));
    film.chunks.set(
      number,
      coming.then(({frames}) => frames),
    );
    coming.catch(() => film.chunks.delete(number));
  }
  return film.chunks.get(number);
}

/** All that happened up to a position, by position, as the present view hears it. */
async function logUpTo(ply) {
  const chunks = [];
  for (let number = 0; number * LOG_CHUNK <= ply; number += 1) chunks.push(logChunk(number));
  return (await Promise.all(chunks)).flat().slice(0, ply + 1);
}

function logChunk(number) {
  if (!film.log.has(number)) {
    const first = number * LOG_CHUNK;
    const coming = fetched(address("log.json", {first, last: first + LOG_CHUNK - 1})).then(({log}) => log);
    film.log.set(number, coming);
    coming.catch(() => film.log.delete(number));
  }
  return film.log.get(number);
}

async function frame(ply) {
  const frames = await chunk(Math.floor(ply / CHUNK));
  if (ply + CHUNK / 2 < film.plies) chunk(Math.floor((ply + CHUNK / 2) / CHUNK));
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
 * Shows a position: the next one with its flights, any other at once. Only the last request counts: one that is still
 * being fetched when another seat is chosen holds the cards and offers as the seat before saw them.
 */
async function go(ply) {
  const asked = ++film.asked;
  const goal = Math.max(0, Math.min(film.plies, ply));
  const next = goal === film.at + 1;
  const position = await frame(goal).catch(() => null);
  if (asked !== film.asked) return;
  if (!position) {
    film.playing = false;
    notify(t("This position could not be fetched."), {tone: "warn"});
    return;
  }
  const happened = await logUpTo(goal).catch(() => []);
  if (asked !== film.asked) return;
  film.at = goal;
  state.log = happened.flatMap((events) => events.filter((event) => event.text));
  history.replaceState(null, "", linkHere());
  if (next) {
    for (const event of position.events) speak(event.moment?.text ?? event.text);
    showMoments(position.events);
    await show(asUpdate(position), 0);
  } else {
    closeMoment();
    state.update = asUpdate(position);
    draw();
  }
  change();
}

async function play() {
  film.playing = !film.playing;
  change();
  while (film.playing && film.at < film.plies) {
    await go(film.at + 1);
    await pause(REST / (settings.speed || 1));
    // What happened is read to its end before the game goes on.
    while (film.playing && state.moment) await pause(LOOK);
  }
  film.playing = false;
  change();
}

function stop() {
  film.playing = false;
}

/** To the next or the last mark of a sort. */
function jump(sort, forth) {
  stop();
  const plies = film.marks.filter(({mark}) => mark === sort).map(({ply}) => ply);
  const goal = forth ? plies.find((ply) => ply > film.at) : plies.findLast((ply) => ply < film.at);
  if (goal !== undefined) go(goal);
}

async function lookFrom(view) {
  stop();
  film.view = view;
  film.chunks.clear();
  film.log.clear();
  if (await meet()) await go(film.at);
}

/** With open cards the table is seen from the first seat, with all hands face up. False if another view was chosen since. */
async function meet() {
  const asked = ++film.asked;
  const hello = await fetched(address("hello.json"));
  if (asked !== film.asked) return false;
  learnCatalogue(hello.catalogue, hello.page);
  await loadPieces(hello.page);
  if (asked !== film.asked) return false;
  film.plies = hello.plies;
  film.marks = hello.marks;
  Object.assign(state, {
    hello,
    me: hello.you.seat ?? (film.view === "open" ? 0 : -1),
    replay: true,
    line: "open",
    update: null,
  });
  return true;
}

function linkHere() {
  const link = new URL(location.href);
  link.searchParams.set("at", String(film.at));
  link.searchParams.set("view", film.view);
  return link.href;
}

async function share() {
  await navigator.clipboard?.writeText(linkHere());
  notify(t("The link to this position is copied."));
}

/** The position as a table text, with all cards: it can be changed, and brought again on the page of replays. */
async function copyPosition() {
  const answer = await fetch(`${film.base}/position?at=${film.at}`).catch(() => null);
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
  return html`<label class="looks"
    >${t("Seen by")}
    <select @change=${(event) => lookFrom(event.target.value)}>
      ${[["open", t("all, open cards")], ["table", t("somebody watching")], ...seats].map(([value, word]) => html`<option value=${value} .selected=${film.view === value}>${word}</option>`)}
    </select></label
  >`;
}

/** The buttons and the slider that lead through a game; a single position has none. */
const reel = () =>
  html`<div class="reel">
      ${control("«", t("To the beginning"), () => (stop(), go(0)))}
      ${control("‹", t("One step back"), () => (stop(), go(film.at - 1)))}
      <button type="button" class=${names("deed", film.playing ? "quiet" : "leading")} @click=${play}>
        ${film.playing ? t("Pause") : t("Play")}
      </button>
      ${control("›", t("One step forward"), () => (stop(), go(film.at + 1)))}
      ${control("»", t("To the end"), () => (stop(), go(film.plies)))}
    </div>
    <label class="scrub"
      ><span class="unseen">${t("Position")}</span>
      <input
        type="range"
        min="0"
        max=${film.plies}
        .value=${String(film.at)}
        @input=${(event) => (stop(), go(Number(event.target.value)))}
        aria-valuetext=${t("{at} of {plies}", {at: film.at, plies: film.plies})}
      />
      <span class="figure">${film.at} / ${film.plies}</span></label
    >`;

const leaps = () =>
  html`<div class="leaps">
    ${jumps("turn", t("turn"), t("Last turn"), t("Next turn"))}
    ${jumps("deal", t("deal"), t("Last deal"), t("Next deal"))}
    ${jumps("harvest", t("harvest"), t("Last harvest"), t("Next harvest"))}
  </div>`;

export function replayBar() {
  if (!state.replay) return nothing;
  return html`<section class="panel film" aria-label=${t("Replay")}>
    ${film.plies ? reel() : nothing}
    <details class="more" ?open=${!film.plies || matchMedia("(min-width: 60rem)").matches}>
      <summary>${t("Jump, view, share")}</summary>
      ${film.plies ? leaps() : nothing} ${views()}
      <div class="buttons">
        <button type="button" class="deed quiet" @click=${share}>${t("Copy the link")}</button>
        <button type="button" class="deed quiet" @click=${copyPosition}>${t("Copy the position")}</button>
        <a class="deed quiet" href=${`${film.base}/record`} download>${t("Record")}</a>
        ${
          state.update?.view.over
            ? nothing
            : html`<form method="post" action=${`${film.base}/play`}>
                <input type="hidden" name="ply" value=${film.at} /><input
                  type="hidden"
                  name="seat"
                  value=${Math.max(0, state.me)}
                />
                <button type="submit" class="deed quiet">${t("Play on from here")}</button>
              </form>`
        }
      </div>
    </details>
  </section>`;
}

function press(event) {
  if (
    writing(event.target) ||
    event.target.closest?.("button, a, input, [data-rove]") ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return;
  if (event.key === "ArrowRight") go(film.at + 1);
  else if (event.key === "ArrowLeft") go(film.at - 1);
  else if (event.key === " ") play();
  else return;
  event.preventDefault();
}

export async function startReplay(base, at, language) {
  const asked = new URLSearchParams(location.search).get("view");
  Object.assign(film, {base, view: asked || "open", language});
  document.addEventListener("keydown", press);
  try {
    await meet();
    await go(at);
  } catch (error) {
    change({line: "closed", reason: t("This replay cannot be shown.")});
    throw error;
  }
}
