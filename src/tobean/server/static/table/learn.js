// A first game of Bohnanza on a real table: each step appears when the table has come to it, and can be skipped.
import {each, html, nothing} from "./lit.js";
import {t} from "./text.js";
import {change, mine, myChoice, myTurn, state, view} from "./state.js";
import {forMe} from "./offers.js";

const planted = () => mine().fields.some((field) => field.row.length > 0);
const happened = (name) => state.events.some((event) => event.name === name && event.seat === state.me);

/** What is told, where on the page, from when on, and what makes it done; without `done` a press does. */
const STEPS = [
  {
    at: ".hand",
    text: () =>
      t(
        "This is your hand. It is a queue: its cards are never reordered. The front card, on the left, is the next to be planted; new cards join at the back.",
      ),
  },
  {
    at: ".beds.own",
    beside: true,
    text: () =>
      t(
        "These are your bean fields. On a field grows one kind only. You must plant the front card now: tap a field, or drag the card there.",
      ),
    when: () => myChoice() && view().phase === 1,
    done: () => happened("planted"),
  },
  {
    at: ".asked",
    text: () =>
      t("What is asked of you stands here, with the number of its rule. You may plant the next card, too, or pass."),
    when: () => myChoice() && view().phase === 1 && planted(),
    done: () => myTurn() && view().phase > 1,
  },
  {
    at: ".turned",
    text: () =>
      t(
        "Two cards were turned over. They are yours: to plant, or better to trade. What you cannot use may fit somebody else.",
      ),
    when: () => myTurn() && view().phase === 2,
  },
  {
    at: ".composer",
    text: () =>
      t(
        "Trade: tap cards that you give, in the middle or in your hand, then a kind that you want, and press Offer. Hand cards may be traded from any position: that is how you get rid of what stands in the way.",
      ),
    when: () => myTurn() && view().phase === 2,
  },
  {
    at: ".asked",
    text: () =>
      t("When nobody wants to trade any more, end the trading. What you got, and what is left, must be planted."),
    when: () => myTurn() && view().phase === 2,
    done: () => view().phase !== 2,
  },
  {
    at: ".beds.own",
    beside: true,
    text: () =>
      t(
        "Here you see what a harvest would pay: so many cards, so many thalers now, and how many more cards pay better. You may harvest at any time, even when it is not your turn. One thing is forbidden: a field with a single card, while another has more.",
      ),
    when: planted,
  },
  {
    at: ".pending",
    text: () =>
      t(
        "Somebody offers you a deal. You see what you give and what you get: accept it, decline it, or counter with something else.",
      ),
    when: () => forMe().length > 0,
    done: () => happened("declined") || happened("traded") || !forMe().length,
  },
  {
    at: ".piles",
    text: () =>
      t(
        "When the draw pile has run out for the third time, the game ends, and whoever has the most thalers wins. That is all you need. Have fun!",
      ),
    when: () => state.lessons.size >= STEPS.length - 2,
  },
];

export function startLearning() {
  change({lessons: new Set()});
}

function learned(step) {
  const lessons = new Set(state.lessons).add(step);
  change({lessons: lessons.size < STEPS.length ? lessons : null});
}

function skip() {
  change({lessons: null});
}

/** The first step that has come up and is not learned yet. What was done already needs no words. */
function stepNow() {
  for (const step of STEPS) {
    if (state.lessons.has(step) || (step.when && !step.when())) continue;
    if (!step.done?.()) return step;
    queueMicrotask(() => learned(step));
  }
  return null;
}

function unmark() {
  for (const taught of document.querySelectorAll(".taught")) taught.classList.remove("taught");
}

/** Puts the note beside its thing, where there is more room, and a ring around the thing. */
function settle(note, step) {
  unmark();
  const goal = document.querySelector(step.at);
  if (!goal) return;
  goal.classList.add("taught");
  const box = goal.getBoundingClientRect();
  const {offsetWidth: width, offsetHeight: height} = note;
  const beside = step.beside && box.right + width + 20 < innerWidth;
  const left = beside
    ? box.right + 14
    : Math.max(8, Math.min(innerWidth - width - 8, box.left + box.width / 2 - width / 2));
  const above = box.top > height + 20;
  const top = beside ? box.top : above ? box.top - height - 14 : Math.min(innerHeight - height - 8, box.bottom + 14);
  note.style.left = `${left}px`;
  note.style.top = `${Math.max(8, top)}px`;
}

export function learnGuide() {
  const step = state.lessons && state.me >= 0 && !view().over ? stepNow() : null;
  if (!step) {
    unmark();
    return nothing;
  }
  return html`<aside
    class="lesson"
    aria-label=${t("Introduction")}
    ${each((note) => requestAnimationFrame(() => note.isConnected && settle(note, step)))}
  >
    <p>${step.text()}</p>
    <footer>
      <small>${STEPS.indexOf(step) + 1} / ${STEPS.length}</small><span class="spring"></span>
      <button type="button" class="plain" @click=${skip}>${t("Skip the introduction")}</button>
      ${step.done ? nothing : html`<button type="button" class="deed leading" @click=${() => learned(step)}>${t("I see")}</button>`}
    </footer>
  </aside>`;
}
