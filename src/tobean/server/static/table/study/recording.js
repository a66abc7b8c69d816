// The game that a replay shows: its positions and events, the view, variations, and the position that is shown.
import {learnCatalogue} from "../net/catalogue.js";
import {closeEventBanner, showEvents} from "../motion/event_banner.js";
import {show} from "../motion/animation.js";
import {loadPlugin} from "../net/game_loader.js";
import {request} from "../net/transport.js";
import {t} from "../translate.js";
import {announce, change, draw, notify, state} from "../state.js";
import {fetchWithRetry, forgetActions, loadCurve} from "./data.js";

/** Positions and events per request, as limited by the server. */
const CHUNK = 50;
const LOG_CHUNK = 200;

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
    ({frames} = await fetchWithRetry(address("variation.json", {at}, line)));
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

export function stop() {
  recording.playing = false;
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
export async function loadReplay() {
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
    connection: "open",
    update: null,
  });
  return true;
}

/** The query of this page's address, which a static site has behind the `#`. */
export const query = () => new URLSearchParams(location.hash.startsWith("#/") ? location.hash.replace(/^[^?]*/, "") : location.search);

export function linkHere() {
  const parameters = query();
  parameters.set("at", String(recording.at));
  parameters.set("view", recording.view);
  parameters.delete("line");
  for (const action of recording.line) parameters.append("line", action);
  return globalThis.tobeanLocal?.address(`${recording.base}?${parameters}`) ?? `${location.origin}${location.pathname}?${parameters}`;
}
