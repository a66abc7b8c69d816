"""The frame of a game: all that is settled when it is set up and never changes while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

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
        self.pays = pays
        self.last_run_out = last_run_out
        self.talk_limit = talk_limit


def frame_of(rules: Rules, players: int, options: dict[str, int | bool | None]) -> Frame:
    """What never changes in a game of so many players with these options, which have been checked."""
    make_room(players, rules.room_for_fields)
    limit = options["talk_limit"]
    return Frame(
        rules,
        players,
        options,
        [act for act in rules.standing if act.enabled(options)],
        list(reversed(rules.turn_of(players))),
        [bean.kind for bean in rules.beans],
        sorted({KIND_OF[bean.kind] for bean in rules.beans}),
        pay_tables(rules.beans),
        rules.last_run_out[rules.players.index(players)],
        MOST_TALK if limit is None else int(limit),
    )
