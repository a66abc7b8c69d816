// An introduction at a real table. The server decides which lesson is due; this places the note beside its subject.
import {afterRender, html, nothing} from "../render.js";
import {cardOnTable} from "../board/card.js";
import {fingersOnly, siteUrl} from "../dom.js";
import {send} from "../net/actions.js";
import {hasHint} from "./hint.js";
import {isNarrow, leastCovering} from "../motion/overlay_placement.js";
import {set, settings} from "../settings.js";
import {t} from "../translate.js";
import {announce, change, notify, state} from "../state.js";

const introduction = () => state.update?.introduction;

/** Marks the lesson as done and stores its text, so other games skip it. */
function close({key, text}) {
  if (send({type: "introduction", lesson: key}) && !(text in settings.learned))
    set("learned", {...settings.learned, [text]: playedGame()});
}

const playedGame = () => state.hello?.table.game;
const learnedElsewhere = ({text}) => text in settings.learned && settings.learned[text] !== playedGame();

let skipped = "";

/** Closes, once, a lesson that was already read in another game. */
export function skipLearned() {
  const lesson = introduction()?.lesson;
  if (!lesson || lesson.key === skipped || !learnedElsewhere(lesson)) return;
  skipped = lesson.key;
  send({type: "introduction", lesson: lesson.key});
}

export function closeLesson() {
  const lesson = introduction()?.lesson;
  if (lesson) close(lesson);
}

/** Announces a new lesson. An older notice is removed, because bots wait until the lesson has been read. */
export function announceLesson(update) {
  const lesson = update.introduction?.lesson;
  if (!lesson || lesson.key === introduction()?.lesson?.key || learnedElsewhere(lesson)) return;
  state.notice = null;
  announce([...toldTexts(lesson), lesson.text, isFirst(update.introduction) ? howToAsk() : ""].filter(Boolean).join(" "));
}

/** Hides the introduction; the help dialog can resume it. */
function dismissIntroduction() {
  if (send({type: "introduction", away: true})) notify(t("You can resume the introduction from the “?” menu."));
}

function resumeIntroduction() {
  if (send({type: "introduction", away: false})) change({dialog: null});
}

function unmark() {
  for (const taught of document.querySelectorAll(".lesson-target")) taught.classList.remove("lesson-target");
}

/** The first visible element that matches any of the selectors, in their order. */
function firstVisible(selectors) {
  for (const selector of selectors.split(", "))
    for (const found of document.querySelectorAll(selector)) if (found.checkVisibility()) return found;
  return null;
}

/** Elements that the note should not cover. */
const NEEDED = ".hand, .fields.own, section.prompt, .turned, .result, .moment, .notice";

const GAP = 14;
const HEADER = 50;

/** Highlights the subject and places the note where it covers least: near it, or over the other seats. */
function placeNote(note, {at, spares}) {
  unmark();
  const goal = firstVisible(`${at}, section.prompt, .board`); // bots wait until the note is read, so it must be visible
  goal.classList.add("lesson-target");
  goal.scrollIntoView({block: "nearest", inline: "nearest"});
  const box = goal.getBoundingClientRect();
  const {offsetWidth: width, offsetHeight: height} = note;
  const middle = box.left + box.width / 2 - width / 2;
  const question = document.querySelector("section.prompt")?.getBoundingClientRect() ?? box;
  const places = [
    [box.right + GAP, box.top],
    [middle, box.top - height - GAP],
    [middle, box.bottom + GAP],
    [box.left, box.top - height - GAP],
    [box.right - width, box.top - height - GAP],
    [box.left - width - GAP, box.top],
    [box.left, question.top - height - GAP],
    [middle, HEADER], // over the other seats, if a phone has no room beside the subject
    [middle, innerHeight], // over the own hand, if the lesson is about another seat
  ];
  const [left, top] = leastCovering(places, note, NEEDED, box, spares);
  note.style.left = `${left}px`;
  note.style.top = `${top}px`;
}

const isFirst = ({number}) => number === 1;

/** How to have something explained on this device. */
const howToAsk = () =>
  fingersOnly()
    ? t("Keep a finger on a card, a field or a pile to read what it is.")
    : t("Rest the pointer on a card, a field or a pile to read what it is.");

const toldTexts = ({told = []}) => told.map(({text}) => text);

/** The events that the lesson is about; a card is not repeated from line to line. */
const toldEvents = ({told = []}) =>
  told.map(({cards, text}, index) => {
    const shown = String(cards) === String(told[index - 1]?.cards) ? [] : cards;
    return html`<div class="event-line">
      ${shown.length ? html`<span class="event-cards">${shown.map((card) => cardOnTable(card, {decorative: true}))}</span>` : nothing}
      <p><b>${text}</b></p>
    </div>`;
  });

/** Lessons that never came up are listed at the end of the game. */
function missedLessons(texts) {
  if (!texts.length) return nothing;
  return html`<details>
    <summary>${t("Lessons that did not come up this game")}</summary>
    <ul>
      ${texts.map((text) => html`<li>${text}</li>`)}
    </ul>
  </details>`;
}

/** A phone has room for one note: a lesson waits while something the player asked for is shown. */
const isCrowded = () =>
  isNarrow() &&
  (["trade", "offers"].includes(state.sheet) ||
    [state.notice, state.preview, state.explained, hasHint()].some(Boolean));

export const hasLesson = () => Boolean(introduction()?.lesson) && !learnedElsewhere(introduction().lesson);

export function introductionNote() {
  const progress = introduction();
  const lesson = progress?.lesson;
  if (!lesson || state.dialog || state.replay || isCrowded() || learnedElsewhere(lesson)) {
    unmark();
    return nothing;
  }
  const last = progress.number === progress.count;
  return html`<aside
    class="lesson"
    aria-label=${t("Introduction")}
    data-lesson=${lesson.key}
    ${afterRender((note) => requestAnimationFrame(() => note.isConnected && placeNote(note, lesson)))}
  >
    ${toldEvents(lesson)}
    <p>${lesson.text}</p>
    ${isFirst(progress) ? html`<p class="hint">${howToAsk()}</p>` : nothing}
    ${missedLessons(progress.missed)}
    <footer>
      <small>${t("{number} of {count}", {number: progress.number, count: progress.count})}</small><span class="spring"></span>
      ${last
        ? html`<a class="action quiet" href=${siteUrl("/lessons")}>${t("First lessons")}</a>`
        : html`<button type="button" class="plain" @click=${dismissIntroduction}>${t("Not now")}</button>`}
      <button type="button" class="action leading" data-close @click=${() => close(lesson)}>
        ${last ? t("Done") : t("I see")}
      </button>
    </footer>
  </aside>`;
}

/** In the help dialog: resumes the introduction, or starts one at this table. */
export function learnButton() {
  if (state.me < 0 || state.replay || !state.update || state.update.view.over) return nothing;
  const progress = introduction();
  if (progress && !progress.away) return nothing;
  return html`<button type="button" class="action quiet" @click=${resumeIntroduction}>
    ${progress ? t("Resume the introduction") : t("Learn step by step")}
  </button>`;
}
