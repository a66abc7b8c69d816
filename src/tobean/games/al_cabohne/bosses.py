"""The bosses of the Bean Mafia (A1)."""

from collections.abc import Sequence
from typing import Any, Final

from tobean.kernel.errors import BadNotation
from tobean.kernel.notation.parameters import Parameter
from tobean.kernel.rules import Rules

AL: Final = 0
DON: Final = 1
JOE: Final = 2
BOSSES: Final = ("Al", "Don", "Joe")
"""Al Cabohne, Don Corlebohne and, in the solo game, Joe Bohnano."""


class BossParameter(Parameter):
    """A boss, by his name."""

    def text(self, value: Any) -> str:
        return BOSSES[value]

    def choices(self, rules: Rules) -> list[int]:
        return list(range(len(BOSSES)))

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        for boss, name in enumerate(BOSSES):
            if name.lower() == text.lower():
                return boss
        raise BadNotation("there is no boss {text!r}; the bosses are {known}", text=text, known=", ".join(BOSSES))
