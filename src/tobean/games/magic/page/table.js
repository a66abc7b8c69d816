// Spells and abilities of Rabohnzel and Excalibohn (R5 to R27).

export default (table) => {
  const {html, names, nothing, explainButton, kindOf, sprite} = table;
  const {aim, actions, actionsOf, isSingular, t, change, state, view} = table;

  const spellName = (id) => (id < 0 ? t("face-down spell") : kindOf(id).name);

  function fieldMarks(seat, number) {
    const {enchanted, used} = view().component;
    const marks = [];
    if (enchanted[seat].includes(number)) {
      marks.push({look: "enchanted", sign: "✦", title: t("The first card is enchanted (R23)"), thing: "enchanted"});
    }
    if (seat === view().active && used.includes(number)) {
      marks.push({look: "used", sign: "✓", title: t("Its ability is used (R7)"), thing: "used"});
    }
    return {marks, action: seat === state.me ? ability(number) : null};
  }

  /** The ability of a row's beans as a verb. */
  function abilityWord(row) {
    const words = {
      pluck: t("Pluck"),
      mean: t("Be mean"),
      white: t("Draw"),
      magic: t("Activate"),
      sword: t("Attack"),
    };
    return words[kindOf(row[row.length - 1] ?? -1).key] ?? t("Ability");
  }

  /** The ability of one of the player's own fields (R5); `ways` is empty while it cannot be used. */
  const ability = (number) => ({
    word: abilityWord(view().seats[state.me].fields[number].row),
    title: t("Ability of field {number}", {number: number + 1}),
    ways: actionsOf("use", {field: number}),
  });

  /** Actions that use or activate one of the player's own spells. */
  function actionsWith(spell) {
    return actions().filter((action) => action.spell === spell || action.spells?.includes(spell));
  }

  const effectOf = (spell) => kindOf(spell).text || kindOf(spell).about;

  /** The spells that an action uses or activates; the dialog that offers the action explains them. */
  const cardsOf = ({spell, spells = []}) => [...new Set([spell, ...spells])].filter((each) => each >= 0);

  /** Shows the text of a spell before it is used: on a phone only its name fits on the table. */
  function pressSpell(spell) {
    const ways = actionsWith(spell);
    if (!ways.length) return; // `data-look` explains it
    if (ways.every(({from}) => from !== undefined)) return aim(spellName(spell), ways, effectOf(spell));
    change({dialog: {name: "choose", title: spellName(spell), text: effectOf(spell), about: [spell], actions: ways}});
  }

  const factsOf = ({value}) => (value === undefined ? [] : [t("Its value is {value}.", {value})]);

  /** A face-down spell is explained as a spell in general. */
  const explains = (spell) => (spell < 0 ? "thing:spell" : `card:${spell}`);

  const picture = (spell, up) =>
    html`<svg class="art" aria-hidden="true">
        <use href=${sprite(spell < 0 ? "back-spell" : `spell-${kindOf(spell).key}`)}></use>
      </svg>
      <span class="name">${spell < 0 ? "?" : kindOf(spell).short}</span
      >${up ? html`<span class="spark" aria-hidden="true">✦</span>` : nothing}`;

  function label({spell, up, borrowed}) {
    const parts = [spellName(spell)];
    if (spell >= 0) parts.push(up ? t("active") : t("face down"));
    if (borrowed) parts.push(t("borrowed until the end of the turn"));
    return parts.join(", ");
  }

  function seatExtras(seat) {
    return html`<span class="spells" data-place=${`spells-${seat}`}>
      ${view().component.spells[seat].map(
        (card) =>
          html`<button
            type="button"
            class=${names("spell", "peek", {up: card.up, known: card.spell >= 0})}
            data-look
            data-explain=${explains(card.spell)}
            data-rove=${`look-${seat}`}
            aria-label=${label(card)}
            aria-haspopup="dialog"
          >
            ${picture(card.spell, card.up)}
          </button>`,
      )}
    </span>`;
  }

  function ownExtras() {
    const cards = view().component.spells[state.me];
    return html`<section class="spells own" data-place=${`spells-${state.me}`} aria-label=${t("Your spells")}>
      ${cards.map((card) => {
        const usable = actionsWith(card.spell).length > 0;
        return html`<button
          type="button"
          class=${names("spell", {up: card.up, usable})}
          data-rove="spells"
          data-explain=${explains(card.spell)}
          ?data-look=${!usable}
          aria-label=${label(card)}
          @click=${() => pressSpell(card.spell)}
        >
          ${picture(card.spell, card.up)}
        </button>`;
      })}
    </section>`;
  }

  function middleExtras() {
    const {spell_pile: count} = view().component;
    const words = isSingular(count) ? t("spell pile: {count} card", {count}) : t("spell pile: {count} cards", {count});
    return html`<figure class="pile small">
      <div class=${names("stack", {gone: !count})} data-place="spellpile">
        <span class="card back spell"
          ><svg class="art" aria-hidden="true"><use href=${sprite("back-spell")}></use></svg
        ></span>
        ${explainButton("thing:spell pile", words, "look-middle")}
      </div>
      <figcaption aria-hidden="true"><span>${t("spells")}</span> <b>${count}</b></figcaption>
    </figure>`;
  }

  function animationsOf(event) {
    const {seat, partner} = event;
    const card = event.cards?.[0] ?? -1;
    switch (event.name) {
      case "drew spell":
      case "borrowed spell":
        return [{card: -1, from: "spellpile", to: `spells-${seat}`}];
      case "stole":
        return [{card, from: `hand-${event.victim}-last`, to: `hand-${seat}-last`}];
      case "played magic":
        return [{card, from: `hand-${seat}`, to: "discard"}];
      case "attacked":
      case "won thaler":
        return [{card, from: `thalers-${event.target}`, to: `thalers-${seat}`}];
      case "discarded thaler":
        return [{card, from: `thalers-${seat}`, to: "discard"}];
      case "took from discard":
        return [{card, from: "discard", to: "turned"}];
      case "discarded":
        return [{card, from: "turned", to: "discard"}];
      case "swapped spells":
        return [
          {card: -1, from: `spells-${seat}`, to: `spells-${partner}`},
          {card: -1, from: `spells-${partner}`, to: `spells-${seat}`},
        ];
      default:
        return null;
    }
  }

  function thalerChangesOf(event) {
    if (event.name === "won thaler") {
      return [
        [event.seat, 1],
        [event.target, -1],
      ];
    }
    return event.name === "discarded thaler" ? [[event.seat, -1]] : [];
  }

  return {actionsFor: actionsWith, cardsOf, factsOf, fieldMarks, seatExtras, ownExtras, middleExtras, animationsOf, thalerChangesOf};
};
