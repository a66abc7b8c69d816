// What the coach knows about the game: the curve, his marks, and what can be done in a position.
import {pause} from "../motion/animation.js";
import {request} from "../net/transport.js";
import {announce, change} from "../state.js";
import {t} from "../translate.js";

const RETRY_PAUSE = 2000;
const SETTLE = 1000;
const TRIES = 8;
/** Thalers that make a loss a mistake. */
const MISTAKE = 0.3;

export const study = {
  /** Points of the curve as they arrive: {ply, turn, thalers, errors}. */
  points: [],
  count: 0,
  /** The coach's moments, in the order of play; null until they have arrived. */
  moments: null,
  failed: false,
  /** The actions for one position: {key, seat, seats, actions}; without `seats` they are still coming. */
  listed: null,
  /** The seat whose moments are listed; "all" for everybody's. */
  whose: "all",
  /** The questions of "What would you have done?", while they are asked. */
  quiz: null,
};

/** Fetches JSON. A busy coach (503) is asked again; anything else that fails is an error. */
export async function fetchWithRetry(url) {
  for (let tries = 1; ; tries += 1) {
    const answer = await request(url);
    if (answer.ok) return answer.json();
    if (answer.status === 422) throw Object.assign(new Error(url), {refusal: (await answer.json()).error});
    if (answer.status !== 503 || tries === TRIES) throw new Error(`${answer.status} ${url}`);
    await pause(RETRY_PAUSE);
  }
}

let loadings = 0;

/** Loads the curve of a view, point by point. A later call replaces an earlier one. */
export async function loadCurve(address) {
  loadings += 1;
  const mine = loadings;
  Object.assign(study, {points: [], count: 0, failed: false});
  // Leafing through views or pages does not keep the coach busy.
  await pause(SETTLE);
  if (mine !== loadings) return;
  try {
    do {
      const {points, count} = await fetchWithRetry(address({first: study.points.length}));
      if (mine !== loadings) return;
      study.points = [...study.points, ...points];
      study.count = count;
      change();
    } while (study.points.length < study.count);
    announce(t("The curve of the game is complete."));
  } catch (error) {
    console.error(error);
    if (mine === loadings) study.failed = true;
  }
  change();
}

export async function loadMarks(url) {
  try {
    study.moments = (await fetchWithRetry(url)).moments.filter(({decided}) => decided);
  } catch (error) {
    console.error(error);
    study.moments = [];
    study.failed = true;
  }
  change();
}

let listings = 0;

/** Loads the actions of a position; `key` names the position. */
export async function loadActions(url, key) {
  if (study.listed?.key === key && !study.listed.error) return;
  listings += 1;
  const mine = listings;
  change(void (study.listed = {key}));
  try {
    const found = await fetchWithRetry(url);
    if (mine === listings) study.listed = {key, ...found};
  } catch (error) {
    if (mine === listings) study.listed = {key, seats: [], actions: [], error: error.refusal ?? t("The coach does not answer. Please try again.")};
  }
  change();
}

export function forgetActions() {
  listings += 1;
  study.listed = null;
}

export const isMistake = ({kind, gain}) => kind === "missed" || gain <= -MISTAKE || (kind === "choice" && gain < 0);
const concerns = ({seat}) => study.whose === "all" || seat === study.whose;

/** The moments of the chosen players, those about the same action together: a deal has one for each side. */
export function groupedMoments() {
  const groups = new Map();
  for (const moment of study.moments ?? []) {
    const key = `${moment.ply} ${moment.kind}`;
    if (!groups.has(key)) groups.set(key, {ply: moment.ply, kind: moment.kind, turn: moment.turn, sides: []});
    groups.get(key).sides.push(moment);
  }
  return [...groups.values()].filter(({sides}) => sides.some(concerns));
}

/** The groups about the action that follows a position. */
export const marksAt = (ply) => groupedMoments().filter((group) => group.ply === ply);
export const hasMistake = ({sides}) => sides.some((moment) => isMistake(moment) && concerns(moment));
