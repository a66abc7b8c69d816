"""Matches: complete games between bots, with a record."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tobean.bots.base import Bot
from tobean.bots.game_loop import play_to_end
from tobean.bots.registry import untimed_bot
from tobean.kernel.base.seats import seat_name
from tobean.kernel.chance import chance_from
from tobean.kernel.rules import Result
from tobean.kernel.table import Table
from tobean.record.record import Game, Record

TALK_LIMIT: Final = 8
"""Default number of offers and calls per seat and trading phase: without a limit, bots would talk forever."""
MAX_RECORD_NAME: Final = 36
"""Maximum length of a bot's name in a record, before the letter of its seat."""


class Match(NamedTuple):
    """Result and record of a game among bots."""

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
    """Play a game to its end with one bot per seat, and return its result and record.

    Bots are given by name (`merchant`, `sage@0.5`, `mybot.py`) or as objects. The same seed gives the same game: bots
    given by name do not look at the clock. `cards` and the options of the game are those of `tobean.new_game`. A match
    that ends because `until` is true of its table is scored as it stands then, without a last harvest.

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
    recorded = Game(game, names, seed, None, 0, cards, **{"talk_limit": TALK_LIMIT, **options})
    play_to_end(recorded.table, players, chance_from(f"{seed} bots"), recorded.play, until)
    return Match(recorded.table.rules.score(recorded.table), recorded.record)


def record_name(bot: Bot) -> str:
    """Return the bot's name as a record can hold it: `mybot.py:Clever` becomes `mybot.py Clever`."""
    return re.sub(r"[,:;=\s]+", " ", bot.name).strip()[:MAX_RECORD_NAME].strip() or "bot"
