// Edicts in force, and sacrifice cards (D3 to D16).

export default (table) => {
  const {html, names, nothing, chip, explainButton, kindOf, nameOf, sprite} = table;
  const {actions, t, change, playerName, state, view} = table;

  const GARDEN = 0;
  const ACRE = 1;
  /** Key of the edict that allows deals with a single player; the first deal of the turn decides which one. */
  const ONE_PARTNER_EDICT = "u3";

  /** The monastery garden and God's acre have grounds of their own (D1). */
  function fieldMarks(seat, number) {
    if (number === GARDEN) return {name: t("Monastery garden"), ground: "field-garden", thing: "monastery garden"};
    if (number === ACRE) return {name: t("God's acre"), ground: "field-acre", thing: "acre"};
    return {};
  }

  /** Actions with an edict in force, or with the player's own sacrifice card. */
  function actionsFor(card) {
    const held = view().component.sacrifices[state.me] === card;
    return actions().filter((action) => action.edict === card || (held && ["sacrifice", "drop"].includes(action.verb)));
  }

  /** `“One deal”` for `Edict “One deal”`: the caption of the card already says "Edict". */
  const titleOf = (kind) => nameOf(kind).replace(kindOf(kind).caption, "").trim();

  function edict({kind, spent}) {
    const ways = actionsFor(kind);
    const quoted = Boolean(state.update?.asked?.text.includes(kindOf(kind).text)); // phones show the text once
    return html`<div class=${names("edict", {spent, quoted, usable: ways.length > 0})} data-explain=${`card:${kind}`}>
      <button
        type="button"
        class="peek"
        data-look
        data-rove="look-middle"
        aria-label=${t("What is this: {name}", {name: nameOf(kind)})}
        aria-haspopup="dialog"
      >
        <svg class="seal" aria-hidden="true"><use href=${sprite(`edict-${kindOf(kind).key}`)}></use></svg>
      </button>
      <p data-look><b>${t("{label}:", {label: titleOf(kind)})}</b> ${kindOf(kind).text}.${spent ? html` <small>${t("used up")}</small>` : nothing}</p>
      ${
        ways.length
          ? html`<button
              type="button"
              class="action quiet"
              @click=${() => change({dialog: {name: "choose", title: nameOf(kind), text: `${kindOf(kind).text}.`, actions: ways}})}
            >
              ${t("Use it")}
            </button>`
          : nothing
      }
    </div>`;
  }

  function onlyPartner(edicts, partner) {
    if (!edicts.some(({kind}) => kindOf(kind).key === ONE_PARTNER_EDICT) || partner === null) return nothing;
    return html`<button
      type="button"
      class="peek hint"
      data-look
      data-explain="thing:partner"
      data-rove="look-middle"
      aria-haspopup="dialog"
    >
      ${t("Deals with {name} only", {name: playerName(partner)})}
    </button>`;
  }

  function middleExtras() {
    const {edicts, sacrifice_pile: size, partner} = view().component;
    return html`<section class="edicts" aria-label=${t("Edicts in force")}>
      ${edicts.map(edict)}
      ${onlyPartner(edicts, partner)}
      <figure class="pile small">
        <div class="stack" data-place="sacrifices">
          <span class="card back sacrifice"
            ><svg class="art" aria-hidden="true"><use href=${sprite("back-sacrifice")}></use></svg
          ></span>
          ${explainButton("thing:sacrifice pile", t("sacrifice cards: {count}", {count: size}), "look-middle")}
        </div>
        <figcaption aria-hidden="true"><span>${t("sacrifices")}</span> <b>${size}</b></figcaption>
      </figure>
    </section>`;
  }

  /** The player's own sacrifice card: its two kinds, and whether it can be played now, even off turn (D8). */
  function ownExtras() {
    const held = view().component.sacrifices[state.me];
    if (held === undefined || held < 0) return nothing;
    const ways = actions().filter((action) => action.verb === "sacrifice");
    const {kinds} = kindOf(held);
    return html`<section
      class=${names("sacrifice", {usable: ways.length > 0})}
      data-explain=${`card:${held}`}
      aria-label=${t("Your sacrifice card")}
    >
      <h3>${t("Sacrifice")}</h3>
      <p>${(kinds || []).map((kind) => chip(kind))}</p>
      <button
        type="button"
        class=${names("action", {leading: ways.length > 0, quiet: !ways.length})}
        aria-disabled=${ways.length ? "false" : "true"}
        @click=${() => offerSacrifice(ways)}
      >
        ${t("Sacrifice")}
      </button>
    </section>`;
  }

  function offerSacrifice(ways) {
    if (ways.length) change({dialog: {name: "choose", title: t("Which cards, and in which order?"), actions: ways}});
    else
      change({
        notice: {text: t("You play the sacrifice card when you possess both its kinds."), rule: "D8", tone: "info"},
      });
  }

  /** Explained in the dialog that offers the action. */
  const cardsOf = ({edict}) => (edict === undefined ? [] : [edict]);

  function animationsOf(event, before) {
    const cards = event.cards || [];
    const {seat} = event;
    switch (event.name) {
      case "sacrificed":
      case "discarded sacrifice": {
        const place = before
          ? before.seats[seat].hand.findIndex((card) => card === cards[0] || kindOf(card).of === "back")
          : 0;
        return [{card: cards[0] ?? -1, from: `hand-${seat}-${Math.max(0, place)}`, to: "sacrifices"}];
      }
      case "drew sacrifice":
        return [{card: cards[0] ?? -1, from: "sacrifices", to: `hand-${seat}-last`}];
      case "took from discard":
        return cards.map((card) => ({card, from: "discard", to: "turned"}));
      case "gave":
        return cards.map((card, index) => ({
          card,
          from: event.places?.[index] >= 0 ? `hand-${seat}-${event.places[index]}` : "turned",
          to: `aside-${event.partner}`,
        }));
      case "took aside":
        return cards.map((card) => ({card, from: `aside-${seat}`, to: `hand-${seat}-last`}));
      case "discarded":
        return cards.map((card) => ({card, from: "turned", to: "discard"}));
      case "paid tribute":
        return [{card: -1, from: `thalers-${seat}`, to: "discard"}];
      default:
        return null;
    }
  }

  const thalerChangesOf = (event) => (event.name === "paid tribute" ? [[event.seat, -event.thalers]] : []);

  return {actionsFor, cardsOf, fieldMarks, middleExtras, ownExtras, animationsOf, thalerChangesOf};
};
