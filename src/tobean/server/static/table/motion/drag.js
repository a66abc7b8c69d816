// Drags cards with mouse, pen or finger. On a phone a hand still scrolls sideways; pulling up lifts a card.
import {html, render} from "../render.js";
import {inDeal, toggleStake} from "../trade/deal_draft.js";
import {cardOnTable} from "../board/card.js";
import {act, actionsOf, actOrExplain, firstAction, moves} from "../net/actions.js";
import {onGameDrop} from "../net/game_plugin.js";
import {plant} from "../net/notation.js";
import {change, state} from "../state.js";
import {openTradeWith} from "../trade/composer.js";

/** Distance in pixels from which a press is a drag. */
const DRAG_DISTANCE = 7;
const CLICK_GUARD = 30;

let drag = null;

function begin(event) {
  const card = event.target.closest?.("[data-drag]");
  if (!card || event.button !== 0 || state.pending) return;
  drag = {
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
  const box = drag.card.getBoundingClientRect();
  drag.dx = drag.x - box.left;
  drag.dy = drag.y - box.top;
  drag.ghost = document.createElement("div");
  drag.ghost.className = "flying-card ghost";
  drag.ghost.style.setProperty("--w", `${box.width}px`);
  render(html`${cardOnTable(drag.thing.card, {decorative: true})}`, drag.ghost);
  document.body.append(drag.ghost);
  drag.card.classList.add("away");
  drag.card.setPointerCapture?.(event.pointerId);
  change({pick: drag.thing, dragging: true});
}

function move(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_DISTANCE) return;
    lift(event);
  }
  event.preventDefault();
  drag.ghost.style.left = `${event.clientX - drag.dx}px`;
  drag.ghost.style.top = `${event.clientY - drag.dy}px`;
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") || null;
  if (under !== drag.over) {
    drag.over?.classList.remove("over");
    under?.classList.add("over");
    drag.over = under;
  }
}

function end(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const {ghost, over, card, thing} = drag;
  drag = null;
  if (!ghost) return;
  ghost.remove();
  over?.classList.remove("over");
  card.classList.remove("away");
  change({pick: null, dragging: false});
  suppressClick();
  if (event.type === "pointerup" && over) drop(thing, over.dataset.drop);
}

/** A drag with a mouse may end in a click; one with a finger does not, so the listener also removes itself by timer. */
function suppressClick() {
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
    const action = firstAction("plant", {card: thing.card, place: thing.place, field: at});
    if (action) act(action);
    else actOrExplain(plant(state.me, thing, at));
  } else if (what === "place") {
    const action = moves(thing.place).find(({to}) => to === at);
    if (action) act(action);
  } else if (what === "discard") {
    const action = actionsOf("discard", {card: thing.card})[0];
    if (action) act(action);
  } else if (what === "give" || what === "seat") {
    if (!inDeal(thing)) toggleStake(thing);
    if (what === "seat") openTradeWith(at);
  } else onGameDrop(what, at, thing);
}

export function startDragging() {
  document.addEventListener("pointerdown", begin);
  document.addEventListener("pointermove", move, {passive: false});
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener("dragstart", (event) => event.preventDefault());
}
