// The shears: a button at every own field that can be pruned now (S3).

export default ({having, html, state, t}) => {
  function fieldMarks(seat, field) {
    if (seat !== state.me) return {};
    const ways = having("prune", {field});
    return {deed: {word: html`<span aria-hidden="true">✂</span> ${t("Prune")}`, label: ways[0]?.label, ways}};
  }

  /** The card that is cut off flies to the discard pile. */
  function flightsOf({name, seat, field, cards}) {
    return name === "pruned" ? [{card: cards[0], from: `field-${seat}-${field}`, to: "discard"}] : null;
  }

  return {fieldMarks, flightsOf};
};
