// A first game of Bohnanza: what is told, where on the page, from when on, and what makes it done (static/table/learn.js).

export default ({forMe, mine, myChoice, myTurn, state, t, view}) => {
  const planted = () => mine().fields.some((field) => field.row.length > 0);
  const happened = (name) => state.events.some((event) => event.name === name && event.seat === state.me);

  const STEPS = [
    {
      at: ".hand",
      text: () =>
        t(
          "This is your hand. It is a queue: its cards are never reordered. The front card, on the left, is the next to be planted; new cards join at the back.",
        ),
    },
    {
      at: ".beds.own",
      beside: true,
      text: () =>
        t(
          "These are your bean fields. On a field grows one kind only. You must plant the front card now: tap a field, or drag the card there.",
        ),
      when: () => myChoice() && view().phase === 1,
      done: () => happened("planted"),
    },
    {
      at: ".asked",
      text: () =>
        t("What is asked of you stands here, with the number of its rule. You may plant the next card, too, or pass."),
      when: () => myChoice() && view().phase === 1 && planted(),
      done: () => myTurn() && view().phase > 1,
    },
    {
      at: ".turned",
      text: () =>
        t(
          "Two cards were turned over. They are yours: to plant, or better to trade. What you cannot use may fit somebody else.",
        ),
      when: () => myTurn() && view().phase === 2,
    },
    {
      at: ".composer",
      text: () =>
        t(
          "Trade: tap cards that you give, in the middle or in your hand, then a kind that you want, and press Offer. Hand cards may be traded from any position: that is how you get rid of what stands in the way.",
        ),
      when: () => myTurn() && view().phase === 2,
    },
    {
      at: ".asked",
      text: () =>
        t("When nobody wants to trade any more, end the trading. What you got, and what is left, must be planted."),
      when: () => myTurn() && view().phase === 2,
      done: () => view().phase !== 2,
    },
    {
      at: ".beds.own",
      beside: true,
      text: () =>
        t(
          "Here you see what a harvest would pay: so many cards, so many thalers now, and how many more cards pay better. You may harvest at any time, even when it is not your turn. One thing is forbidden: a field with a single card, while another has more.",
        ),
      when: planted,
    },
    {
      at: ".pending",
      text: () =>
        t(
          "Somebody offers you a deal. You see what you give and what you get: accept it, decline it, or counter with something else.",
        ),
      when: () => forMe().length > 0,
      done: () => happened("declined") || happened("traded") || !forMe().length,
    },
    {
      at: ".piles",
      text: () =>
        t(
          "When the draw pile has run out for the third time, the game ends, and whoever has the most thalers wins. That is all you need. Have fun!",
        ),
      when: () => state.lessons.size >= STEPS.length - 2,
    },
  ];

  return STEPS;
};
