// An introduction at a real table. What is told, and when, the server says; here the note finds its place beside the thing.
import {each, html, nothing} from "../render.js";
import {send} from "../net/actions.js";
import {hasHint} from "./hint.js";
import {isNarrow, leastCovering} from "../motion/overlay_placement.js";
import {set, settings} from "../settings.js";
import {t} from "../translate.js";
import {announce, change, notify, state} from "../state.js";

const introduction = () => state.update?.introduction;

/** Notes in which game this very text was read, so that no other game repeats it. */
function close({key, text}) {
  if (send({type: "introduction", lesson: key}) && !(text in settings.learned))
    set("learned", {...settings.learned, [text]: playedGame()});
}

const playedGame = () => state.hello?.table.game;
const learnedElsewhere = ({text}) => text in settings.learned && settings.learned[text] !== playedGame();

let skipped = "";

/** Closes a lesson that was read in another game, once. */
export function skipLearned() {
  const lesson = introduction()?.lesson;
  if (!lesson || lesson.key === skipped || !learnedElsewhere(lesson)) return;
  skipped = lesson.key;
  send({type: "introduction", lesson: lesson.key});
}

/** Closes the lesson that is open, if there is one. */
export function closeLesson() {
  const lesson = introduction()?.lesson;
  if (lesson) close(lesson);
}

/** A lesson that an update brings is read out. An old notice gives way: bots wait until the lesson is read. */
export function readOut(update) {
  const lesson = update.introduction?.lesson;
  if (!lesson || lesson.key === introduction()?.lesson?.key || learnedElsewhere(lesson)) return;
  state.notice = null;
  announce(lesson.text);
}

/** Puts the introduction away; it can be taken up again from the help. */
function dismissIntroduction() {
  if (send({type: "introduction", away: true})) notify(t("You find the introduction again behind the question mark."));
}

function resumeIntroduction() {
  if (send({type: "introduction", away: false})) change({dialog: null});
}

function unmark() {
  for (const taught of document.querySelectorAll(".taught")) taught.classList.remove("taught");
}

/** Of all that it could be about, the first thing that can be seen. */
function seen(selectors) {
  for (const selector of selectors.split(", "))
    for (const found of document.querySelectorAll(selector)) if (found.checkVisibility()) return found;
  return null;
}

/** What the learner wants to see and to press meanwhile. */
const NEEDED = ".hand, .beds.own, section.asked, .turned, .result, .moment, .notice";

const GAP = 14;
const HEADER = 50;

/** Puts a ring around the thing, and the note beside, above or below it, above the question or over the others, where it covers least of what is needed. */
function placeNote(note, selector) {
  unmark();
  const goal = seen(`${selector}, section.asked, .felt`); // the bots wait for whoever reads, so a note is never out of sight
  goal.classList.add("taught");
  goal.scrollIntoView({block: "nearest", inline: "nearest"});
  const box = goal.getBoundingClientRect();
  const {offsetWidth: width, offsetHeight: height} = note;
  const middle = box.left + box.width / 2 - width / 2;
  const question = document.querySelector("section.asked")?.getBoundingClientRect() ?? box;
  const places = [
    [box.right + GAP, box.top],
    [middle, box.top - height - GAP],
    [middle, box.bottom + GAP],
    [box.left, box.top - height - GAP],
    [box.right - width, box.top - height - GAP],
    [box.left - width - GAP, box.top],
    [box.left, question.top - height - GAP],
    [middle, HEADER], // over the others, where a phone has no room beside the thing
  ];
  const [left, top] = leastCovering(places, note, NEEDED, box);
  note.style.left = `${left}px`;
  note.style.top = `${top}px`;
}

/** What did not come up in this game is told at its end. */
function missed(texts) {
  if (!texts.length) return nothing;
  return html`<details>
    <summary>${t("What did not come up this time")}</summary>
    <ul>
      ${texts.map((text) => html`<li>${text}</li>`)}
    </ul>
  </details>`;
}

/** On a phone there is room for one note: a lesson waits until what was asked for is read. */
const isCrowded = () =>
  isNarrow() &&
  (["trade", "offers"].includes(state.sheet) ||
    [state.notice, state.preview, state.explained, hasHint()].some(Boolean));

/** Whether a lesson waits to be read. */
export const hasLesson = () => Boolean(introduction()?.lesson) && !learnedElsewhere(introduction().lesson);

export function introductionNote() {
  const told = introduction();
  const lesson = told?.lesson;
  if (!lesson || state.dialog || state.replay || isCrowded() || learnedElsewhere(lesson)) {
    unmark();
    return nothing;
  }
  const last = told.number === told.count;
  return html`<aside
    class="lesson"
    aria-label=${t("Introduction")}
    data-lesson=${lesson.key}
    ${each((note) => requestAnimationFrame(() => note.isConnected && placeNote(note, lesson.at)))}
  >
    <p>${lesson.text}</p>
    ${missed(told.missed)}
    <footer>
      <small>${t("{number} of {count}", {number: told.number, count: told.count})}</small><span class="spring"></span>
      ${last ? nothing : html`<button type="button" class="plain" @click=${dismissIntroduction}>${t("Not now")}</button>`}
      <button type="button" class="deed leading" data-close @click=${() => close(lesson)}>
        ${last ? t("Done") : t("I see")}
      </button>
    </footer>
  </aside>`;
}

/** In the help: go on with the introduction, or begin one at this very table. */
export function learnButton() {
  if (state.me < 0 || state.replay || !state.update || state.update.view.over) return nothing;
  const told = introduction();
  if (told && !told.away) return nothing;
  return html`<button type="button" class="deed quiet" @click=${resumeIntroduction}>
    ${told ? t("Go on with the introduction") : t("Tell me how it goes, step by step")}
  </button>`;
}
