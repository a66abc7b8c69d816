// Explains a card, a field, a pile, a mark or a phase: one at a time, beside the element or, on a phone, as a sheet
// from below. explanation_triggers.js opens it.
import {afterRender, html, nothing} from "../render.js";
import {choiceStartButton, splitLargeGroups} from "../board/action_chooser.js";
import {ruleLink} from "./rule_link.js";
import {cardOnTable} from "../board/card.js";
import {explanationNamed, kindOf, nameOf} from "../net/catalogue.js";
import {act, actionsOf, actionsWithCard} from "../net/actions.js";
import {fieldName, payText, rowText} from "../board/field.js";
import {actionsForCard, factsOf, fieldMarks, gameExplanation, gamePage} from "../net/game_plugin.js";
import {togglePin} from "../board/hand.js";
import {t} from "../translate.js";
import {change, playerName, state, view} from "../state.js";

/** The text of a card, and for cards other than beans the text of their group. */
function aboutCard(id) {
  const card = kindOf(id);
  if (card.of === "bean") return [card];
  return [card, explanationNamed(card.of === "back" ? card.behind : card.of)].filter(({about}) => about);
}

function cardFacts(id) {
  const {text, count, of, meter, about} = kindOf(id);
  const numbers = [];
  if (meter && meter !== about) numbers.push(meter);
  if (of === "bean" && count > 1) numbers.push(t("There are {count} of them in the game.", {count}));
  return {printed: text ? [text] : [], facts: [numbers.join(" "), ...factsOf(kindOf(id))].filter(Boolean)};
}

/** Explains a card; `thing` is its location if it is the viewer's own. */
function explainCard(id, thing) {
  const ways = thing ? actionsWithCard(thing) : actionsForCard(id);
  return {
    title: nameOf(id),
    card: id,
    ...cardFacts(id),
    abouts: aboutCard(id),
    ways,
    idle: Boolean(thing),
    pin: thing?.place >= 0 && gamePage().trading ? thing.place : null,
  };
}

/** Explains a field: its cards, its marks and the actions with it. */
function explainField(seat, number) {
  const field = view().seats[seat].fields[number];
  if (!field) return null;
  const marks = fieldMarks(seat, number);
  const kinds = [...new Set(field.row)];
  const name = fieldName(marks, number);
  const own = seat === state.me;
  return {
    title: own ? name : t("{field}, {name}", {field: name, name: playerName(seat)}),
    card: kinds.length ? field.row[field.row.length - 1] : null,
    printed: field.row.length ? [`${t("{label}: {text}", {label: rowText(field.row), text: payText(field)})}.`] : [t("Nothing grows here yet.")],
    abouts: [
      ...kinds.flatMap((id) => aboutCard(id).slice(0, 1).map((about) => ({...about, title: nameOf(id)}))),
      ...(marks.marks || []).map(({thing}) => explanationNamed(thing)),
      ...(own || marks.thing || !kinds.length ? [explanationNamed(marks.thing || "field")] : []),
    ],
    facts: [],
    ways: own ? [...actionsOf("plant", {field: number}), ...actionsOf("harvest", {field: number}), ...(marks.action?.ways || [])] : [],
    idle: own,
  };
}

function explainPhase(number) {
  const phase = gamePage().phases.find((each) => each.number === number);
  return phase && {title: `${phase.shown} ${phase.text}`.trim(), facts: [], abouts: [phase], ways: []};
}

const aThing = (name) => ({facts: [], abouts: [explanationNamed(name)], ways: []});

/** Keys are a word with numbers: `field:1:0`, `card:12`, `thing:draw pile`. */
function explanationOf({key, title, thing}) {
  const [what, ...rest] = key.split(":");
  const numbers = rest.map(Number);
  const found =
    what === "thing"
      ? aThing(rest[0])
      : what === "card"
        ? explainCard(numbers[0], thing)
        : what === "field"
          ? explainField(...numbers)
          : what === "phase"
            ? explainPhase(...numbers)
            : gameExplanation(what, ...numbers);
  return found && {title, ...found};
}

