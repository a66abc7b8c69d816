// Replays: the bar that steps, scrubs, jumps, changes the view and shares a position; and its keys.
import {classNames, html, nothing} from "../render.js";
import {takesKeys} from "../dom.js";
import {pause} from "../motion/animation.js";
import {request} from "../net/transport.js";
import {settings} from "../settings.js";
import {noteEditor} from "./notes.js";
import {pictureLinks} from "./position_picture.js";
import {t} from "../translate.js";
import {change, notify, playerName, state} from "../state.js";
import {loadCurve, loadMarks, study} from "./data.js";
import {jumpMistake, studyKey} from "./panel.js";
import {address, go, linkHere, loadReplay, query, recording, setView, stepBack, stop, vary} from "./recording.js";

const STEP_PAUSE = 900;
const POLL_INTERVAL = 100;

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

/** Jumps to the next or previous mark of a kind. */
function jump(kind, forth) {
  stop();
  const plies = recording.marks.filter(({mark}) => mark === kind).map(({ply}) => ply);
  const goal = forth ? plies.find((ply) => ply > recording.at) : plies.findLast((ply) => ply < recording.at);
  if (goal !== undefined) go(goal);
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
      ${[["open", t("all, open cards")], ["table", t("a spectator")], ...seats].map(([value, word]) => html`<option value=${value} .selected=${recording.view === value}>${word}</option>`)}
    </select></label
  >`;
}

/** Step buttons and slider; a single position has none. */
const timeline = () =>
  html`<div class="timeline">
      ${control("«", t("To the beginning"), () => (stop(), go(0)))}
      ${control("‹", t("One step back"), () => (stop(), stepBack()))}
      <button type="button" class=${classNames("action", recording.playing ? "quiet" : "leading")} @click=${play}>
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
    ${jumps("turn", t("turn"), t("Previous turn"), t("Next turn"))}
    ${jumps("deal", t("deal"), t("Previous deal"), t("Next deal"))}
    ${jumps("harvest", t("harvest"), t("Previous harvest"), t("Next harvest"))}
    <span class="jumps"
      >${control("‹", t("Previous mistake"), () => jumpMistake(false))}<span>${t("mistake")}</span>${control("›", t("Next mistake"), () => jumpMistake(true))}</span
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
        <summary>${t("Download")}</summary>
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
    change({connection: "closed", reason: t("This replay cannot be shown.")});
    throw error;
  }
  if (line.length) await vary(at, line);
  // The table is shown by now; the coach takes longer.
  const {own} = document.getElementById("table").dataset;
  if (own) study.whose = Number(own);
  loadMarks(address("marks.json"));
  await loadCurve((more) => address("curve.json", more));
}
