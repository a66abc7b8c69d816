// A bean field: its row of cards, what a harvest pays now and at the next step, and the harvest button.
import {classNames, html, nothing, vars} from "../render.js";
import {counted, kindOf} from "../net/catalogue.js";
import {chooseField} from "./action_chooser.js";
import {cardOnTable, coin, explainButton, letters, picture} from "./card.js";
import {act, actionsOf, actOrExplain, ariaDisabled, firstAction, requestReason, withoutDuplicates} from "../net/actions.js";
import {harvest, plant} from "../net/notation.js";
import {listed, t} from "../translate.js";
import {fieldMarks} from "../net/game_plugin.js";
import {change, state, view} from "../state.js";

/** "4 Soy, 1 Red". */
export function rowText(row) {
  const counts = new Map();
  for (const card of row) counts.set(card, (counts.get(card) || 0) + 1);
  return listed([...counts].map(([card, count]) => counted(card, count)));
}

export function payText({pays, next}) {
  const some = pays === 1 ? t("pays 1 thaler") : t("pays {pays} thalers", {pays});
  const now = pays ? some : t("pays nothing");
  if (!next) return now;
  const then = next.cards === 1 ? t("one more card would pay {pays}", next) : t("{cards} more cards would pay {pays}", next);
  return t("{first}; {second}", {first: now, second: then});
}

/** The accessible label of a field: its name, its cards and its marks. */
function fieldWords(marks, number, field) {
  const grows = field.row.length ? `${rowText(field.row)}, ${payText(field)}` : t("empty");
  return [t("{label}: {text}", {label: fieldName(marks, number), text: grows}), ...(marks.marks || []).map(({title}) => title)].join(". ");
}

export const fieldName = (marks, number) => marks.name || t("Field {number}", {number: number + 1});

function rowOf(field, seat, number) {
  const gaps = Math.max(1, field.row.length - 1);
  return html`<span class="row" ${vars({"--gaps": gaps})}>
    ${field.row.map(
      (card, index) =>
        html`<span class="slot" ${vars({"--i": index})}
          >${cardOnTable(card, {decorative: true, place: `card-${seat}-${number}-${index}`})}</span
        >`,
    )}
  </span>`;
}

/** The names of the kinds that grow here, with their number if it is not shown elsewhere. */
export function cropName(row, isCounted = false) {
  const counts = new Map();
  for (const card of row) counts.set(card, (counts.get(card) || 0) + 1);
  const names = [...counts].map(([card, count]) => (isCounted ? `${count} ${kindOf(card).short}` : kindOf(card).short));
  const text = names.join(", ");
  return row.length
    ? html`<span class="crop" aria-hidden="true"><span class="squeezed" ${letters(text)}>${text}</span></span>`
    : nothing;
}

function tally(field) {
  if (!field.row.length) return nothing;
  const {cards, pays} = field.next || {};
  return html`<span class="tally" aria-hidden="true">
    <b class="count">${field.row.length}</b>
    <span class=${classNames("pays", {some: field.pays > 0})}>${field.pays}${coin()}</span>
    ${field.next ? html`<span class="next">+${cards}→${pays}</span>` : nothing}
  </span>`;
}

/** Another player's field. */
export function otherField(field, seat, number) {
  const marks = fieldMarks(seat, number);
  return html`<div
    class=${classNames("field", {empty: !field.row.length})}
    data-place=${`field-${seat}-${number}`}
  >
    ${fieldBackground(marks)} ${rowOf(field, seat, number)} ${tally(field)} ${cropName(field.row)}
    ${explainButton(`field:${seat}:${number}`, fieldWords(marks, number, field), `look-${seat}`)}
  </div>`;
}

function fieldBackground(marks) {
  return html`${picture(marks.ground || "field", "ground")}
  ${(marks.marks || []).map(({look, sign, title}) => html`<span class=${`mark ${look}`} title=${title}>${sign}</span>`)}`;
}

