// The shears: a button at each of the player's own fields that can be pruned now (S3).

export default ({actionsOf, html, state, t}) => {
  function fieldMarks(seat, field) {
    if (seat !== state.me) return {};
    const ways = actionsOf("prune", {field});
    return {action: {word: html`<span aria-hidden="true">✂</span> ${t("Prune")}`, label: ways[0]?.label, ways}};
  }

  /** A pruned card flies to the discard pile. */
  function animationsOf({name, seat, field, cards}) {
    return name === "pruned" ? [{card: cards[0], from: `field-${seat}-${field}`, to: "discard"}] : null;
  }

  return {fieldMarks, animationsOf};
};
