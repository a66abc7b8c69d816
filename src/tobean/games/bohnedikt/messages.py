"""Messages of Bohnedikt. Names and explanations of edicts are in their objects."""

from typing import Final

from tobean.games.bohnanza.messages import MESSAGES as BOHNANZA
from tobean.games.bohnedikt.action_previews import ACRE, GARDEN, PREVIEW_BUILDERS, PREVIEW_TEXTS
from tobean.games.bohnedikt.cards import SACRIFICE_PAIRS
from tobean.games.bohnedikt.edicts.registry import EDICTS
from tobean.games.bohnedikt.edicts.use import NO_CARD, Invoke
from tobean.i18n.engine_messages import FRONT_HAS_NO_ROOM, KERNEL, NO_ROOM
from tobean.i18n.game_messages import Explanation, GameMessages, Moment, Prompt
from tobean.kernel.cards import HIDDEN
from tobean.kernel.events import Event


def drew_sacrifice(event: Event) -> str:
    return "drew sacrifice" if set(event.cards) - {HIDDEN} else "drew sacrifice, face down"


def by_field(event: Event) -> str:
    """Return the variant of an event for the two fields with names (D1)."""
    return event.name + {GARDEN: ", garden", ACRE: ", acre"}.get(int(str(event["field"])), "")


def invoke(action: Invoke) -> str:
    return "invoke" if action.card == NO_CARD else "invoke with"


SACRIFICE: Final = Explanation(
    "D11",
    "Everybody has one sacrifice card in the hand; it shows two kinds and cannot be traded. At the front of the hand "
    "in phase 1 it must be played or, if one of its kinds is missing, discarded, before the next bean is planted. "
    "Either way a new one is drawn to the back of the hand.",
)
EDICT: Final = Explanation(
    "D3",
    "An edict turned over from the draw pile at the start of phase 2 is in force for the deals of the player whose "
    "turn it is, until the end of phase 3. Of two edicts, one that forbids something beats one that allows it. In "
    "every other way an edict is a bean and a joker: it can be planted in the monastery garden only, where it counts "
    "as the kind that grows there. On top of the row it pays nothing.",
)

SACRIFICE_CARD: Final = Explanation(
    "D8",
    "As soon as you have {shown} in your hand, turned over or set aside, you may play this card, at any time; cards on "
    "fields do not count. Both beans go on your God's acre, in the order you like, whatever grows there, and nothing "
    "is harvested for it. Then you draw a new sacrifice card to the back of your hand.",
)

