// An introduction at a real table: each step appears when the table has come to it, and can be skipped.
import {each, html, nothing} from "./lit.js";
import {TABLE} from "./pieces.js";
import {t} from "./text.js";
import {change, state, view} from "./state.js";

/** What is told, where on the page, from when on, and what makes it done; without `done` a press does. */
let steps = [];

/** The game brings the steps. */
export async function startLearning(script) {
  steps = (await import(script)).default(TABLE);
  change({lessons: new Set()});
}

function learned(step) {
  const lessons = new Set(state.lessons).add(step);
  change({lessons: lessons.size < steps.length ? lessons : null});
}

function skip() {
  change({lessons: null});
}

/** The first step that has come up and is not learned yet. What was done already needs no words. */
function stepNow() {
  for (const step of steps) {
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
      <small>${steps.indexOf(step) + 1} / ${steps.length}</small><span class="spring"></span>
      <button type="button" class="plain" @click=${skip}>${t("Skip the introduction")}</button>
      ${step.done ? nothing : html`<button type="button" class="deed leading" @click=${() => learned(step)}>${t("I see")}</button>`}
    </footer>
  </aside>`;
}
