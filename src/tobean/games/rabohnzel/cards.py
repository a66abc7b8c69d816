"""The beans of Rabohnzel, and the sources for them (docs/cards.md)."""

from typing import Final

from tobean.games.magic.cards import CAPE, MAGIC, MEAN, PLUCK, PRINCESS, SWORD, WHITE
from tobean.kernel.cards import Bean

BEANS: Final = (
    Bean(PLUCK, 9, (2, 4, 5, 6), "rulebook of Rabohnzel: 2 pay 1; the rest reconstructed"),
    Bean(
        CAPE, 11, (3, 5, 6, 0), "rulebook: a spell card from 2 on, 3 pay 1, one to three thalers; 5 and 6 reconstructed"
    ),
    Bean(MEAN, 13, (3, 5, 6, 7), "reconstructed"),
    Bean(WHITE, 14, (3, 5, 6, 7), "rulebook of Excalibohn: 3 pay 1; the rest reconstructed"),
    Bean(MAGIC, 15, (3, 5, 7, 8), "reconstructed"),
    Bean(PRINCESS, 17, (2, 4, 6, 7), "rulebook of Excalibohn"),
    Bean(SWORD, 19, (4, 6, 8, 10), "reconstructed"),
)
