// The study panel of a replay: curve, what the coach says about this position, other actions, questions, and the timeline.
import {classNames, html, nothing} from "../render.js";
import {focusOn} from "../dom.js";
import {isSingular, t} from "../translate.js";
import {gamePage} from "../net/game_plugin.js";
import {change, playerName, seatName, state} from "../state.js";
import {actionList, listActions} from "./alternatives.js";
import {curve} from "./curve.js";
import {groupedMoments, hasMistake, isMistake, marksAt, study} from "./data.js";
import {endQuiz, quizBox, startQuiz} from "./quiz.js";
import {go, recording, stepBack, stop, vary} from "./recording.js";
import {markTargets} from "./targets.js";

/** The way into the variation that is shown. */
function path() {
  if (!recording.line.length) return nothing;
  return html`<nav class="variation" aria-label=${t("Variation")}>
    <p class="hint">${t("Variation; the cards still to come are shuffled")}</p>
    <ol>
      <li><button type="button" class="plain" @click=${() => go(recording.at)}>${t("Game, position {at}", {at: recording.at})}</button></li>
      ${recording.frames.map(
        ({label, seat}, index) =>
          html`<li>
            <button type="button" class="plain" aria-current=${index === recording.line.length - 1 ? "step" : nothing} @click=${() => vary(recording.at, recording.line.slice(0, index + 1))}>
              ${playerName(seat)}${label ? html`: ${label}` : nothing}
            </button>
          </li>`,
      )}
    </ol>
    <button type="button" class="action quiet" @click=${stepBack}>${t("One action back")}</button>
    <button type="button" class="action quiet" @click=${() => go(recording.at)}>${t("Back to the game")}</button>
  </nav>`;
}

// --- the coach's marks ------------------------------------------------------------------------------------------------

/** The moment of a group to speak about: that of the chosen player, else the first. */
const shownSide = ({sides}) => sides.find(({seat}) => seat === study.whose) ?? sides[0];

const sideFigures = ({sides}) =>
  sides.map(({seat, gain, amount}) => html` <span class=${classNames("side-worth", {bad: gain < 0})}>${seatName(seat)} <b>${amount}</b></span>`);

const momentText = (moment) => (moment.seat === study.whose && String(moment.seat) === document.getElementById("table").dataset.own ? moment.own_text : moment.text);

/** Shows the better action as a variation. */
function showBetter({retry, do: action}) {
  change({sheet: null}); // on a phone it covers the table
  vary(retry, [action]);
}

function verdict(group) {
  const moment = shownSide(group);
  const shown = group.sides.find((each) => each.do);
  return html`<div class=${classNames("verdict-here", {mistake: hasMistake(group)})}>
    <p>${momentText(moment)} ${sideFigures(group)}</p>
    ${moment.better ? html`<p class="better">${moment.better}</p>` : nothing}
    <div class="buttons">
      ${shown ? html`<button type="button" class="action quiet" data-better-action @click=${() => showBetter(shown)}>${t("Show it on the table")}</button>` : nothing}
      <form method="post" action=${`${recording.base}/play`}>
        <input type="hidden" name="ply" .value=${String(moment.retry)} /><input type="hidden" name="seat" .value=${String(moment.seat)} />
        <button type="submit" class="action quiet">${t("Try again from here")}</button>
      </form>
    </div>
  </div>`;
}

const momentsAtPosition = () => (recording.line.length || study.quiz ? [] : marksAt(recording.at));

/** Marks on the table what the better action at this position is about. Called after every rendering. */
export function updateTargets() {
  if (!state.replay) return;
  const better = momentsAtPosition()
    .flatMap(({sides}) => sides)
    .find((moment) => moment.do && moment.retry === recording.at);
  markTargets(better ? {seat: better.seat, parts: better.parts} : null);
}

// --- the timeline -----------------------------------------------------------------------------------------------------

const harvestItem = ({ply, seat, thalers}) => ({
  ply: ply - 1,
  order: 1,
  seats: [seat],
  look: "harvest",
  text: t("{name} harvests.", {name: seat < 0 ? gamePage().rival?.name : seatName(seat)}),
  figures: html` <b>+${thalers} ${isSingular(thalers) ? t("thaler") : t("thalers")}</b>`,
});

