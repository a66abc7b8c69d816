// The visitor's private notes on the positions of a finished game.
import {html, nothing} from "../render.js";
import {request} from "../net/transport.js";
import {change, notify} from "../state.js";
import {t} from "../translate.js";

const notes = {base: "", loading: false, mayWrite: false, longest: 1000, byPly: new Map(), drafts: new Map()};

/** Loads the notes of a game, once. */
async function loadNotes(base) {
  Object.assign(notes, {base, loading: true});
  const answer = await request(`${base}/notes.json`).catch(() => null);
  notes.loading = false;
  if (!answer?.ok) return; // the editor stays away; the replay works without it
  const {notes: found, may_write: mayWrite, longest} = await answer.json();
  notes.byPly = new Map(Object.entries(found).map(([ply, text]) => [Number(ply), text]));
  Object.assign(notes, {mayWrite, longest});
  change();
}

async function save(ply, text) {
  const body = new URLSearchParams({ply: String(ply), text});
  const answer = await request(`${notes.base}/notes`, {method: "POST", body}).catch(() => null);
  if (!answer?.ok) {
    const reason = await answer?.json().catch(() => null);
    notify(reason?.error ?? t("The note could not be saved."), {tone: "warn"});
    return;
  }
  const {text: saved} = await answer.json();
  if (saved) notes.byPly.set(ply, saved);
  else notes.byPly.delete(ply);
  // What was typed since stays a draft.
  if (notes.drafts.get(ply) === text) notes.drafts.delete(ply);
  notify(saved ? t("The note is saved.") : t("The note is deleted."));
  change();
}

/** Positions with a note, in order. */
export const notedPlies = () => [...notes.byPly.keys()].sort((one, other) => one - other);

/** Shows and edits the note of a position; `go` shows another one. */
export function noteEditor(base, ply, go) {
  if (notes.base !== base) loadNotes(base);
  if (!notes.mayWrite) return nothing;
  const saved = notes.byPly.get(ply) ?? "";
  const text = notes.drafts.get(ply) ?? saved;
  const others = notedPlies().filter((other) => other !== ply);
  return html`<details class="note" ?open=${saved !== ""}>
    <summary>${saved ? t("Your note") : t("Note something here")}</summary>
    <label
      ><span class="visually-hidden">${t("Your note on this position; only you see it")}</span>
      <textarea
        rows="3"
        maxlength=${notes.longest}
        .value=${text}
        @input=${(event) => (notes.drafts.set(ply, event.target.value), change())}
      ></textarea></label
    >
    <div class="buttons">
      ${
        text.trim() === saved
          ? nothing
          : html`<button type="button" class="action leading" @click=${() => save(ply, text)}>${t("Save the note")}</button>`
      }
      ${others.map((other) => html`<button type="button" class="action quiet" @click=${() => go(other)}>${t("Note at {at}", {at: other})}</button>`)}
    </div>
  </details>`;
}
