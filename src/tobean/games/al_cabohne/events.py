"""Events that only Al Cabohne has."""

from typing import Final

from tobean.games.al_cabohne.cards import BossParameter
from tobean.kernel.events import CARDS, PLACES, PRICE, SEAT, THALERS, EventKind

BOSS: Final = BossParameter("boss")

PAID_TAX: Final = EventKind("paid tax", SEAT, BOSS, CARDS)
FED: Final = EventKind("fed", SEAT, BOSS, CARDS, PLACES)
BOSS_TOOK: Final = EventKind("boss took", BOSS, CARDS)
BOSS_HARVESTED: Final = EventKind("boss harvested", BOSS, THALERS, CARDS)
JOINED: Final = EventKind("joined", SEAT, CARDS)
LEFT_CARDS: Final = EventKind("left cards", SEAT, CARDS)
DISCARDED_GROUP: Final = EventKind("discarded group", SEAT, CARDS)
SHOWED_HAND: Final = EventKind("showed hand", SEAT, CARDS, reveals=True)
LAID_ASIDE: Final = EventKind("laid aside", SEAT, PRICE, CARDS)
BROUGHT_BACK: Final = EventKind("brought back", CARDS)