const momentItem = (group) => ({
  ply: group.ply,
  order: 0,
  seats: group.sides.map(({seat}) => seat),
  look: hasMistake(group) ? "mistake" : group.kind,
  text: momentText(shownSide(group)),
  better: shownSide(group).better,
  figures: sideFigures(group),
});

function timelineItems() {
  const harvests = recording.marks.filter(({mark}) => mark === "harvest").map(harvestItem);
  return [...groupedMoments().map(momentItem), ...harvests]
    .filter(({seats}) => study.whose === "all" || seats.includes(study.whose))
    .sort((one, other) => one.ply - other.ply || one.order - other.order);
}

/** Shows a moment on the table, and at the top of the panel what the coach says about it. */
function show(ply) {
  stop();
  go(ply);
  document.querySelector(".study").scrollTop = 0;
}

const item = ({ply, look, text, better, figures}) =>
  html`<li class=${classNames("event", look)}>
    <button type="button" aria-current=${ply === recording.at && !recording.line.length ? "true" : nothing} @click=${() => show(ply)}>
      ${look === "mistake" ? html`<span class="visually-hidden">${t("mistake")}: </span>` : nothing}${text}${figures ?? nothing}
      ${better ? html`<span class="better">${better}</span>` : nothing}
    </button>
  </li>`;

function whoseSelect() {
  const seats = state.hello.table.seats.map((_, seat) => [seat, seatName(seat)]);
  const choices = [["all", t("all players")], ...seats];
  return html`<label class="study-select"
    >${t("Moments of")}
    <select @change=${({target}) => change(void (study.whose = target.value === "all" ? "all" : Number(target.value)))}>
      ${choices.map(([value, word]) => html`<option value=${value} .selected=${study.whose === value}>${word}</option>`)}
    </select></label
  >`;
}

function moments() {
  if (!study.moments) return html`<p class="hint wait" role="status">${t("The coach is reading the game …")}</p>`;
  const items = timelineItems();
  return html`${whoseSelect()}
  ${items.length ? html`<ol class="events">${items.map(item)}</ol>` : html`<p class="hint">${t("The coach found no moment worth mentioning.")}</p>`}`;
}

/** Jumps to the next or previous mistake of the chosen players. */
export function jumpMistake(forth) {
  const plies = groupedMoments().filter(hasMistake).map(({ply}) => ply);
  const goal = forth ? plies.find((ply) => ply > recording.at) : plies.findLast((ply) => ply < recording.at);
  stop();
  if (goal !== undefined) go(goal);
}

const failure = () =>
  study.failed ? html`<p class="notice bad" role="alert">${t("The coach does not answer. Reload the page to ask again.")}</p>` : nothing;

export function studyPanel() {
  if (!recording.plies && !study.points.length) return html`<div class="study">${path()} ${actionList()} ${failure()}</div>`;
  if (study.quiz) return html`<div class="study" tabindex="0">${quizBox()} ${curve()}</div>`;
  return html`<div class="study" tabindex="0">
    ${curve()} ${failure()} ${path()} ${momentsAtPosition().map(verdict)} ${actionList()}
    <button type="button" class="action quiet" @click=${() => startQuiz()} ?disabled=${!study.moments?.length}>${t("What would you have done?")}</button>
    ${moments()}
  </div>`;
}

/** Handles a key of the study; false if it is none. */
export function studyKey(key) {
  const known = {
    j: () => jumpMistake(true),
    k: () => jumpMistake(false),
    v: () => {
      change({panel: "study", sheet: "talk"});
      listActions().then(() => focusOn(".alternative"));
    },
    b: () => recording.line.length && go(recording.at),
    s: () => (study.quiz ? endQuiz() : startQuiz()),
  };
  if (!known[key] || !recording.plies) return false;
  known[key]();
  return true;
}

/** Beside a line of the log: what the coach says about that action. */
export function logMark(event) {
  if (!state.replay || !study.moments || study.quiz) return nothing;
  const group = isMarked(event) && marksAt(event.ply - 1).find(hasMistake);
  if (!group) return nothing;
  const moment = group.sides.find(isMistake);
  return html` <span class="log-mark"><b>${moment.amount}</b> ${moment.better}</span>`;
}

/** Whether an event is the first one of an action with a mistake; such lines pass every filter of the log. */
export const isMarked = (event) =>
  Boolean(state.replay) && event.leads && event.ply > 0 && marksAt(event.ply - 1).some(hasMistake);
