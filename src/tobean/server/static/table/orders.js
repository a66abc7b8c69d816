// Standing orders: answers to offers while one is away, such as "any Red for my Soy until my turn".
import {html, nothing} from "./lit.js";
import {nameOf, wantedKinds} from "./catalogue.js";
import {chip} from "./card.js";
import {send} from "./deeds.js";
import {t} from "./text.js";
import {change, state} from "./state.js";

const draft = {give: -1, get: -1};

const current = () => state.orders || [];

const options = (chosen) =>
  html`<option value="-1" .selected=${chosen < 0}>${t("nothing")}</option>${wantedKinds().map((kind) => html`<option value=${kind} .selected=${chosen === kind}>${nameOf(kind)}</option>`)}`;

function store(orders) {
  if (send({type: "standing", orders})) change({orders});
}

function add(event) {
  event.preventDefault();
  if (draft.give < 0 && draft.get < 0) return;
  store([...current(), {give: draft.give < 0 ? [] : [draft.give], get: draft.get < 0 ? [] : [draft.get]}]);
}

export function ordersDialog() {
  return html`<p>${t("While you are away, offers that fit one of these are accepted for you until your next turn.")}</p>
    <ul class="orders">${current().map(
      (order, index) => html`<li>${t("give")} ${order.give.map((kind) => chip(kind))} ${order.give.length ? nothing : t("nothing")} ${t("for")} ${order.get.map((kind) => chip(kind))}
        <button type="button" class="plain" aria-label=${t("Remove")} @click=${() => store(current().filter((_, at) => at !== index))}>✕</button></li>`,
    )}</ul>
    <form class="order" @submit=${add}>
      <label>${t("I give")} <select @change=${(event) => (draft.give = Number(event.target.value))}>${options(draft.give)}</select></label>
      <label>${t("for any")} <select @change=${(event) => (draft.get = Number(event.target.value))}>${options(draft.get)}</select></label>
      <button type="submit" class="deed leading">${t("Add")}</button>
    </form>`;
}
