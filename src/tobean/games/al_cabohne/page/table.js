// The Bean Mafia: its bosses with the cards they collect, and its thaler pile (A1).

export default (table) => {
  const {html, names, nothing, vars, cardOnTable, coin, cropName, thalers, explanationNamed, allOf, sprite, payText, rowText} = table;
  const {act, requestReason, firstAction, actionsOf, letter, placed, t, state, view} = table;

  const nameOfBoss = (boss) => allOf("bosses")[boss].name;

  function feed(boss, {card, place}) {
    const action = firstAction("feed", {boss, card, place});
    if (action) act(action);
    else requestReason(`${letter(state.me)} feed ${nameOfBoss(boss)} ${placed({card, place})}`);
  }

  function onClick(boss) {
    if (state.pick) feed(boss, state.pick); // otherwise `data-look` explains him
  }

  const thresholdText = (threshold) => (threshold === 1 ? t("harvests at 1 thaler") : t("harvests at {count} thalers", {count: threshold}));

  /** The cards of a boss, what they pay, and when he harvests. */
  const collected = (data) =>
    t("{first}; {second}", {
      first: data.row.length ? `${rowText(data.row)}, ${payText(data)}` : t("collects nothing yet"),
      second: thresholdText(data.threshold),
    });

  /** The solo player plays against the mafia, whose thalers count double (A19). */
  const soloGoal = () => ({
    title: t("Your goal"),
    abouts: [
      {
        about: t(
          "Alone you win with more thalers than twice those of the mafia; just as many are not enough. A streak is how many solo games you win in a row.",
        ),
        rule: "A19",
      },
    ],
    facts: [],
    ways: [],
  });

  function goal(pile) {
    if (view().players !== 1) return nothing;
    return html`<button type="button" class="peek goal" data-look data-explain="goal:0" data-rove="look-middle" aria-haspopup="dialog">
      ${t("Goal: more than {count} thalers", {count: 2 * pile})}
    </button>`;
  }

  /** Explains a boss: the cards he collects, and what can be fed to him now. */
  function explanationOf(what, number) {
    if (what === "goal") return soloGoal();
    const data = what === "boss" && view().component.bosses[number];
    if (!data) return null;
    const {row} = data;
    return {
      title: nameOfBoss(number),
      card: row.length ? row[row.length - 1] : null,
      printed: [`${collected(data)}.`],
      abouts: [explanationNamed(`boss-${nameOfBoss(number).toLowerCase()}`), explanationNamed("boss")],
      facts: [],
      ways: actionsOf("feed", {boss: number}),
    };
  }

  function onDrop(what, boss, thing) {
    if (what === "boss") feed(boss, thing);
  }

  function bossPanel(data) {
    const {boss, row, threshold} = data;
    const name = nameOfBoss(boss);
    const open = state.pick
      ? Boolean(firstAction("feed", {boss, card: state.pick.card, place: state.pick.place}))
      : Boolean(firstAction("feed", {boss}));
    const limit = thresholdText(threshold);
    return html`<div class=${names("boss", {open})}>
      <div class="field" data-place=${`boss-${boss}`} data-drop=${`boss-${boss}`}>
        <svg class="portrait" aria-hidden="true"><use href=${sprite(`boss-${name.toLowerCase()}`)}></use></svg>
        <span class="row" ${vars({"--gaps": Math.max(1, row.length - 1)})}>
          ${row.map((card, index) => html`<span class="slot" ${vars({"--i": index})}>${cardOnTable(card, {decorative: true, place: `boss-${boss}-${index}`})}</span>`)}
        </span>
        ${row.length ? cropName(row, true) : html`<span class="free" aria-hidden="true">${t("free")}</span>`}
        <button
          type="button"
          class="cover"
          data-rove="bosses"
          data-explain=${`boss:${boss}`}
          ?data-look=${!state.pick}
          aria-label=${`${t("{label}: {text}", {label: name, text: collected(data)})}${open ? `. ${t("Feed him")}` : ""}`}
          @click=${() => onClick(boss)}
        ></button>
      </div>
      <p class="title" aria-hidden="true">
        <b>${name}</b> <span class="take">${t("{pays} of {count}", {pays: data.pays, count: threshold})} ${coin()}</span> <small>${limit}</small>
      </p>
    </div>`;
  }

  function middleExtras() {
    const {bosses, mafia_thalers: pile, laid_aside: laid} = view().component;
    return html`<section class="mafia" aria-label=${t("The Bean Mafia")}>
      ${bosses.map(bossPanel)}
      <div class="chest">
        ${thalers(pile, {place: "mafia", label: t("thalers of the mafia"), rove: "look-middle", about: "thing:mafia"})}<small aria-hidden="true">${t("Mafia")}</small>
        ${goal(pile)} ${laid ? html`<small>${t("{count} laid aside", {count: laid})}</small>` : nothing}
      </div>
    </section>`;
  }

  const boss = (number) => `boss-${number}`;

  function animationsOf(event, before) {
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

  /** The bosses harvest for the mafia; in the solo game its thalers count double (A19). */
  function thalerChangesOf(event) {
    if (event.name === "boss harvested") return [["rival", event.thalers * (view().players === 1 ? 2 : 1)]];
    return event.name === "laid aside" ? [[event.seat, -event.price]] : [];
  }

  return {explanationOf, middleExtras, onDrop, animationsOf, thalerChangesOf};
};