MESSAGES: Final = GameMessages(
    home=__package__,
    based_on=BOHNANZA,
    events={
        "planted, garden": "{seat} plants {cards} in the monastery garden.",
        "planted, acre": "{seat} plants {cards} on God's acre.",
        "harvested, garden": "{seat} harvests {cards} from the monastery garden and earns {thalers:thalers}.",
        "harvested, acre": "{seat} harvests {cards} from God's acre and earns {thalers:thalers}.",
        "read edict": '{seat} reads the edict aloud: "{cards:printed}."',
        "gave": "By edict {partner} has to take {cards} from {seat}.",
        "demanded": "By edict {seat} demands {wants} of {to} for {cards} (offer {offer}).",
        "has none": "{seat} was to swap {wants} but holds none (offer {offer}).",
        "took aside": "{seat} puts {cards} at the back of the hand.",
        "sacrificed": "{seat} plays the sacrifice card {cards:label}.",
        "discarded sacrifice": "{seat} discards the sacrifice card {cards:label}.",
        "drew sacrifice": "{seat} draws the sacrifice card {cards:label}.",
        "drew sacrifice, face down": "{seat} draws a sacrifice card.",
        "shuffled sacrifices": "The discarded sacrifice cards are shuffled: the new pile has {size:cards}.",
        "paid tribute": "{seat} gives {thalers:thalers} face down to the discard pile.",
    },
    moments={
        "read edict": Moment("An edict!"),
        "gave": Moment("By edict"),
        "demanded": Moment("By edict", shown_to_all=False),
        "has none": Moment("By edict", shown_to_all=False),
        "sacrificed": Moment("A sacrifice!", shown_to_all=False),
        "paid tribute": Moment("The tribute"),
    },
    event_variants={"planted": by_field, "harvested": by_field, "drew sacrifice": drew_sacrifice},
    actions={
        "sacrifice": "Sacrifice {cards@places}: plant them on God's acre in this order",
        "drop": "Discard the sacrifice card and draw a new one",
        "invoke": "Use {edict}",
        "invoke with": "Use {edict}: {card@place}",
        "demand": "By edict: demand {wanted} of {to} for {card@place}; any player who holds one must swap",
    },
    action_variants={"invoke": invoke},
    preview_builders=PREVIEW_BUILDERS,
    action_previews=PREVIEW_TEXTS,
    questions={
        "plant or sacrifice" + NO_ROOM: FRONT_HAS_NO_ROOM,
        "plant or sacrifice, must" + NO_ROOM: FRONT_HAS_NO_ROOM,
        "plant or sacrifice": Prompt("B3", "Plant the front card of your hand.", "{who} plants the front card."),
        "plant or sacrifice, in front": Prompt(
            "D11",
            "A sacrifice card is in front: play it if you have both kinds, else discard it.",
            "{who} has a sacrifice card in front.",
        ),
        "plant or sacrifice, in front, second": Prompt(
            "D11",
            "A sacrifice card is in front: play or discard it and plant the next card, or pass.",
            "{who} has a sacrifice card in front.",
        ),
        "plant or sacrifice, must": Prompt(
            "D11", "Plant the card that was behind the sacrifice card.", "{who} plants the front card."
        ),
        "at once": Prompt(
            "D5",
            "An edict: “{edict:printed}.” Use it now, or do without.",
            "{who} may use the edict “{edict:printed}.”",
        ),
        "edict swap": Prompt(
            "D5",
            "By edict you must swap the card that was named, if you have one.",
            "{who} must swap by edict, or has none.",
        ),
        "tribute due": Prompt(
            "D16", "Harvest, until you have enough thalers for the tribute.", "{who} harvests for the tribute."
        ),
        "sacrifice or draw": Prompt(
            "D9",
            "Before the draw you may play your sacrifice card or harvest, or go on.",
            "{who} goes on; you may act before.",
            "{who} is about to go on.",
        ),
    },
    rules={
        "dealt hand": "D2",
        "read edict": "D5",
        "took from discard": "D5",
        "gave": "D5",
        "demanded": "D5",
        "has none": "D5",
        "discarded": "D5",
        "took aside": "D5",
        "sacrificed": "D9",
        "discarded sacrifice": "D11",
        "drew sacrifice": "D9",
        "shuffled sacrifices": "D13",
        "paid tribute": "D16",
        "drew": "D14",
    },
    names={edict.kind: edict.name for edict in EDICTS},
    cards={
        **{edict.kind: Explanation(edict.rule, edict.explanation) for edict in EDICTS},
        **dict.fromkeys(SACRIFICE_PAIRS, SACRIFICE_CARD),
    },
    shown=SACRIFICE_PAIRS,
    headings={"edict": "Edicts", "sacrifice": "Sacrifice cards"},
    things={
        "edict": EDICT,
        "monastery garden": Explanation(
            "D3",
            "A field like any other, and the only one that takes edicts: they are jokers here. With an edict on top, a "
            "harvest pays nothing.",
        ),
        "acre": Explanation(
            "D15",
            "Sacrificed beans are planted here, whatever grows already. The kind planted last tells what a harvest of "
            "all the cards pays.",
        ),
        "sacrifice": SACRIFICE,
        "sacrifice pile": Explanation(
            "D9",
            "A player who has played or discarded a sacrifice card draws a new one from here to the back of the hand.",
        ),
        "partner": Explanation("D5", "By edict, only this player may be dealt with in this turn."),
    },
    phases=(
        KERNEL.phases[0],
        KERNEL.phases[1]._replace(
            about=Explanation(
                "D5",
                "Two cards are turned over. An edict among them is in force for the deals of this turn. Trade these "
                "and hand cards with the others, as long as the player whose turn it is likes.",
            )
        ),
        KERNEL.phases[2],
        KERNEL.phases[3]._replace(
            about=Explanation("D14", "Draw four cards to the back of your hand. Then it is the next player's turn.")
        ),
    ),
    blurb="A monastery, edicts that bend the rules of trading, and sacrifices.",
)
