"""Arguments of messages that are formatted by language or by the players' names."""

from typing import final

from tobean.kernel.base.seats import seat_name
from tobean.kernel.cards import name_of


@final
class SeatArg:
    """A seat: the player's name where it is known, else the letter."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __str__(self) -> str:
        return seat_name(self.seat)

    def __reduce__(self) -> tuple[object, ...]:
        return SeatArg, (self.seat,)


@final
class KindArg:
    """A kind of card, formatted as its name. `english` is a shorter name that the notation uses."""

    def __init__(self, kind: int, english: str = "") -> None:
        self.kind = kind
        self.english = english

    def __str__(self) -> str:
        return self.english or name_of(self.kind)

    def __reduce__(self) -> tuple[object, ...]:
        return KindArg, (self.kind, self.english)
