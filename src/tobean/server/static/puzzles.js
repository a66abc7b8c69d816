// Pages of puzzles: answers by the keys 1 to 6, and the time left of a storm. Everything works without this script, and
// the server decides what counts.

const SECOND = 1000;
const ends = new WeakMap();

function pressAnswer(event) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
  const button = document.querySelector(`.answers button[data-key="${CSS.escape(event.key)}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
}

/** A second submission would only be refused by the server. */
function sendOnce(event) {
  const form = event.target.closest(".answers");
  if (!form) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
}

/** Counts from the moment the page is shown, so that the clock of the device does not matter. */
function showTimeLeft() {
  const timer = document.querySelector("[data-seconds-left]");
  if (!timer) return;
  if (!ends.has(timer)) {
    ends.set(timer, performance.now() + SECOND * Number(timer.dataset.secondsLeft));
    document.querySelector("[data-focus]")?.focus({preventScroll: true});
  }
  const left = Math.max(0, Math.ceil((ends.get(timer) - performance.now()) / SECOND));
  const shown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (timer.textContent !== shown) timer.textContent = shown;
  if (left > 0) return;
  timer.removeAttribute("data-seconds-left");
  document.querySelector("[data-time-up]")?.click();
}

/** A static site shows pages without loading this script again, so that all listeners are those of the document. */
export function startPuzzles() {
  document.addEventListener("keydown", pressAnswer);
  document.addEventListener("submit", sendOnce, {capture: true});
  // A page from the history may be answered again.
  window.addEventListener("pageshow", () => document.querySelector(".answers")?.removeAttribute("data-sent"));
  showTimeLeft();
  setInterval(showTimeLeft, SECOND / 4);
}
