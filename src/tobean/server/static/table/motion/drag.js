// Dragging cards with mouse, pen or finger. A hand strip on a phone still scrolls sideways: pulling up lifts a card.
import {html, render} from "../render.js";
import {inDeal, toggleStake} from "../trade/deal_draft.js";
import {lying} from "../board/card.js";
import {act, actOrWhy, first, having, moves} from "../net/actions.js";
import {dropped} from "../net/game_plugin.js";
import {plant} from "../net/notation.js";
import {change, state} from "../state.js";
import {preferPartner} from "../trade/composer.js";

const FAR = 7;
const CLICK_GUARD = 30;

let held = null;

function begin(event) {
  const card = event.target.closest?.("[data-drag]");
  if (!card || event.button !== 0 || state.pending) return;
  held = {
    card,
    thing: JSON.parse(card.dataset.drag),
    x: event.clientX,
    y: event.clientY,
    id: event.pointerId,
    ghost: null,
    over: null,
  };
}

function lift(event) {
  const box = held.card.getBoundingClientRect();
  held.dx = held.x - box.left;
  held.dy = held.y - box.top;
  held.ghost = document.createElement("div");
  held.ghost.className = "bird ghost";
  held.ghost.style.setProperty("--w", `${box.width}px`);
  render(html`${lying(held.thing.card, {silent: true})}`, held.ghost);
  document.body.append(held.ghost);
  held.card.classList.add("away");
  held.card.setPointerCapture?.(event.pointerId);
  change({pick: held.thing, dragging: true});
}

function move(event) {
  if (!held || event.pointerId !== held.id) return;
  if (!held.ghost) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    lift(event);
  }
  event.preventDefault();
  held.ghost.style.left = `${event.clientX - held.dx}px`;
  held.ghost.style.top = `${event.clientY - held.dy}px`;
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") || null;
  if (under !== held.over) {
    held.over?.classList.remove("over");
    under?.classList.add("over");
    held.over = under;
  }
}

function end(event) {
  if (!held || event.pointerId !== held.id) return;
  const {ghost, over, card, thing} = held;
  held = null;
  if (!ghost) return;
  ghost.remove();
  over?.classList.remove("over");
  card.classList.remove("away");
  change({pick: null, dragging: false});
  guardClick();
  if (event.type === "pointerup" && over) drop(thing, over.dataset.drop);
}

/** A drag may end in a click; a finger's does not, so the guard must not wait for one. */
function guardClick() {
  const guard = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", guard, {capture: true, once: true});
  setTimeout(() => removeEventListener("click", guard, {capture: true}), CLICK_GUARD);
}

function drop(thing, goal) {
  const [what, number] = goal.split("-");
  const at = Number(number);
  if (what === "field") {
    const deed = first("plant", {card: thing.card, place: thing.place, field: at});
    if (deed) act(deed);
    else actOrWhy(plant(state.me, thing, at));
  } else if (what === "place") {
    const deed = moves(thing.place).find(({to}) => to === at);
    if (deed) act(deed);
  } else if (what === "discard") {
    const deed = having("discard", {card: thing.card})[0];
    if (deed) act(deed);
  } else if (what === "give" || what === "seat") {
    if (!inDeal(thing)) toggleStake(thing);
    if (what === "seat") preferPartner(at);
  } else dropped(what, at, thing);
}

export function startDragging() {
  document.addEventListener("pointerdown", begin);
  document.addEventListener("pointermove", move, {passive: false});
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener("dragstart", (event) => event.preventDefault());
}
