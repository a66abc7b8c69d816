"""What a player can do in the magic phase and with spells, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import final

from mypy_extensions import mypyc_attr

from tobean.kernel.actions import ASIDE, TURNED, Action, place_text
from tobean.kernel.cards import kind_named, name_of
from tobean.kernel.errors import BadNotation
from tobean.kernel.seats import parse_seat, seat_name
from tobean.kernel.words import VERBS, bare, parse_number
from tobean.magic.spells import BEANS, FIELD, MAGIC, MOVE, SWAP, TRADE, spell_name, spell_named


@final
@mypyc_attr(acyclic=True)
class Use(Action):
    """Use the ability of an own field (R5), on somebody, with the attack spell (R17), or to activate spells (R12)."""

    def __init__(
        self, seat: int, field: int, target: int = -1, with_attack: bool = False, spells: tuple[int, ...] = ()
    ) -> None:
        self.seat = seat
        self.field = field
        self.target = target
        self.with_attack = with_attack
        self.spells = spells

    def words(self) -> str:
        text = f"use {self.field + 1}"
        if self.target >= 0:
            text += f" on {seat_name(self.target)}"
        if self.with_attack:
            text += " with Attack"
        if self.spells:
            text += f": {', '.join([spell_name(spell) for spell in self.spells])}"
        return text


@final
@mypyc_attr(acyclic=True)
class PlayMagic(Action):
    """Discard a magic bean from any position of the hand and activate an own face-down spell (R5)."""

    def __init__(self, seat: int, place: int, spell: int) -> None:
        self.seat = seat
        self.place = place
        self.spell = spell

    def words(self) -> str:
        return f"play {name_of(MAGIC)}@{self.place + 1}: {spell_name(self.spell)}"


@final
@mypyc_attr(acyclic=True)
class Keep(Action):
    """Leave a card just won at the back of the hand (R8, R11), or a spell just won face down (R19)."""

    def words(self) -> str:
        return "keep"


@final
@mypyc_attr(acyclic=True)
class Choose(Action):
    """Say which of two drawn thalers counts (R17)."""

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card

    def words(self) -> str:
        return f"choose {name_of(self.card)}"


@final
@mypyc_attr(acyclic=True)
class CounterAttack(Action):
    """Answer an attack that showed a sword (R15)."""

    def words(self) -> str:
        return "counterattack"


@final
@mypyc_attr(acyclic=True)
class Activate(Action):
    """Activate an own spell: an attack showed a magic bean (R15), or it was won by a swap (R19)."""

    def __init__(self, seat: int, spell: int) -> None:
        self.seat = seat
        self.spell = spell

    def words(self) -> str:
        return f"activate {spell_name(self.spell)}"


@final
@mypyc_attr(acyclic=True)
class Cast(Action):
    """Use an active spell. Which of the further fields mean something depends on the spell."""

    def __init__(
        self,
        seat: int,
        spell: int,
        target: int = -1,
        number: int = 0,
        to: int = 0,
        card: int = -1,
        place: int = 0,
        field: int = 0,
        without: bool = False,
    ) -> None:
        self.seat = seat
        self.spell = spell
        self.target = target
        self.number = number
        """Swap: which of the target's face-down spells, from 0. Move: the hand position from which."""
        self.to = to
        self.card = card
        self.place = place
        self.field = field
        self.without = without

    def words(self) -> str:
        text = f"cast {spell_name(self.spell)}"
        if self.spell == SWAP:
            return f"{text} {seat_name(self.target)} {self.number + 1}"
        if self.spell == MOVE:
            return f"{text} {self.number + 1} {self.to + 1}"
        if self.spell == FIELD:
            return f"{text}: {place_text(self.card, self.place)}"
        if self.spell == BEANS:
            return f"{text}: {place_text(self.card, self.place)} {self.field + 1}"
        return f"{text} without" if self.without else text


# --- reading -----------------------------------------------------------------------------------------------


def read_use(seat: int, rest: str, names: Sequence[str]) -> Action:
    found = re.fullmatch(r"([0-9]+)(?: on ([^:]+?))?( with Attack)?(?:: (.+))?", rest.strip())
    if not found:
        raise BadNotation("write `use 1`, `use 1 on B`, `use 1 on B with Attack` or `use 2: Move, Hand`")
    target = parse_seat(found[2], names) if found[2] else -1
    spells = tuple([spell_named(word) for word in found[4].split(",")]) if found[4] else ()
    return Use(seat, parse_number(found[1], "field") - 1, target, bool(found[3]), spells)


def read_play(seat: int, rest: str, names: Sequence[str]) -> Action:
    found = re.fullmatch(r"Magic@([0-9]+): (\S+)", rest.strip())
    if not found:
        raise BadNotation("write `play Magic@3: Hand`: the position of the magic bean and the spell it activates")
    return PlayMagic(seat, parse_number(found[1], "hand position") - 1, spell_named(found[2]))


def read_choose(seat: int, rest: str, names: Sequence[str]) -> Action:
    return Choose(seat, kind_named(rest))


def read_activate(seat: int, rest: str, names: Sequence[str]) -> Action:
    return Activate(seat, spell_named(rest))


def read_cast(seat: int, rest: str, names: Sequence[str]) -> Action:
    head, _, tail = rest.partition(":")
    words = head.split()
    if not words:
        raise BadNotation("write `cast Flow`: which spell")
    spell = spell_named(words[0])
    if spell == SWAP:
        if len(words) != 3 or tail:
            raise BadNotation("write `cast Swap B 1`: with whom and for which of their face-down spells")
        return Cast(seat, spell, parse_seat(words[1], names), parse_number(words[2], "face-down spell") - 1)
    if spell == MOVE:
        if len(words) != 3 or tail:
            raise BadNotation("write `cast Move 3 1`: from which to which position of the hand")
        number, to = parse_number(words[1], "hand position"), parse_number(words[2], "hand position")
        return Cast(seat, spell, number=number - 1, to=to - 1)
    if spell in (FIELD, BEANS):
        return read_planting_spell(seat, spell, tail.split())
    if spell == TRADE and words[1:] == ["without"]:
        return Cast(seat, spell, without=True)
    if len(words) > 1 or tail:
        raise BadNotation(f"{rest.strip()!r} is one word too many")
    return Cast(seat, spell)


def read_planting_spell(seat: int, spell: int, words: list[str]) -> Action:
    if len(words) != (2 if spell == FIELD else 3) or words[0] not in ("turned", "aside"):
        raise BadNotation("write `cast Field: turned Sword` or `cast Beans: aside Sword 2`")
    place = TURNED if words[0] == "turned" else ASIDE
    field = parse_number(words[2], "field") - 1 if spell == BEANS else 0
    return Cast(seat, spell, card=kind_named(words[1]), place=place, field=field)


VERBS.update(
    {
        "use": read_use,
        "play": read_play,
        "keep": bare(Keep),
        "choose": read_choose,
        "counterattack": bare(CounterAttack),
        "activate": read_activate,
        "cast": read_cast,
    }
)
