// Small comforts; every page works without them.

const waiting = document.querySelector("[data-waiting]");
if (waiting) {
  // What has been pressed is on its way: a reload now would lose it.
  let leaving = false;
  document.addEventListener("submit", () => (leaving = true));
  window.addEventListener("pageshow", () => (leaving = false));
  // Whoever is writing a name, choosing a bot or pressing a button is not disturbed.
  const busy = () =>
    leaving ||
    document.activeElement?.matches("input:not([readonly]), select") ||
    document.querySelector("button:active") !== null;
  const look = async () => {
    if (!document.hidden && !busy()) {
      try {
        const answer = await fetch(waiting.dataset.waiting);
        if (answer.ok && (await answer.json()).mark !== waiting.dataset.mark && !busy()) location.reload();
      } catch {
        // The server is away for a moment; the next look will tell.
      }
    }
    setTimeout(look, 2000);
  };
  setTimeout(look, 2000);
}

for (const field of document.querySelectorAll("[data-copy]")) {
  field.addEventListener("focus", () => field.select());
  field.addEventListener("click", () => navigator.clipboard?.writeText(field.value).catch(() => field.select()));
}
