// Standing orders: offers accepted in advance, such as "any Red for my Soy until my turn".
import {html} from "../render.js";
import {kindOf, nameOf, wantedKinds} from "../net/catalogue.js";
import {send} from "../net/actions.js";
import {t} from "../translate.js";
import {change, state} from "../state.js";

const DECLINE_OTHERS = "decline";
const draft = {give: -1, want: -1};

const current = () => state.orders || [];

const options = (chosen, none) =>
  html`${none ? html`<option value="-1" .selected=${chosen < 0}>${none}</option>` : ""}${wantedKinds().map((kind) => html`<option value=${kind} .selected=${chosen === kind}>${nameOf(kind)}</option>`)}`;

/** The server's syntax for an order is that of a call: `have Soy; want Red`. */
const written = ({give, want}) =>
  give < 0 ? `want ${kindOf(want).written}` : `have ${kindOf(give).written}; want ${kindOf(want).written}`;

function inWords(order) {
  if (order === DECLINE_OTHERS) return t("decline all other offers");
  const name = (key) => nameOf(wantedKinds().find((kind) => kindOf(kind).written.toLowerCase() === key.trim().toLowerCase()) ?? -1);
  const have = /have ([^;]+)/.exec(order);
  const want = /want ([^;]+)/.exec(order);
  if (!have) return t("any {want} as a gift", {want: name(want[1])});
  return t("any {want} for my {have}", {want: name(want[1]), have: name(have[1])});
}

function store(orders) {
  if (send({type: "standing", orders})) change({orders});
}

function add(event) {
  event.preventDefault();
  if (draft.want < 0) draft.want = wantedKinds()[0];
  store([
    ...current().filter((order) => order !== DECLINE_OTHERS),
    written(draft),
    ...current().filter((order) => order === DECLINE_OTHERS),
  ]);
}

/** A line with a button that revokes it. */
export const revocable = (words, revoke) =>
  html`<li>
    ${words}<span class="spring"></span>
    <button type="button" class="plain" aria-label=${t("Revoke: {what}", {what: words})} @click=${revoke}>✕</button>
  </li>`;

export function standingOrdersPart() {
  const refusing = current().includes(DECLINE_OTHERS);
  return html`<fieldset>
    <legend>${t("Accept for me, until my next turn")}</legend>
    <ul class="orders">
      ${current().map((order, index) =>
        revocable(inWords(order), () => store(current().filter((_, at) => at !== index))),
      )}
    </ul>
    <form class="order" @submit=${add}>
      <label
        >${t("any")}
        <select @change=${(event) => (draft.want = Number(event.target.value))}>
          ${options(draft.want)}
        </select></label
      >
      <label
        >${t("for my")}
        <select @change=${(event) => (draft.give = Number(event.target.value))}>
          ${options(draft.give, t("nothing"))}
        </select></label
      >
      <button type="submit" class="action leading">${t("Add")}</button>
    </form>
    <label class="switch"
      ><input
        type="checkbox"
        .checked=${refusing}
        @change=${() => store(refusing ? current().filter((order) => order !== DECLINE_OTHERS) : [...current(), DECLINE_OTHERS])}
      />
      <span>${t("Decline all other offers")}</span></label
    >
  </fieldset>`;
}
