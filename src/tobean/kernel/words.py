"""Reading what people write: cards, seats, numbers, stakes. Each kind of action is read by its verb.

Printing is `repr`; games that bring actions of their own bring the verbs to read them (`VERBS`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tobean.kernel.actions import ASIDE, TABLE, TURNED, Action
from tobean.kernel.bounds import MOST_CARDS
from tobean.kernel.cards import HIDDEN, is_number, kind_named
from tobean.kernel.errors import BadNotation
from tobean.kernel.seats import parse_seat
from tobean.kernel.stakes import ordered

ANY: Final = -9
"""In a table that is only partly described: some card, whichever (`any`)."""


def parse_cards(text: str) -> list[int]:
    """`Red, 2 Blue` as a list of kinds, `nothing` as an empty one; `?` is a hidden card, `any` any card."""
    text = text.strip()
    if text in ("nothing", "-", ""):
        return []
    cards: list[int] = []
    for part in text.split(","):
        words = part.split()
        count = 1
        if words and is_number(words[0]):
            count = int(words.pop(0))
        if not words:
            raise BadNotation(f"{part.strip()!r} is no card; write for example `Red, 2 Blue`")
        if len(cards) + count > MOST_CARDS:
            raise BadNotation(f"these are too many cards for one list: there may be {MOST_CARDS}")
        name = " ".join(words)
        card = HIDDEN if name == "?" else ANY if name.lower() in ("any", "card", "cards") else kind_named(name)
        cards.extend([card] * count)
    return cards


def parse_faces(text: str) -> tuple[int, ...]:
    """Real cards only, in their order."""
    cards = parse_cards(text)
    if any(card < 0 for card in cards):
        raise BadNotation(f"{text.strip()!r} must name kinds of beans")
    return tuple(cards)


def parse_kinds(text: str) -> tuple[int, ...]:
    """Kinds of real cards, sorted."""
    return tuple(sorted(parse_faces(text)))


def parse_number(text: str, what: str) -> int:
    text = text.strip()
    if not is_number(text) or int(text) == 0:
        raise BadNotation(f"{text!r} is no {what}: a number from 1 on is needed")
    return int(text)


def parse_stake(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """`turned Soy, Chili@4` as kinds and places, in the usual order."""
    if text.strip() in ("nothing", "-", ""):
        return (), ()
    cards: list[int] = []
    places: list[int] = []
    parts = text.split(",")
    if len(parts) > MOST_CARDS:
        raise BadNotation(f"these are too many cards for one list: there may be {MOST_CARDS}")
    for part in parts:
        words = part.split()
        if len(words) == 2 and words[0] in ("turned", "aside"):
            cards.append(kind_named(words[1]))
            places.append(TURNED if words[0] == "turned" else ASIDE)
        elif len(words) == 1 and words[0].count("@") == 1:
            name, position = words[0].split("@")
            cards.append(kind_named(name))
            places.append(parse_number(position, "hand position") - 1)
        else:
            raise BadNotation(
                f"{part.strip()!r} is no staked card; write `Red@2` for a hand card or `turned Red` for one turned over"
            )
    return ordered(tuple(cards), tuple(places))


def parse_addressee(text: str, names: Sequence[str]) -> int:
    return TABLE if text.strip() == "all" else parse_seat(text, names)


Verb = Callable[[int, str, Sequence[str]], Action]
"""Reads the rest of an action after its seat and verb; the names are those of the players."""

VERBS: Final[dict[str, Verb]] = {}
"""How to read an action by the word after the seat."""


def bare(make: Callable[[int], Action], tail: str = "") -> Verb:
    """A verb that stands alone."""

    def read(seat: int, rest: str, names: Sequence[str]) -> Action:
        if rest.strip() != tail:
            raise BadNotation(f"{rest.strip()!r} is one word too many or too few")
        return make(seat)

    return read


def numbered(make: Callable[[int, int], Action], what: str, less: int) -> Verb:
    """A verb followed by a number."""

    def read(seat: int, rest: str, names: Sequence[str]) -> Action:
        return make(seat, parse_number(rest, what) - less)

    return read
