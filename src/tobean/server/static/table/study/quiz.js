// "What would you have done?": stops before decisions of one player, asks, and then shows the coach's figures.
import {classNames, html, nothing} from "../render.js";
import {focusOn} from "../dom.js";
import {t} from "../translate.js";
import {change, notify, playerName, seatName, state} from "../state.js";
import {listActions, worthOf} from "./alternatives.js";
import {isMistake, study} from "./data.js";
import {go, recording, setView} from "./recording.js";

const HEADING = ".quiz h3";
const NEXT = ".quiz .action.leading";

const KINDS = () => [
  ["marked", t("what the coach has marked")],
  ["deals", t("every deal")],
  ["harvests", t("every harvest")],
];

/** The positions before the decisions of a seat. */
function decisions(seat, kind) {
  const own = study.moments.filter((moment) => moment.seat === seat);
  const harvests = recording.marks.filter((mark) => mark.mark === "harvest" && mark.seat === seat).map(({ply}) => ply - 1);
  const found = {
    marked: () => own.filter((moment) => moment.kind === "choice" || isMistake(moment)).map(({retry}) => retry),
    deals: () => own.filter((moment) => moment.kind === "deal").map(({retry}) => retry),
    harvests: () => harvests,
  }[kind]();
  return [...new Set(found)].sort((one, other) => one - other);
}

const usualSeat = () => (/^\d+$/.test(recording.view) ? Number(recording.view) : study.whose === "all" ? 0 : study.whose);

export async function startQuiz(seat = usualSeat(), kind = "marked") {
  if (!study.moments) return;
  const plies = decisions(seat, kind);
  const quiz = {seat, kind, plies, index: -1, chosen: null, right: 0, asked: 0};
  study.quiz = quiz;
  if (recording.view !== String(seat)) await setView(String(seat));
  // It may have been ended or started again while the view was loading.
  if (study.quiz === quiz) await nextQuestion();
}

export function endQuiz() {
  change(void (study.quiz = null));
}

/** Goes to the next decision and asks. */
export async function nextQuestion() {
  const {quiz} = study;
  quiz.index += 1;
  quiz.chosen = null;
  change();
  queueMicrotask(() => focusOn(HEADING));
  if (quiz.index < quiz.plies.length) await askAgain();
}

async function askAgain() {
  const {quiz} = study;
  await go(quiz.plies[quiz.index]);
  if (study.quiz === quiz) await listActions(quiz.seat);
}

/** The actions to choose from. Those without a figure cannot be compared, so they are left out. */
const options = () =>
  (study.listed?.actions ?? []).filter(({thalers}) => thalers !== null).sort((one, other) => one.label.localeCompare(other.label));

/** Right is what no other action clearly beats, and what the coach's mark recommends. */
const isRight = ({close, do: action}) =>
  close || study.moments.some((moment) => moment.retry === recording.at && moment.seat === study.quiz.seat && moment.do === action);

export function answerQuestion(action) {
  const {quiz} = study;
  if (quiz.chosen) return;
  Object.assign(quiz, {chosen: action, asked: quiz.asked + 1, right: quiz.right + Number(isRight(action))});
  notify(isRight(action) ? t("The coach agrees.") : t("The coach would have done something else."));
  change();
  queueMicrotask(() => focusOn(NEXT));
}

function option(action) {
  const {chosen} = study.quiz;
  const mine = chosen?.do === action.do;
  return html`<li>
    <button type="button" class=${classNames("alternative", {played: Boolean(chosen) && mine, best: Boolean(chosen) && isRight(action)})} data-do=${action.do} aria-disabled=${String(Boolean(chosen))} @click=${() => answerQuestion(action)}>
      <span
        >${action.label}
        ${chosen && mine ? html`<small class="badge">${t("your answer")}</small>` : nothing}
        ${chosen && action.played ? html`<small class="badge">${t("in the game")}</small>` : nothing}</span
      >
      ${chosen ? worthOf(action) : nothing}
    </button>
  </li>`;
}

function question() {
  const {quiz, listed} = study;
  if (quiz.index < 0) return html`<p class="hint wait" role="status">${t("The coach is thinking …")}</p>`;
  if (recording.at !== quiz.plies[quiz.index] || recording.line.length)
    return html`<button type="button" class="action leading" @click=${askAgain}>${t("Back to the question")}</button>`;
  if (!listed?.seats) return html`<p class="hint wait" role="status">${t("The coach is thinking …")}</p>`;
  if (listed.error)
    return html`<p class="notice bad" role="alert">${listed.error}</p>
      <button type="button" class="action leading" @click=${askAgain}>${t("Try again")}</button>`;
  if (!options().length)
    return html`<p class="hint">${t("There is no choice here.")}</p>
      <button type="button" class="action leading" @click=${nextQuestion}>${t("Next question")}</button>`;
  const shown = quiz.chosen ? options().sort((one, other) => other.thalers - one.thalers) : options();
  return html`<p class="question">${t("{name} decides. What would you have done?", {name: playerName(quiz.seat)})}</p>
    <ul class="alternatives">
      ${shown.map(option)}
    </ul>
    ${
      quiz.chosen
        ? html`<p class="hint">${t("Expected thalers of {name} at the end, if merchants play on", {name: playerName(quiz.seat)})}</p>
            <button type="button" class="action leading" @click=${nextQuestion}>${t("Next question")}</button>`
        : nothing
    }`;
}

function settingsOf({seat, kind}) {
  return html`<div class="quiz-settings">
    <label class="study-select"
      >${t("For")}
      <select @change=${({target}) => startQuiz(Number(target.value), kind)}>
        ${state.hello.table.seats.map((_, each) => html`<option value=${each} .selected=${each === seat}>${seatName(each)}</option>`)}
      </select></label
    >
    <label class="study-select"
      >${t("about")}
      <select @change=${({target}) => startQuiz(seat, target.value)}>
        ${KINDS().map(([value, word]) => html`<option value=${value} .selected=${value === kind}>${word}</option>`)}
      </select></label
    >
  </div>`;
}

export function quizBox() {
  const {quiz} = study;
  const over = quiz.index >= quiz.plies.length;
  return html`<section class="quiz" aria-label=${t("What would you have done?")}>
    <h3 tabindex="-1">${t("What would you have done?")}</h3>
    ${settingsOf(quiz)}
    <p class="hint" role="status">
      ${over ? "" : t("Question {number} of {count}", {number: quiz.index + 1, count: quiz.plies.length})}
      ${quiz.asked ? t("Right: {right} of {asked}", {right: quiz.right, asked: quiz.asked}) : nothing}
    </p>
    ${over ? html`<p>${quiz.plies.length ? t("That was the last question.") : t("There is nothing to ask about this player.")}</p>` : question()}
    <button type="button" class="action quiet" @click=${endQuiz}>${t("Back to the replay")}</button>
  </section>`;
}
