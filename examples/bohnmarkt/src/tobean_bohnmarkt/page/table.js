// The market in the middle, and the goods of each player (M1, M3).

export default ({chip, html, nothing, state, t, view}) => {
  const row = (label, kinds) => (kinds.length ? html`<p class="goods">${label} ${kinds.map((kind) => chip(kind, 1))}</p>` : nothing);
  const goods = (seat) => row(t("Goods:"), view().component.goods[seat]);

  return {
    middleExtras: () => row(t("Market:"), view().component.stalls),
    seatExtras: (seat) => goods(seat),
    ownExtras: () => (state.me === null ? nothing : goods(state.me)),
  };
};
