"""Events that only Bohnedikt has."""

from typing import Final

from tobean.kernel.events import CARDS, OFFER, PARTNER, PLACES, SEAT, SIZE, THALERS, TO, WANTS, EventKind

READ_EDICT: Final = EventKind("read edict", SEAT, CARDS)
GAVE: Final = EventKind("gave", SEAT, PARTNER, CARDS, PLACES)
DEMANDED: Final = EventKind("demanded", SEAT, TO, OFFER, CARDS, PLACES, WANTS)
HAS_NONE: Final = EventKind("has none", SEAT, OFFER, WANTS)
TOOK_ASIDE: Final = EventKind("took aside", SEAT, CARDS)
SACRIFICED: Final = EventKind("sacrificed", SEAT, CARDS)
DREW_SACRIFICE: Final = EventKind("drew sacrifice", SEAT, CARDS)
DISCARDED_SACRIFICE: Final = EventKind("discarded sacrifice", SEAT, CARDS)
SHUFFLED_SACRIFICES: Final = EventKind("shuffled sacrifices", SIZE)
PAID_TRIBUTE: Final = EventKind("paid tribute", SEAT, THALERS)
