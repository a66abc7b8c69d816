"""Reading the notation of cards and actions (docs/notation.md). Printing is `repr`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from tobean.kernel.actions import (
    ASIDE,
    FRONT,
    SEAT_LETTERS,
    TABLE,
    TURNED,
    Accept,
    Action,
    BuyField,
    Call,
    Decline,
    EndTrading,
    GoOn,
    Harvest,
    MakeOffer,
    Pass,
    Plant,
    Withdraw,
)
from tobean.kernel.cards import HIDDEN, is_number, kind_named
from tobean.kernel.errors import BadNotation
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
        if not words or count > 1000:
            raise BadNotation(f"{part.strip()!r} is no card; write for example `Red, 2 Blue`")
        name = " ".join(words)
        card = HIDDEN if name == "?" else ANY if name.lower() in ("any", "card", "cards") else kind_named(name)
        cards.extend([card] * count)
    return cards


def parse_kinds(text: str) -> tuple[int, ...]:
    """Kinds of real cards, sorted."""
    cards = parse_cards(text)
    if any(card < 0 for card in cards):
        raise BadNotation(f"{text.strip()!r} must name kinds of beans")
    return tuple(sorted(cards))


def parse_seat(text: str, names: Sequence[str] = ()) -> int:
    """A seat by its letter or by the name of the player who sits there."""
    text = text.strip()
    for seat, name in enumerate(names):
        if name.lower() == text.lower():
            return seat
    seat = SEAT_LETTERS.find(text.upper()) if len(text) == 1 else -1
    if seat < 0 or (names and seat >= len(names)):
        known = ", ".join(names) if names else "A, B, C, ..."
        raise BadNotation(f"{text!r} is no seat; seats are {known}")
    return seat


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
    for part in text.split(","):
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
    return ordered(cards, places)


def plant(seat: int, rest: str, names: Sequence[str]) -> Action:
    words = rest.split()
    place = FRONT
    if words and words[0] in ("turned", "aside"):
        place = TURNED if words.pop(0) == "turned" else ASIDE
    if len(words) != 2:
        raise BadNotation("write `plant Red 1`: the card and the number of the field")
    return Plant(seat, kind_named(words[0]), place, parse_number(words[1], "field") - 1)


def offer(seat: int, rest: str, names: Sequence[str]) -> Action:
    to, gives, wants = offer_parts(rest)
    cards, places = parse_stake(gives)
    return MakeOffer(seat, parse_addressee(to, names), cards, places, parse_kinds(wants))


def counter(seat: int, rest: str, names: Sequence[str]) -> Action:
    head, gives, wants = offer_parts(rest)
    found = re.fullmatch(r"(\d+) to (.+)", head.strip())
    if not found:
        raise BadNotation("write `counter 3 to A: Red@2 for Soy`")
    cards, places = parse_stake(gives)
    number = parse_number(found[1], "offer")
    return MakeOffer(seat, parse_addressee(found[2], names), cards, places, parse_kinds(wants), number)


def offer_parts(rest: str) -> tuple[str, str, str]:
    found = re.fullmatch(r"([^:]+):(.*?)(?:^|\s)for\s(.*)", rest)
    if not found:
        raise BadNotation("write `offer B: turned Soy, Chili@4 for Red` (or `offer all: ...`, `for nothing`)")
    return found[1], found[2], found[3]


def parse_addressee(text: str, names: Sequence[str]) -> int:
    return TABLE if text.strip() == "all" else parse_seat(text, names)


def accept(seat: int, rest: str, names: Sequence[str]) -> Action:
    number, _, gives = rest.partition(":")
    cards, places = parse_stake(gives)
    return Accept(seat, parse_number(number, "offer"), cards, places)


def call(seat: int, rest: str, names: Sequence[str]) -> Action:
    has: tuple[int, ...] = ()
    wants: tuple[int, ...] = ()
    for half in rest.partition(":")[2].split(";"):
        word, _, kinds = half.strip().partition(" ")
        if word == "have":
            has = parse_kinds(kinds)
        elif word == "want":
            wants = parse_kinds(kinds)
        elif half.strip() not in ("", "nothing"):
            raise BadNotation("write `call: have Soy; want Red` (either half may be missing)")
    return Call(seat, has, wants)


def bare(make: Callable[[int], Action], tail: str = "") -> Callable[[int, str, Sequence[str]], Action]:
    """A verb that stands alone."""

    def read(seat: int, rest: str, names: Sequence[str]) -> Action:
        if rest.strip() != tail:
            raise BadNotation(f"{rest.strip()!r} is one word too many or too few")
        return make(seat)

    return read


def numbered(make: Callable[[int, int], Action], what: str, less: int) -> Callable[[int, str, Sequence[str]], Action]:
    """A verb followed by a number."""

    def read(seat: int, rest: str, names: Sequence[str]) -> Action:
        return make(seat, parse_number(rest, what) - less)

    return read


VERBS: Final[dict[str, Callable[[int, str, Sequence[str]], Action]]] = {
    "plant": plant,
    "pass": bare(Pass),
    "go": bare(GoOn, "on"),
    "harvest": numbered(Harvest, "field", 1),
    "buy": bare(BuyField, "field"),
    "offer": offer,
    "counter": counter,
    "accept": accept,
    "decline": numbered(Decline, "offer", 0),
    "withdraw": numbered(Withdraw, "offer", 0),
    "call:": call,
    "end": bare(EndTrading, "trading"),
}


def parse_action(text: str, names: Sequence[str] = ()) -> Action:
    """Read an action such as `A plant Red 1`. `names` lets players be called by name."""
    words = text.strip().split(maxsplit=2)
    if len(words) < 2:
        raise BadNotation(f"{text.strip()!r} is no action; write for example `A plant Red 1`")
    seat = parse_seat(words[0], names)
    verb = VERBS.get(words[1])
    if verb is None:
        known = ", ".join(word.rstrip(":") for word in VERBS)
        raise BadNotation(f"{words[1]!r} is nothing one can do; there are: {known}")
    rest = words[2] if len(words) > 2 else ""
    return verb(seat, f": {rest}" if words[1].endswith(":") else rest, names)
