"""What a language has to bring along, so that everything can be told in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Language:
    """The words and texts of one language.

    The blanks of an event's text are `who` and `partner` (players), `whom` and `asked` (the player or the whole
    table, as receiving an offer and as asked for cards), `cards`, `wants` and `gets` (cards as objects of the
    sentence), `labels` (the cards as in a list), `field`, and the event's number in four forms: `number`, `thalers`,
    `count` (so many cards) and `nth`; `answers` is the number of the offer that is countered; `boss` is one of
    the mafia; `printed` is what the first card says.
    """

    kinds: list[str]
    """The names of the kinds by their number; it grows as games bring kinds."""
    label: Callable[[int, str], str]
    """So many cards of a kind, in a list of cards."""
    spoken: Callable[[int, str], str]
    """So many cards of a kind, as the object of a sentence."""
    unknown: Callable[[int], str]
    """So many cards whose kinds are secret (I1)."""
    thalers: Callable[[int], str]
    nth: Callable[[int], str]
    last_and: str
    """What stands before the last item of a list."""
    nothing: str
    table_given: str
    """The whole table, when something is offered to it."""
    table_asked: str
    """The whole table, when it is asked for something."""
    events: dict[str, str]
    """The texts by the name of the event or of its variant (see `telling.VARIANTS`)."""
    printed: dict[str, str]
    """What cards say that are read aloud, by their English names."""
