"""Events that only the magic games have."""

from typing import Final

from tobean.kernel.events import CARDS, FIELD, PARTNER, SEAT, EventKind
from tobean.kernel.notation.parameters import SeatParameter, position_parameter

TARGET: Final = SeatParameter("target")

USED_ABILITY: Final = EventKind("used ability", SEAT, FIELD, CARDS)
STOLE: Final = EventKind("stole", SEAT, SeatParameter("victim"), CARDS, reveals=True)
KEPT: Final = EventKind("kept", SEAT)
SHOWED_THALER: Final = EventKind("showed thaler", SEAT, CARDS)
DISCARDED_THALER: Final = EventKind("discarded thaler", SEAT, CARDS)
ATTACKED: Final = EventKind("attacked", SEAT, TARGET, CARDS)
CHOSE_THALER: Final = EventKind("chose thaler", SEAT, CARDS)
WON_THALER: Final = EventKind("won thaler", SEAT, TARGET, CARDS)
PLAYED_MAGIC: Final = EventKind("played magic", SEAT, CARDS)
SHOWED_SPELL: Final = EventKind("showed spell", SEAT, CARDS)
DREW_SPELL: Final = EventKind("drew spell", SEAT, CARDS)
ACTIVATED: Final = EventKind("activated", SEAT, CARDS)
CAST: Final = EventKind("cast", SEAT, CARDS)
BORROWED_SPELL: Final = EventKind("borrowed spell", SEAT, CARDS)
SWAPPED_SPELLS: Final = EventKind("swapped spells", SEAT, PARTNER, CARDS, reveals=True)
KEPT_SPELL: Final = EventKind("kept spell", SEAT)
MOVED_CARD: Final = EventKind("moved card", SEAT, position_parameter("position"), position_parameter("to"))
OPENED_FIELD: Final = EventKind("opened field", SEAT)
LOST_FIELD: Final = EventKind("lost field", SEAT, FIELD)
ENCHANTED: Final = EventKind("enchanted", SEAT, FIELD, CARDS)
