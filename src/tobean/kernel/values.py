"""Values that steps and actions declare: what each is called, how it is written, and how it is read back.

A class says once which values it has; its text, equality, copies and pickles follow from that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tobean.kernel.cards import is_number, kind_named, name_of
from tobean.kernel.errors import BadNotation
from tobean.kernel.seats import parse_seat, seat_name

if TYPE_CHECKING:
    from tobean.kernel.table import Table

MUST_BE_WRITTEN: Final = None


class Value:
    """A number from 0 to `most`. `usual` is left out at the end of a text."""

    def __init__(self, name: str, usual: Any = MUST_BE_WRITTEN, most: int = 9) -> None:
        self.name = name
        self.usual = usual
        self.most = most

    def text(self, value: Any) -> str:
        return str(value)

    def fits(self, value: Any, table: Table) -> bool:
        """Could it be one at this table?"""
        return not isinstance(value, int) or 0 <= value <= self.most

    def read(self, text: str) -> Any:
        if not is_number(text) or int(text) > self.most:
            raise BadNotation(f"{text!r} is not a number from 0 to {self.most}")
        return int(text)


class SeatValue(Value):
    """A seat, by its letter."""

    def fits(self, value: Any, table: Table) -> bool:
        return bool(value < table.players)

    def text(self, value: Any) -> str:
        return seat_name(value)

    def read(self, text: str) -> Any:
        return parse_seat(text)


class KindValue(Value):
    """A kind of card, by its English name."""

    def fits(self, value: Any, table: Table) -> bool:
        return value in table.kinds

    def text(self, value: Any) -> str:
        return name_of(value)

    def read(self, text: str) -> Any:
        return kind_named(text)


class FlagValue(Value):
    """A word that is there or not."""

    def __init__(self, name: str, word: str) -> None:
        super().__init__(name, False)
        self.word = word

    def text(self, value: Any) -> str:
        return self.word if value else "no"

    def read(self, text: str) -> Any:
        if text not in (self.word, "no"):
            raise BadNotation(f"{text!r} is neither {self.word!r} nor 'no'")
        return text == self.word


number = Value
seat = SeatValue
kind = KindValue
flag = FlagValue
