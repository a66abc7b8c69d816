"""Messages of Al Cabohne."""

from typing import Final

from tobean.games.al_cabohne.action_previews import PREVIEW_BUILDERS, PREVIEW_TEXTS
from tobean.games.al_cabohne.cards import AL, DON, JOE, BossParameter
from tobean.i18n.engine_messages import FRONT_HAS_NO_ROOM, KERNEL, NEXT_HAS_NO_ROOM, NO_ROOM
from tobean.i18n.game_messages import Explanation, Figure, GameMessages, Moment, Outcome, Phase, Prompt, Reason
from tobean.kernel.rules import Result
from tobean.kernel.table import Table

BOSSES: Final = ("Al Cabohne", "Don Corlebohne", "Joe Bohnano")
"""The bosses by number; their names are the same in every language."""


EVENTS: Final = {
    "boss took": "{boss} takes {cards}.",
    "boss harvested": "{boss} harvests {cards}; the mafia earns {thalers:thalers}.",
    "discarded group": "{seat} puts {cards} on the discard pile.",
    "paid tax": "{boss} takes {cards} from {seat}'s field.",
    "joined": "{seat} adds {cards} from the discard pile.",
    "fed": "{seat} gives {boss} {cards}.",
    "left cards": "{seat} leaves {cards} lying there.",
    "showed hand": "{seat} has nothing for an empty boss and shows the hand: {cards}.",
    "laid aside": "{seat} pays {price:thalers} for a third field; {cards} are laid aside until the next draw pile.",
    "brought back": "The thalers laid aside come back into play: {cards}.",
}

MAFIA_TITLE: Final = "The Bean Mafia"
MOMENTS: Final = {
    "paid tax": Moment("Tax"),
    "boss took": Moment(MAFIA_TITLE),
    "boss harvested": Moment(MAFIA_TITLE),
    "fed": Moment(MAFIA_TITLE, shown_to_all=False),
    "left cards": Moment("Left for you", shown_to_all=False),
    "showed hand": Moment("A hand is shown", shown_to_all=False),
}

RULES: Final = {
    "dealt hand": "A3",
    "planted": "A6",
    "passed": "A6",
    "turned over": "A7",
    "joined": "A7",
    "boss took": "A8",
    "boss harvested": "A1",
    "paid tax": "A5",
    "fed": "A9",
    "left cards": "A9",
    "discarded group": "A4",
    "showed hand": "A10",
    "laid aside": "A13",
    "brought back": "A13",
    "drew": "A11",
    "ended": "A14",
}

QUESTIONS: Final = {
    "plant own" + NO_ROOM: FRONT_HAS_NO_ROOM,
    "plant own, second" + NO_ROOM: NEXT_HAS_NO_ROOM,
    "leftovers": Prompt(
        "A4", "Plant or discard each kind that was left for you.", "{who} takes care of the leftovers."
    ),
    "tax": Prompt("A5", "The mafia is about to collect: harvest now, or go on.", "{who} is about to pay the mafia."),
    "plant own": Prompt("A6", "Plant the front card of your hand.", "{who} plants the front card."),
    "plant own, second": Prompt("A6", "Plant the next card, or pass.", "{who} may plant a second card."),
    "plant own, planted": Prompt("A12", "Harvest, or go on to the reveal.", "{who} is about to reveal cards."),
    "plant revealed": Prompt(
        "A9", "Plant the revealed cards, feed the bosses, or go on.", "{who} plants the revealed cards."
    ),
    "plant revealed, all": Prompt(
        "A17", "Plant all revealed cards on your fields, or give them to bosses.", "{who} plants the revealed cards."
    ),
    "plant revealed, all" + NO_ROOM: Prompt(
        "A17", "No room for the revealed cards: harvest a field first.", "{who} plants the revealed cards."
    ),
    "plant revealed, planted": Prompt(
        "A9", "Feed the bosses from your hand, or go on.", "{who} may feed the bosses from the hand."
    ),
    "plant revealed, hungry": Prompt(
        "A10",
        "A boss has no card: give him one of your hand that no boss collects; without such a card, go on.",
        "{who} has to feed a boss from the hand, if possible.",
    ),
    "before replenishing": Prompt("A11", "Harvest, or go on and draw two cards.", "{who} is about to draw."),
}

# --- things on the table, and phases -------------------------------------------------------------------------

