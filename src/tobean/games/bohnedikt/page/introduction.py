"""The tutorial of Bohnedikt: its two special fields, edicts and a sacrifice card."""

from typing import Final

from tobean.games.bohnedikt.events import READ_EDICT, SACRIFICED
from tobean.games.bohnedikt.page.staging import stage
from tobean.i18n.catalogues import N_
from tobean.kernel.events import PLANTED
from tobean.session.lessons import common_lessons
from tobean.session.lessons.lesson import (
    FIELDS,
    HAND,
    PROMPT,
    Introduction,
    Lesson,
    always,
    any_player_event,
    has_legal,
    is_prompted,
    own_event,
)

EDICTS: Final = ".edicts .edict"
SACRIFICE: Final = "section.sacrifice"

SACRIFICE_CARD: Final = Lesson(
    "sacrifice card",
    N_(
        "One card of your hand is no bean but a sacrifice card, with two kinds on it. As soon as you have one bean of "
        "each of them, in your hand or turned over or set aside, you may play it. It cannot be traded."
    ),
    HAND,
    always,
)
PLANTING: Final = Lesson(
    "plant",
    N_(
        "Your turn! The front card must be planted: tap a field, or drag it there. A field bears one kind. The first "
        "one is your monastery garden, the second God's acre, where the sacrifices go."
    ),
    FIELDS,
    is_prompted("plant or sacrifice"),
    own_event(PLANTED),
)
IN_FRONT: Final = Lesson(
    "in front",
    N_(
        "Your sacrifice card is in front. If you have both of its kinds it must be played, otherwise it is discarded, "
        "and you get a new one at the back. Then the bean behind it is planted."
    ),
    PROMPT,
    is_prompted("plant or sacrifice, in front", "plant or sacrifice, in front, second"),
)
SACRIFICING: Final = Lesson(
    "sacrifice",
    N_(
        "You have both kinds of your sacrifice card. Press Sacrifice, and both go on God's acre, whatever grows there. "
        "At the harvest all cards there are paid like the kind on top: so a rich kind last."
    ),
    SACRIFICE,
    has_legal("sacrifice"),
    own_event(SACRIFICED),
)
EDICT: Final = Lesson(
    "edict",
    N_(
        "An edict was turned over. What it says is in force until the end of this turn, for the deals of the active "
        "player: some allow something, some forbid something. The card itself is a bean for the monastery garden, "
        "where it counts as whatever grows there."
    ),
    EDICTS,
    any_player_event(READ_EDICT),
)
CLOSING: Final = N_(
    "The game is over, and most thalers win. In a whole game the pile runs out three times, and the second time "
    "everybody pays a tribute: as many thalers as there are players. Keep some!"
)

INTRODUCTION: Final = Introduction(
    (
        common_lessons.THE_HAND,
        SACRIFICE_CARD,
        PLANTING,
        common_lessons.SECOND_CARD,
        IN_FRONT,
        EDICT,
        *common_lessons.ABOUT_TRADING,
        *common_lessons.ABOUT_FIELDS,
        SACRIFICING,
        common_lessons.DRAWING,
        common_lessons.LAST_ROUND,
    ),
    CLOSING,
    pile=70,
    stage=stage,
)
