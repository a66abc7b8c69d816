"""Parameters that steps, actions and events declare: their names, and how values are formatted and parsed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from mypy_extensions import mypyc_attr

from tobean.kernel.base.seats import parse_seat, seat_name
from tobean.kernel.cards import KIND_OF, Bean, Extra, cards_text, kind_named, name_of
from tobean.kernel.errors import BadNotation
from tobean.kernel.notation.card_locations import parse_counted
from tobean.kernel.notation.card_parser import parse_kinds, parse_known_cards
from tobean.kernel.notation.input_limits import is_number

REQUIRED: Final = None
"""Default of a parameter that cannot be left out."""
# Regular expressions of formatted values. A kind must not swallow the words `turned` and `aside` before it.
ONE_WORD_PATTERN: Final = r"\S+"
WORDS_PATTERN: Final = r"[^:]+?"
KIND_PATTERN: Final = r"(?!turned\s|aside\s)[^:,@]+?"
LIST_PATTERN: Final = r".+?"
CARD_AND_PLACE_PATTERN: Final = r"(?:(?:turned|aside)\s+)?\S+"

FIELD: Final = "field"
"""`CountedParameter.what` for fields; also used in error messages."""
TABLE: Final = -1
"""Addressee of an offer to the whole table, in place of a seat number."""


class GameCards(Protocol):
    """The part of `Rules` on which the possible values of a parameter may depend."""

    @property
    def beans(self) -> tuple[Bean, ...]: ...
    @property
    def extras(self) -> tuple[Extra, ...]: ...
    @property
    def all_kinds(self) -> list[int]: ...
    @property
    def card_count(self) -> int: ...
    @property
    def field_capacity(self) -> int: ...


class TableContext(Protocol):
    """The part of a table on which the validity of a value may depend."""

    @property
    def players(self) -> int: ...
    @property
    def kinds(self) -> list[int]: ...


@mypyc_attr(allow_interpreted_subclasses=True)
class Parameter:
    """A number from 0 to `maximum`. A value that equals `default` can be left out of a text."""

    def __init__(self, name: str, default: Any = REQUIRED, maximum: int = 9) -> None:
        self.name = name
        self.default = default
        self.maximum = maximum
        self.pattern = ONE_WORD_PATTERN
        """Regular expression of the formatted value."""
        self.is_list = False
        self.any_order = False
        """Whether the order is irrelevant, for a list of cards."""

    def text(self, value: Any) -> str:
        return str(value)

    def fits(self, value: Any, table: TableContext) -> bool:
        """Whether the value is valid at this table. Values that are not numbers are not checked here."""
        return not isinstance(value, int) or 0 <= value <= self.maximum

    def choices(self, rules: GameCards) -> list[int]:
        """Return all possible values in this game or, for a list, all possible items."""
        return list(range(self.maximum + 1))

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        """Parse a value. `names` are the names of the players."""
        if not is_number(text) or int(text) > self.maximum:
            raise BadNotation("{text!r} is not a number from 0 to {most}", text=text, most=self.maximum)
        return int(text)


class SeatParameter(Parameter):
    """A seat, written as its letter or as the name of the player."""

    def __init__(self, name: str, default: Any = REQUIRED) -> None:
        super().__init__(name, default)
        self.pattern = WORDS_PATTERN

    def text(self, value: Any) -> str:
        return seat_name(value)

    def fits(self, value: Any, table: TableContext) -> bool:
        return bool(value < table.players)

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        return parse_seat(text, names)


class AddresseeParameter(SeatParameter):
    """A seat, or the whole table."""

    def text(self, value: Any) -> str:
        return "all" if value == TABLE else seat_name(value)

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        return TABLE if text.strip() == "all" else parse_seat(text, names)


class CountedParameter(Parameter):
    """A number that is written from 1 and counted from 0: a field or a hand position."""

    def __init__(self, name: str, what: str, default: Any = REQUIRED) -> None:
        super().__init__(name, default)
        self.what = what

    def text(self, value: Any) -> str:
        return str(value + 1)

    def choices(self, rules: GameCards) -> list[int]:
        return list(range(rules.field_capacity if self.what == FIELD else rules.card_count))

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        return parse_counted(text, self.what)


class OfferParameter(Parameter):
    """The number of an offer, counted from 1."""

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        return parse_counted(text, "offer") + 1


class KindParameter(Parameter):
    """A kind of card, written as its English name."""

    def __init__(self, name: str, default: Any = REQUIRED) -> None:
        super().__init__(name, default)
        self.pattern = KIND_PATTERN

    def text(self, value: Any) -> str:
        return name_of(value)

    def fits(self, value: Any, table: TableContext) -> bool:
        return value in table.kinds

    def choices(self, rules: GameCards) -> list[int]:
        return rules.all_kinds

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        return kind_named(text)


class CardsParameter(Parameter):
    """Cards, written as their English names."""

    def __init__(self, name: str, any_order: bool = False) -> None:
        super().__init__(name, ())
        self.pattern = LIST_PATTERN
        self.is_list = True
        self.any_order = any_order

    def text(self, value: Any) -> str:
        return cards_text(value)

    def choices(self, rules: GameCards) -> list[int]:
        """Return the requested kinds for a list in any order, the kinds of the cards themselves for others."""
        kinds = [bean.kind for bean in rules.beans]
        return sorted({KIND_OF[kind] for kind in kinds}) if self.any_order else kinds

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        return parse_kinds(text) if self.any_order else parse_known_cards(text)


class FlagParameter(Parameter):
    """A word that is present or not."""

    def __init__(self, name: str, word: str = "yes") -> None:
        super().__init__(name, False)
        self.word = word

    def text(self, value: Any) -> str:
        return self.word if value else "no"

    def choices(self, rules: GameCards) -> list[int]:
        return [0, 1]

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        if text not in (self.word, "no"):
            raise BadNotation("{text!r} is neither {word!r} nor 'no'", text=text, word=self.word)
        return text == self.word


class PlaceParameter(Parameter):
    """The place of a card, written together with the card."""


def field_parameter(name: str = "field", default: Any = REQUIRED) -> CountedParameter:
    return CountedParameter(name, FIELD, default)


def position_parameter(name: str, default: Any = REQUIRED) -> CountedParameter:
    return CountedParameter(name, "hand position", default)
