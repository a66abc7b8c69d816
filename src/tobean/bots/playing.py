"""A whole game among bots in one call, with its record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from tobean.bots.match import play_to_end
from tobean.bots.registry import untimed_bot
from tobean.kernel.chance import chance_from
from tobean.kernel.state.seats import seat_name
from tobean.record.record import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from tobean.bots.base import Bot
    from tobean.kernel.rules import Result
    from tobean.kernel.table import Table
    from tobean.record.record import Record

TALK_LIMIT: Final = 8
"""How many offers and calls a seat makes in one trading phase, unless somebody says otherwise: bots do not tire."""
MAX_RECORD_NAME: Final = 36
"""How much of a bot's name stands in a record; the letter of its seat comes after it."""


class Match(NamedTuple):
    """How a game among bots ended, and all that happened in it."""

    result: Result
    record: Record


def play_match(
    game: str,
    bots: Sequence[str | Bot],
    seed: int | str = 0,
    *,
    cards: str | Path | Mapping[str, object] | None = None,
    until: Callable[[Table], bool] | None = None,
    **options: int | bool | None,
) -> Match:
    """Play a game to its end, one bot a seat; gives the result and the record.

    Bots are named (`merchant`, `sage@0.5`, `mybot.py`) or brought. The same seed brings the same game: named
    bots do not look at the clock. `cards` and the options of the game are those of `tobean.new_game`. A match that is
    over as soon as `until` is true of its table is scored as it stands then, without a last harvest.

    Examples:
        >>> result, record = play_match("bohnanza", ["miser", "sprout", "random"], seed=2)
        >>> result
        <Result A 8, B 17, C 1; winner B>
        >>> record.players
        ('miser A', 'sprout B', 'random C')
        >>> record.final().result() == result
        True
    """
    players = [untimed_bot(bot) if isinstance(bot, str) else bot for bot in bots]
    names = [f"{record_name(bot)} {seat_name(seat)}" for seat, bot in enumerate(players)]
    played = Game(game, names, seed, None, 0, cards, **{"talk_limit": TALK_LIMIT, **options})
    play_to_end(played.table, players, chance_from(f"{seed} bots"), played.play, until)
    return Match(played.table.rules.score(played.table), played.record)


def record_name(bot: Bot) -> str:
    """The name of a bot as it can stand in a record: `mybot.py:Clever` is `mybot.py Clever` there."""
    return re.sub(r"[,:;=\s]+", " ", bot.name).strip()[:MAX_RECORD_NAME].strip() or "bot"
