// The Bean Mafia: its bosses with what they collect, and its thaler pile (A1).
import {html, names, nothing, vars} from "./lit.js";
import {lying, thalers} from "./card.js";
import {allOf, sprite} from "./catalogue.js";
import {act, askWhy, first} from "./deeds.js";
import {payText, rowText} from "./field.js";
import {letter, placed} from "./notation.js";
import {t} from "./text.js";
import {notify, state, view} from "./state.js";

const SHORT = ["Al", "Don", "Joe"];

function feed(boss) {
  const {pick} = state;
  if (!pick) {
    notify(t("Pick up a card first: one that lies revealed, or one of your hand."));
    return;
  }
  const deed = first("feed", {boss, card: pick.card, place: pick.place});
  if (deed) act(deed);
  else askWhy(`${letter(state.me)} feed ${SHORT[boss]} ${placed(pick)}`);
}

function bossPanel(data) {
  const {boss, row, threshold} = data;
  const {name} = allOf("bosses")[boss];
  const open = state.pick
    ? Boolean(first("feed", {boss, card: state.pick.card, place: state.pick.place}))
    : Boolean(first("feed", {boss}));
  const words = row.length ? `${rowText(row)}, ${payText(data)}` : t("collects nothing yet");
  const limit = threshold === 1 ? t("harvests at 1 thaler") : t("harvests at {count} thalers", {count: threshold});
  return html`<div class=${names("boss", {open})}>
    <div class="bed" data-place=${`boss-${boss}`} data-drop=${`boss-${boss}`}>
      <svg class="portrait" aria-hidden="true"><use href=${sprite(`boss-${SHORT[boss].toLowerCase()}`)}></use></svg>
      <span class="row" ${vars({"--gaps": Math.max(1, row.length - 1)})}>
        ${row.map((card, index) => html`<span class="slot" ${vars({"--i": index})}>${lying(card, {silent: true, place: `bosscard-${boss}-${index}`})}</span>`)}
      </span>
      ${
        row.length
          ? html`<span class="tally" aria-hidden="true"
              ><b class="count">${row.length}</b
              ><span class=${names("pays", {some: data.pays > 0})}>${data.pays}/${threshold}</span></span
            >`
          : html`<span class="free" aria-hidden="true">${t("free")}</span>`
      }
      <button
        type="button"
        class="cover"
        data-rove="bosses"
        aria-disabled=${open ? "false" : "true"}
        aria-label=${`${name}: ${words}; ${limit}`}
        @click=${() => feed(boss)}
      ></button>
    </div>
    <p class="title"><b>${name}</b> <small>${limit}</small></p>
  </div>`;
}

export function middleExtras() {
  const {bosses, mafia_thalers: pile, laid_aside: laid} = view().special;
  return html`<section class="mafia" aria-label=${t("The Bean Mafia")}>
    ${bosses.map(bossPanel)}
    <div class="chest">
      ${thalers(pile, {place: "mafia", label: t("thalers of the mafia")})}<small>${t("Mafia")}</small>
      ${laid ? html`<small>${t("{count} laid aside", {count: laid})}</small>` : nothing}
    </div>
  </section>`;
}

const boss = (number) => `boss-${number}`;

export function flightsOf(event, before) {
  const cards = event.cards || [];
  switch (event.name) {
    case "boss took":
      return cards.map((card) => ({
        card,
        from: before && before.turned.includes(card) ? "turned" : "draw",
        to: boss(event.boss),
      }));
    case "boss harvested":
      return cards.map((card, index) => ({
        card,
        from: boss(event.boss),
        to: index < event.thalers ? "mafia" : "discard",
      }));
    case "paid tax": {
      const field = before ? before.seats[event.seat].fields.findIndex(({row}) => row[row.length - 1] === cards[0]) : 0;
      return [{card: cards[0], from: `field-${event.seat}-${Math.max(0, field)}`, to: boss(event.boss)}];
    }
    case "joined":
      return cards.map((card) => ({card, from: "discard", to: "turned"}));
    case "fed":
      return cards.map((card, index) => ({
        card,
        from: event.places?.[index] >= 0 ? `hand-${event.seat}-${event.places[index]}` : "turned",
        to: boss(event.boss),
      }));
    case "discarded group":
      return cards.map((card) => ({card, from: "turned", to: "discard"}));
    case "laid aside":
      return [{card: -1, from: `thalers-${event.seat}`, to: "mafia"}];
    default:
      return null;
  }
}