/** A button for the game's own action with a field. */
function fieldAction({action}, number) {
  if (!action?.ways.length) return nothing;
  const {word, label, title, ways} = action;
  const use = () => (ways.length === 1 ? act(ways[0]) : change({dialog: {name: "choose", title, actions: ways}}));
  return html`<button
    type="button"
    class="action leading field-action"
    data-use=${number}
    aria-label=${label ?? nothing}
    @click=${use}
  >
    ${word}
  </button>`;
}

/** Plants the picked card on this field, or the only card that can go there. */
export function plantOn(number) {
  const {pick, me} = state;
  if (chooseField(number)) return;
  if (pick) {
    const action = firstAction("plant", {card: pick.card, place: pick.place, field: number});
    if (action) act(action);
    else actOrExplain(plant(me, pick, number));
    return;
  }
  const plantings = withoutDuplicates(actionsOf("plant", {field: number}));
  if (plantings.length === 1) act(plantings[0]);
  else if (plantings.length > 1) change({dialog: {name: "choose", title: t("Which card is to be planted here?"), actions: plantings}});
  else {
    const front = view().seats[me].hand[0];
    if (front !== undefined) requestReason(plant(me, {card: front, place: 0}, number));
  }
}

/** One's own field: a press or a dropped card plants, a button harvests. */
export function ownField(field, number) {
  const seat = state.me;
  const harvests = actionsOf("harvest", {field: number});
  const ripe = harvests.length > 0;
  const {pick} = state;
  const open = pick
    ? Boolean(firstAction("plant", {card: pick.card, place: pick.place, field: number}))
    : actionsOf("plant", {field: number}).length > 0;
  const marks = fieldMarks(seat, number);
  return html`<div class=${classNames("plot", {open, picking: Boolean(pick)})}>
    <div
      class=${classNames("field", {empty: !field.row.length})}
      data-place=${`field-${seat}-${number}`}
      data-drop=${`field-${number}`}
      data-explain=${`field:${seat}:${number}`}
    >
      ${fieldBackground(marks)} ${rowOf(field, seat, number)}
      ${marks.name && field.row.length ? html`<span class="title" aria-hidden="true"><span class="squeezed" ${vars({"--letters": marks.name.length})}>${marks.name}</span></span>` : nothing}
      ${open ? html`<span class="invite" aria-hidden="true">${t("plant")}</span>` : nothing}
      <button
        type="button"
        class="cover"
        data-field=${number}
        data-rove="fields"
        @click=${() => plantOn(number)}
        aria-label=${`${fieldWords(marks, number, field)}.${open ? ` ${t("Plant here")}` : ""}`}
      ></button>
    </div>
    <div class="gauge">
      ${field.row.length ? tally(field) : html`<span class="called" aria-hidden="true">${fieldName(marks, number)}</span>`}
      <button
        type="button"
        class=${classNames("harvest-button", {pays: field.pays > 0, none: !field.row.length})}
        data-reap=${number}
        aria-disabled=${ariaDisabled(ripe)}
        aria-label=${harvestLabel(marks, number, field)}
        @click=${() => harvestField(harvests, number)}
      >
        ${t("Harvest")}
      </button>
      ${fieldAction(marks, number)}
    </div>
  </div>`;
}

function harvestLabel({name}, number, field) {
  const pays = payText(field);
  return name ? t("Harvest, {field}: {pays}", {field: name, pays}) : t("Harvest field {number}: {pays}", {number: number + 1, pays});
}

/** Harvests; if the owner chooses the order of the discards (K12, E5), a dialog asks for it first. */
export function harvestField(harvests, number) {
  if (!harvests.length) requestReason(harvest(state.me, number));
  else if (harvests.length === 1) act(harvests[0]);
  else
    change({
      dialog: {name: "choose", title: t("In which order do the cards go to the discard pile?"), actions: harvests},
    });
}