THINGS: Final = {
    "boss": Explanation(
        "A1",
        "A boss of the Bean Mafia collects one kind. He takes each card of it that is revealed, and one card of your "
        "field at the start of your turn if you grow that kind, too. As soon as his row is worth enough, he harvests "
        "it for the mafia. Then he takes the next kind he is given, if no other boss collects it. You may give him "
        "revealed cards and cards of your hand; if he is empty at the end of your planting, you must give him a card "
        "of your hand, if you have one that no boss collects.",
    ),
    "mafia": Explanation(
        "A15",
        "The thalers that the bosses have earned. To win you need more than the mafia; playing alone, more than twice "
        "as many.",
    ),
    "laid aside": Explanation("A13", "Thalers paid for third fields. They come back with the next draw pile."),
    "field": Explanation(
        "A12",
        "Cards of one kind grow on a field. You may harvest it in your own turn, except during the reveal. A single "
        "card may not be harvested while another of your fields has more than one.",
    ),
    "discard pile": Explanation(
        "A7",
        "If its top card is of a kind that has been revealed, it joins the revealed cards; then the next one is "
        "looked at.",
    ),
    "turned over": Explanation(
        "A9",
        "The revealed cards. Those of a kind stay together: plant them on one field or give them to one boss. With two "
        "players you may also leave them lying for your opponent.",
    ),
}
FIGURES: Final = {
    "boss-al": Figure(
        "boss",
        BOSSES[AL],
        Explanation(
            "A1",
            "He harvests his row as soon as it is worth 3 thalers or more. In the setup he gets the first card of the "
            "draw pile, and the next ones as long as they are of the same kind.",
        ),
        "rulebook",
    ),
    "boss-don": Figure(
        "boss",
        BOSSES[DON],
        Explanation(
            "A1",
            "He harvests his row as soon as it is worth 2 thalers or more. In the setup he gets the first card that is "
            "not of Al's kind.",
        ),
        "rulebook",
    ),
    "boss-joe": Figure(
        "boss",
        BOSSES[JOE],
        Explanation(
            "A16",
            "He is there only when you play alone. He harvests his row as soon as it is worth 1 thaler or more. In the "
            "setup he gets the first card of a third kind.",
        ),
        "rulebook",
    ),
}
TAX: Final = Explanation(
    "A5",
    "For each boss who collects a kind that grows on one of your fields, you give him a card of that field. If you "
    "harvest the field before, there is nothing to give.",
)
PLANT: Final = Explanation(
    "A6", "Plant the front card of your hand, and if you like the next one. A kind that you grow goes on its field."
)
REVEAL: Final = Explanation(
    "A7",
    "Three cards are turned over, one by one. A boss takes each card of the kind that he collects, and another one is "
    "turned over for it. Fitting cards on top of the discard pile join in.",
)
DRAW: Final = Explanation("A11", "Draw two cards to the back of your hand.")

# --- outcomes ------------------------------------------------------------------------------------------------


def reason(table: Table, result: Result) -> Reason:
    """Return the outcome: a player needs more thalers than the mafia (A15), in the solo game more than twice as many
    (A19)."""
    doubled = ", doubled" if table.players == 1 else ""
    if result.winners:
        return Reason("both" if len(result.winners) > 1 else f"richer{doubled}")
    return Reason(("level" if max(result.thalers) == result.rival_thalers else "rival") + doubled)


OUTCOMES: Final = {
    "richer": KERNEL.outcomes["richer"]._replace(rule="A15"),
    "richer, doubled": Outcome(
        "A19",
        "{who} wins with {thalers} thalers, more than {rival} with {rivals} (counted double).",
        "{who} wins with {thalers} thaler, more than {rival} with {rivals} (counted double).",
    ),
    "rival": KERNEL.outcomes["rival"]._replace(rule="A15"),
    "rival, doubled": Outcome(
        "A19",
        "{rival} wins with {rivals} thalers (counted double); {tied} has {thalers}.",
        "{rival} wins with {rivals} thaler (counted double); {tied} has {thalers}.",
        counted="rivals",
    ),
    "level": Outcome(
        "A15",
        "{rival} has {rivals} thalers, and nobody has more: {tied} as many. To be level with {rival} is not enough, "
        "so {rival} wins.",
        "{rival} has {rivals} thaler, and nobody has more: {tied} as many. To be level with {rival} is not enough, "
        "so {rival} wins.",
        counted="rivals",
    ),
    "level, doubled": Outcome(
        "A19",
        "{rival} has {rivals} thalers (counted double), {tied} as many. To be level with {rival} is not enough, "
        "so {rival} wins.",
        "{rival} has {rivals} thaler (counted double), {tied} as many. To be level with {rival} is not enough, "
        "so {rival} wins.",
        counted="rivals",
    ),
    "both": Outcome(
        "A15",
        "{tied} have {thalers} thalers each, more than {rival} with {rivals}: they share the win.",
        "{tied} have {thalers} thaler each, more than {rival} with {rivals}: they share the win.",
    ),
}

MESSAGES: Final = GameMessages(
    home=__package__,
    based_on=KERNEL,
    events=EVENTS,
    moments=MOMENTS,
    actions={"feed": "Give {boss} {card@place}", "buy field": "Buy a third field for four thalers"},
    preview_builders=PREVIEW_BUILDERS,
    action_previews=PREVIEW_TEXTS,
    questions=QUESTIONS,
    values={BossParameter: lambda boss, form, card_namer: BOSSES[boss]},
    rules=RULES,
    rules_at={"leftovers": {"planted": "A4"}, "plant revealed": {"planted": "A9"}},
    outcomes=OUTCOMES,
    reason=reason,
    blurb="One or two players against the Bean Mafia, which grows along and takes its share.",
    things=THINGS,
    figures=FIGURES,
    headings={"boss": "Bosses"},
    phases=(
        Phase(
            1,
            "",
            "leftovers",
            Explanation("A4", "Plant or discard what your opponent left lying revealed: the cards of a kind together."),
        ),
        Phase(2, "", "tax", TAX),
        Phase(3, "", "plant", PLANT),
        Phase(4, "", "reveal", REVEAL),
        Phase(
            5,
            "",
            "plant revealed",
            Explanation(
                "A9",
                "Plant the revealed cards you like, or give cards to the bosses, revealed ones or any of your hand. "
                "What is left goes to your opponent.",
            ),
        ),
        Phase(6, "", "draw", DRAW),
    ),
    phases_with={  # A17
        1: (
            Phase(1, "", "tax", TAX),
            Phase(2, "", "plant", PLANT),
            Phase(3, "", "reveal", REVEAL),
            Phase(
                4,
                "",
                "plant revealed",
                Explanation(
                    "A17",
                    "All revealed cards must be planted, on your fields or on the bosses. You may also give the bosses "
                    "cards of your hand.",
                ),
            ),
            Phase(5, "", "draw", DRAW),
        )
    },
    rival="the mafia",
)
