// Animates cards from their old place to their new one, in an overlay above the page.
import {html, render} from "../render.js";
import {cardOnTable} from "../board/card.js";
import {byPlace, prefersReducedMotion, rectangles} from "../dom.js";
import {flightsFor} from "./card_flights.js";
import {gamePage} from "../net/game_plugin.js";
import {matchCards} from "./card_matching.js";
import {settings} from "../settings.js";
import {play} from "./sound.js";
import {draw, state, view} from "../state.js";

const FLIGHT = 420;
const STAGGER = 85;
const GLIDE = 260;

const isMotionOff = () => settings.speed === 0 || prefersReducedMotion();

let overlay = null;

function flightLayer() {
  if (!overlay) {
    overlay = document.createElement("div");
    overlay.className = "flight-layer";
    overlay.setAttribute("aria-hidden", "true");
    document.body.append(overlay);
  }
  return overlay;
}

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The element at which a card lands: in a row or hand the last card that arrived. */
function targetElement(place, arrived) {
  const number = arrived.get(place) || 0;
  arrived.set(place, number + 1);
  const hand = /^hand-(\d+)-last$/.exec(place);
  if (hand) {
    const seat = Number(hand[1]);
    const cards = view().seats[seat].hand.length;
    const coming = arrived.get(`${place} of`) || 1;
    return byPlace(`hand-${seat}-${Math.max(0, cards - coming + number)}`) || byPlace(`hand-${seat}`);
  }
  const field = /^field-(\d+)-(\d+)$/.exec(place);
  if (field) {
    const row = view().seats[field[1]].fields[field[2]]?.row || [];
    return byPlace(`card-${field[1]}-${field[2]}-${row.length - 1}`) || byPlace(place);
  }
  if (place === "turned") {
    const coming = arrived.get("turned of") || 1;
    return byPlace(`turned-${Math.max(0, view().turned.length - coming + number)}`) || byPlace(place);
  }
  if (place.startsWith("aside-")) return byPlace(`${place}-${number}`) || byPlace(place);
  return lastIn(place);
}

/** The last card of a row drawn by a game: `barn-0-3` in `barn-0`. */
function lastIn(place) {
  let last = byPlace(place);
  for (let card, index = 0; (card = byPlace(`${place}-${index}`)); index += 1) last = card;
  return last;
}

function startOf(place, before) {
  if (before.has(place)) return before.get(place);
  const hand = /^(hand-\d+)-(\d+|last)$/.exec(place);
  if (hand) {
    if (hand[2] === "last") {
      let last = 0;
      while (before.has(`${hand[1]}-${last + 1}`)) last += 1;
      if (before.has(`${hand[1]}-${last}`)) return before.get(`${hand[1]}-${last}`);
    }
    return before.get(hand[1]);
  }
  return before.get(place.replace(/-[^-]+$/, ""));
}

const CARD_SHAPE = 1.5;

/** Animates one card; the card at its destination stays hidden until it arrives. */
async function fly({card, from, to}, before, arrived, rate, delay) {
  const start = startOf(from, before);
  const goal = targetElement(to, arrived);
  if (!start || !goal) return;
  const end = goal.getBoundingClientRect();
  if (!end.width) return;
  const lies = goal.classList.contains("card");
  const width = lies ? end.width : Math.min(end.width, 56);
  const height = lies ? end.height : width * CARD_SHAPE;
  const left = end.left + (end.width - width) / 2;
  const top = end.top + (end.height - height) / 2;
  const bird = document.createElement("div");
  bird.className = "flying-card";
  bird.style.setProperty("--w", `${width}px`);
  bird.style.left = `${left}px`;
  bird.style.top = `${top}px`;
  render(html`${cardOnTable(card, {decorative: true})}`, bird);
  flightLayer().append(bird);
  if (lies) goal.style.visibility = "hidden";
  const shown = Math.max(0.3, Math.min(1.6, Math.min(start.width, start.height / CARD_SHAPE) / width));
  const across = start.left + start.width / 2 - (left + width / 2);
  const down = start.top + start.height / 2 - (top + height / 2);
  const lift = Math.min(70, Math.hypot(across, down) / 6);
  const tilt = Math.max(-10, Math.min(10, across / 40));
  try {
    await bird.animate(
      [
        {transform: `translate(${across}px, ${down}px) scale(${shown})`, easing: "cubic-bezier(.3,0,.6,1)"},
        {
          transform: `translate(${across * 0.4}px, ${down * 0.4 - lift}px) scale(${(shown + 1) / 2 + 0.08}) rotate(${tilt}deg)`,
          easing: "cubic-bezier(.2,.4,.3,1)",
        },
        {transform: "none"},
      ],
      {duration: FLIGHT / rate, delay: delay / rate, fill: "backwards"},
    ).finished;
  } finally {
    bird.remove();
    goal.style.visibility = "";
  }
}

/** The cards that stay in one's own hand slide to their new positions. */
function glide(old, before, rate) {
  if (state.me < 0 || !old) return;
  for (const [was, now] of matchCards(old.seats[state.me].hand, view().seats[state.me].hand)) {
    const start = before.get(`hand-${state.me}-${was}`);
    const card = byPlace(`hand-${state.me}-${now}`);
    if (!start || !card || was === now) continue;
    const end = card.getBoundingClientRect();
    card.animate(
      [{transform: `translate(${start.left - end.left}px, ${start.top - end.top}px)`}, {transform: "none"}],
      {
        duration: GLIDE / rate,
        easing: "cubic-bezier(.2,.7,.3,1)",
      },
    );
  }
}

const SOUNDS = {
  planted: "plant",
  harvested: "coin",
  "turned over": "card",
  drew: "card",
  offered: "offer",
  called: "offer",
  traded: "deal",
  ended: "end",
};

/** Renders an update and animates its events, faster the more updates are `waiting`. */
export async function show(update, waiting) {
  const old = view();
  const moving = old && !isMotionOff() && waiting < 14 && !document.hidden;
  const before = moving ? rectangles() : null;
  state.update = update;
  draw();
  const events = update.events || [];
  const sounds = new Set(events.map((event) => gamePage().sounds[event.name] ?? SOUNDS[event.name]).filter(Boolean));
  for (const sound of sounds) play(sound);
  if (!moving) return;
  const rate = settings.speed * (waiting > 6 ? 3 : waiting > 2 ? 1.8 : 1);
  glide(old, before, rate);
  const flights = events.flatMap((event) => flightsFor(event, old, update.view));
  const arrived = new Map();
  for (const {to} of flights) arrived.set(`${to} of`, (arrived.get(`${to} of`) || 0) + 1);
  const step = Math.min(STAGGER, 900 / Math.max(1, flights.length));
  if (flights.length)
    await Promise.all(flights.map((flight, index) => fly(flight, before, arrived, rate, index * step)));
  else if (events.length && waiting) await pause(160 / rate);
}
