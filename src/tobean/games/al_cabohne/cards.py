"""The beans of Al Cabohne with their sources (docs/cards.md), and the bosses of the Bean Mafia (A1)."""

from collections.abc import Sequence
from typing import Any, Final

from tobean.games.bohnanza.cards import BLUE, GREEN, STINK
from tobean.kernel.cards import Bean, register_kind
from tobean.kernel.errors import BadNotation
from tobean.kernel.notation.parameters import GameCards, Parameter

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


AL: Final = 0
DON: Final = 1
JOE: Final = 2
BOSSES: Final = ("Al", "Don", "Joe")
"""Al Cabohne, Don Corlebohne and, in the solo game, Joe Bohnano."""


class BossParameter(Parameter):
    """A boss, by his name."""

    def text(self, value: Any) -> str:
        return BOSSES[value]

    def choices(self, rules: GameCards) -> list[int]:
        return list(range(len(BOSSES)))

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        for boss, name in enumerate(BOSSES):
            if name.lower() == text.lower():
                return boss
        raise BadNotation("unknown boss {text!r}; known: {known}", text=text, known=", ".join(BOSSES))