/** Opens the explanation of an element, if it has one; `quietly` leaves the focus alone. */
export function explain(element, quietly = false) {
  const at = element.closest("[data-explain]");
  const key = at?.dataset.explain;
  if (!key) return false;
  const named = at.matches("[aria-label]") ? at : at.querySelector("[aria-label]");
  const where = at.dataset.drag ?? at.dataset.thing;
  const thing = where ? JSON.parse(where) : null;
  const explained = {key, thing, title: named?.getAttribute("aria-label") || "", at, quietly};
  if (!explanationOf(explained)) return false;
  change({explained});
  if (!quietly) requestAnimationFrame(() => document.querySelector(".explained")?.focus({preventScroll: true}));
  return true;
}

/** Closes the explanation and returns the focus to the explained element. */
export function closeExplanation() {
  const {explained} = state;
  if (!explained) return;
  const held = document.querySelector(".explained")?.contains(document.activeElement);
  change({explained: null, isExplaining: false});
  if (held) (explained.at.matches("button") ? explained.at : explained.at.querySelector("button"))?.focus();
}

const SHEET = "(max-width: 59.99rem)";
const EDGE = 8;

/** Places the box beside its element, where there is room. On phones it is a sheet with a fixed position. */
function placeBox(box, at) {
  if (matchMedia(SHEET).matches || !at.isConnected) return;
  const thing = at.getBoundingClientRect();
  const {offsetWidth: width, offsetHeight: height} = box;
  const fits = {above: thing.top - height > EDGE, below: thing.bottom + height + EDGE < innerHeight};
  const within = (wanted, size, most) => Math.max(EDGE, Math.min(most - size - EDGE, wanted));
  const beside = thing.right + width + EDGE < innerWidth ? thing.right + EDGE : thing.left - width - EDGE;
  const left = fits.above || fits.below ? thing.left + thing.width / 2 - width / 2 : beside;
  const top = fits.above ? thing.top - height - EDGE : fits.below ? thing.bottom + EDGE : thing.top;
  box.style.left = `${within(left, width, innerWidth)}px`;
  box.style.top = `${within(top, height, innerHeight)}px`;
}

function perform(action) {
  closeExplanation();
  act(action);
}

/** Actions as buttons; for the viewer's own things, a sentence if there are none. */
function actionButtons({ways, idle}) {
  if (!ways.length) return idle ? html`<p class="hint">${t("Nothing can be done with it right now.")}</p>` : nothing;
  const {few, many} = splitLargeGroups(ways);
  return html`<ul class="choices" aria-label=${t("What you can do with it now")}>
    ${few.map(
      (action) =>
        html`<li>
          <button type="button" class="action quiet" @click=${() => perform(action)}>${action.label}</button>
        </li>`,
    )}
    ${many.map((group) => html`<li>${choiceStartButton(group)}</li>`)}
  </ul>`;
}

function pinButton(place) {
  if (place === null || place === undefined) return nothing;
  const pinned = state.pins.has(place);
  return html`<button type="button" class="plain" aria-pressed=${String(pinned)} @click=${() => togglePin(place)}>
    ${pinned ? t("Let it be offered again") : t("Never offer this card")}
  </button>`;
}

const sentence = (text) => html`<p>${text}</p>`;

const paragraph = ({title, about, rule}) =>
  about ? html`<p>${title ? html`<b>${t("{label}:", {label: title})}</b> ` : nothing}${about} ${ruleLink(rule)}</p>` : nothing;

export function explanation() {
  const found = state.explained && explanationOf(state.explained);
  if (!found) return nothing;
  const {title, card, printed = [], facts, abouts, pin} = found;
  return html`<div
    class="explained"
    role="dialog"
    tabindex="-1"
    aria-labelledby="explained-title"
    aria-describedby="explained-text"
    ${afterRender((box) => requestAnimationFrame(() => box.isConnected && state.explained && placeBox(box, state.explained.at)))}
  >
    <div class="head">
      <h2 id="explained-title">${title}</h2>
      <button type="button" class="plain" aria-label=${t("Close")} @click=${closeExplanation}>✕</button>
    </div>
    <div class="body">
      ${card === null || card === undefined ? nothing : cardOnTable(card, {decorative: true})}
      <div id="explained-text">
        ${printed.map(sentence)} ${abouts.map(paragraph)} ${facts.map(sentence)}
      </div>
    </div>
    ${actionButtons(found)} ${pinButton(pin)}
  </div>`;
}
