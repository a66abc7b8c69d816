"""Bots that play for a person who left: their label in sentences, and when they played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from tobean.i18n.catalogues import N_, text

LABEL: Final = N_("{name} (bot)")
TO_THE_END: Final = N_("A bot played for {name} from turn {first} to the end.")
FOR_A_WHILE: Final = N_("A bot played for {name} from turn {first} to turn {last}.")
IN_ONE_TURN: Final = N_("A bot played for {name} in turn {first}.")


class StandIn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A period in which a bot played for a person."""

    seat: int
    ply: int
    """Number of actions taken before it."""
    turn: int
    until_ply: int = -1
    """Number of actions taken before the person returned; -1: never."""
    until_turn: int = 0

    def covers(self, ply: int) -> bool:
        return self.ply <= ply and (self.until_ply < 0 or ply < self.until_ply)

    def cut(self, plies: int) -> StandIn:
        """Return the period after an undo has reduced the number of actions."""
        return msgspec.structs.replace(self, ply=min(self.ply, plies), until_ply=min(self.until_ply, plies))


def label(name: str, language: str) -> str:
    """Return the name of a bot that plays for the person of this name."""
    return text(LABEL, language).format(name=name)


def labelled(names: Sequence[str], stand_ins: int, language: str) -> tuple[str, ...]:
    """Return the names, with a label on those of stand-ins; `stand_ins` is a bit set of seats."""
    return tuple([label(name, language) if stand_ins >> seat & 1 else name for seat, name in enumerate(names)])


def labelled_once(
    names: tuple[str, ...], stand_ins: int, language: str, cache: dict[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Return the labelled names, built once a language: button labels are cached by the identity of the names."""
    if not stand_ins:
        return names
    found = cache.get(language)
    if found is None:
        found = cache[language] = labelled(names, stand_ins, language)
    return found


def bits_at(stand_ins: Sequence[StandIn], ply: int) -> int:
    """Return the seats with a stand-in at this position, as a bit set."""
    return sum({1 << period.seat for period in stand_ins if period.covers(ply)})


def stand_in_sentences(stand_ins: Sequence[StandIn], names: Sequence[str], language: str) -> list[str]:
    """Return one sentence for each period with at least one action."""
    found: list[str] = []
    for period in stand_ins:
        if period.ply == period.until_ply:
            continue
        english = IN_ONE_TURN if period.turn == period.until_turn else FOR_A_WHILE
        if period.until_ply < 0:
            english = TO_THE_END
        found.append(text(english, language).format(name=names[period.seat], first=period.turn, last=period.until_turn))
    return found
