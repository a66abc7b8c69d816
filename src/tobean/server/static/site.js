// Small comforts; every page works without them.

const waiting = document.querySelector("[data-waiting]");
if (waiting) {
  const look = async () => {
    // Whoever is writing a name or choosing a bot is not disturbed.
    const busy = document.activeElement?.matches("input:not([readonly]), select");
    if (!document.hidden && !busy) {
      try {
        const answer = await fetch(waiting.dataset.waiting);
        if (answer.ok && (await answer.json()).mark !== waiting.dataset.mark) location.reload();
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
