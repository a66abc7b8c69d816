"""Reading actions (docs/notation.md). Printing is `repr`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tobean.kernel.actions import (
    ASIDE,
    FRONT,
    TURNED,
    Accept,
    Action,
    BuyField,
    Call,
    Decline,
    DiscardTurned,
    EndTrading,
    GoOn,
    Harvest,
    MakeOffer,
    Pass,
    Plant,
    Withdraw,
)
from tobean.kernel.cards import kind_named
from tobean.kernel.errors import BadNotation
from tobean.kernel.seats import parse_seat
from tobean.kernel.words import (
    VERBS,
    bare,
    numbered,
    parse_addressee,
    parse_cards,
    parse_faces,
    parse_kinds,
    parse_number,
    parse_stake,
)

__all__ = ["parse_action", "parse_cards", "parse_faces", "parse_kinds", "parse_seat"]


def plant(seat: int, rest: str, names: Sequence[str]) -> Action:
    words = rest.split()
    place = FRONT
    if words and words[0] in ("turned", "aside"):
        place = TURNED if words.pop(0) == "turned" else ASIDE
    if len(words) != 2:
        raise BadNotation("write `plant Red 1`: the card and the number of the field")
    if "@" in words[0]:
        # No rule lets a card be planted from within the hand, but one may ask why not.
        cards, places = parse_stake(words[0])
        return Plant(seat, cards[0], places[0], parse_number(words[1], "field") - 1)
    return Plant(seat, kind_named(words[0]), place, parse_number(words[1], "field") - 1)


def discard(seat: int, rest: str, names: Sequence[str]) -> Action:
    word, _, card = rest.strip().partition(" ")
    if word != "turned":
        raise BadNotation("write `discard turned Red`")
    return DiscardTurned(seat, kind_named(card))


def harvest(seat: int, rest: str, names: Sequence[str]) -> Action:
    field, colon, order = rest.partition(":")
    word, _, cards = order.strip().partition(" ")
    if colon and word != "discard":
        raise BadNotation("write `harvest 1` or, to choose the order of the discards, `harvest 1: discard Red, Blue`")
    return Harvest(seat, parse_number(field, "field") - 1, parse_faces(cards) if colon else ())


def offer(seat: int, rest: str, names: Sequence[str]) -> Action:
    to, gives, wants = offer_parts(rest)
    cards, places = parse_stake(gives)
    return MakeOffer(seat, parse_addressee(to, names), cards, places, parse_kinds(wants))


def counter(seat: int, rest: str, names: Sequence[str]) -> Action:
    head, gives, wants = offer_parts(rest)
    found = re.fullmatch(r"([0-9]+) to (.+)", head.strip())
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


VERBS.update(
    {
        "plant": plant,
        "pass": bare(Pass),
        "go": bare(GoOn, "on"),
        "discard": discard,
        "harvest": harvest,
        "buy": bare(BuyField, "field"),
        "offer": offer,
        "counter": counter,
        "accept": accept,
        "decline": numbered(Decline, "offer", 0),
        "withdraw": numbered(Withdraw, "offer", 0),
        "call:": call,
        "end": bare(EndTrading, "trading"),
    }
)


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
