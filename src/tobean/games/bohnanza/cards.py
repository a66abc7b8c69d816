"""The beans of Bohnanza, and the sources for them (docs/cards.md)."""

from typing import Final

from tobean.kernel.cards import Bean, register_kind

BLUE: Final = register_kind("Blue")
CHILI: Final = register_kind("Chili")
STINK: Final = register_kind("Stink")
GREEN: Final = register_kind("Green")
SOY: Final = register_kind("Soy")
BLACK_EYED: Final = register_kind("Black-eyed")
RED: Final = register_kind("Red")
GARDEN: Final = register_kind("Garden")

BEANS: Final = (
    Bean(BLUE, 20, (4, 6, 8, 10), "card"),
    Bean(CHILI, 18, (3, 6, 8, 9), "card; rulebook: 3 pay 1"),
    Bean(STINK, 16, (3, 5, 7, 8), "rulebook"),
    Bean(GREEN, 14, (3, 5, 6, 7), "card"),
    Bean(SOY, 12, (2, 4, 6, 7), "card"),
    Bean(BLACK_EYED, 10, (2, 4, 5, 6), "card"),
    Bean(RED, 8, (2, 3, 4, 5), "card; Bohnedikt's rulebook: 5 pay 4"),
    Bean(GARDEN, 6, (0, 2, 3, 0), "card"),
)
