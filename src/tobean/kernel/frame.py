"""The frame of a game: all that is settled when it is set up and never changes while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.kernel.bounds import MOST_TALK
from tobean.kernel.cards import KIND_OF, pay_tables
from tobean.kernel.shared import make_room

if TYPE_CHECKING:
    from tobean.kernel.rules import Rules, StandingAct
    from tobean.kernel.steps import Step


@final
class Frame:
    """What all clones of a table share."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: dict[str, int | bool | None],
        standing: list[StandingAct],
        phases: list[Step],
        kinds: list[int],
        wanted_kinds: list[int],
        mixed: bool,
        deck: list[int],
        pays: list[list[int]],
        last_run_out: int,
        talk_limit: int,
    ) -> None:
        self.rules = rules
        self.players = players
        self.options = options
        self.standing = standing
        self.phases = phases
        self.kinds = kinds
        self.wanted_kinds = wanted_kinds
        self.mixed = mixed
        """Are some cards asked for as another kind than their own?"""
        self.deck = deck
        """How many cards of each kind there are to draw."""
        self.pays = pays
        self.last_run_out = last_run_out
        self.talk_limit = talk_limit

    def with_talk_limit(self, most: int) -> Frame:
        """The same with another limit of talk; below 0: none."""
        return Frame(
            self.rules, self.players, {**self.options, "talk_limit": None if most < 0 else most}, self.standing,
            self.phases, self.kinds, self.wanted_kinds, self.mixed, self.deck, self.pays, self.last_run_out, most,
        )  # fmt: skip


_FRAMES: Final[dict[tuple[Rules, int, tuple[int | bool | None, ...]], Frame]] = {}
MOST_FRAMES: Final = 64
"""So many are kept: everybody may bring card sets of their own."""


def frame_of(rules: Rules, players: int, options: dict[str, int | bool | None]) -> Frame:
    """What never changes in a game of so many players with these options, which have been checked."""
    key = (rules, players, tuple(options.values()))
    frame = _FRAMES.get(key)
    if frame is None or frame.rules is not rules:
        frame = new_frame(rules, players, options)
        if len(_FRAMES) >= MOST_FRAMES:
            _FRAMES.clear()
        _FRAMES[key] = frame
    return frame


def new_frame(rules: Rules, players: int, options: dict[str, int | bool | None]) -> Frame:
    make_room(players, rules.room_for_fields)
    limit = options["talk_limit"]
    deck = [0] * (max(bean.kind for bean in rules.beans) + 1)
    for bean in rules.beans:
        deck[bean.kind] += bean.count
    return Frame(
        rules,
        players,
        options,
        [act for act in rules.standing if act.enabled(options)],
        list(reversed(rules.turn_of(players))),
        [bean.kind for bean in rules.beans],
        sorted({KIND_OF[bean.kind] for bean in rules.beans}),
        any(KIND_OF[kind] != kind for kind in rules.all_kinds),
        deck,
        pay_tables(rules.beans),
        rules.last_run_out[rules.players.index(players)],
        MOST_TALK if limit is None else int(limit),
    )
