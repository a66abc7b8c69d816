"""The beans of Al Cabohne, and the sources for them (docs/cards.md)."""

from typing import Final

from tobean.games.bohnanza.cards import BLUE, GREEN, STINK
from tobean.kernel.cards import Bean, register_kind

KIDNEY: Final = register_kind("Kidney")
FIRE: Final = register_kind("Fire")
PUFF: Final = register_kind("Puff")
POLE: Final = register_kind("Pole")

BEANS: Final = (
    Bean(BLUE, 20, (4, 6, 8, 10), "card; rulebook: 2 pay nothing"),
    Bean(KIDNEY, 19, (5, 6, 7, 8), "card"),
    Bean(FIRE, 18, (3, 6, 8, 9), "card"),
    Bean(PUFF, 16, (4, 5, 6, 7), "card; rulebook: 5 pay 2"),
    Bean(STINK, 16, (3, 5, 7, 8), "rulebook"),
    Bean(GREEN, 14, (3, 5, 6, 7), "card; rulebook: 5 pay 2"),
    Bean(POLE, 13, (3, 4, 5, 6), "card"),
)
KINDS: Final = (BLUE, KIDNEY, FIRE, PUFF, STINK, GREEN, POLE)
