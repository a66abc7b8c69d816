"""Games among bots: whole matches with a record, and the loop that asks the bots of a table for their actions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from tobean.bots.turn_policy import NO_LIMIT, DecisionPoint, TurnPolicy
from tobean.kernel.actions import Action
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, Illegal, TobeanError
from tobean.kernel.rules import Result
from tobean.kernel.state.seats import seat_name
from tobean.record.record import Game, Record
from tobean.view.observation import observe

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from tobean.bots.base import Bot
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table

TALK_LIMIT: Final = 8
"""Default number of offers and calls per seat and trading phase: without a limit, bots would talk forever."""
MAX_RECORD_NAME: Final = 36
"""Longest part of a bot's name that is written to a record, before the letter of its seat."""


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
    from tobean.bots.registry import untimed_bot  # the registry imports bots that search with `play_until`

    players = [untimed_bot(bot) if isinstance(bot, str) else bot for bot in bots]
    names = [f"{record_name(bot)} {seat_name(seat)}" for seat, bot in enumerate(players)]
    recorded = Game(game, names, seed, None, 0, cards, **{"talk_limit": TALK_LIMIT, **options})
    play_to_end(recorded.table, players, chance_from(f"{seed} bots"), recorded.play, until)
    return Match(recorded.table.rules.score(recorded.table), recorded.record)


def record_name(bot: Bot) -> str:
    """Return the bot's name as a record can hold it: `mybot.py:Clever` becomes `mybot.py Clever`."""
    return re.sub(r"[,:;=\s]+", " ", bot.name).strip()[:MAX_RECORD_NAME].strip() or "bot"


class BotError(TobeanError):
    """A bot returned something that is not a legal action of its seat."""


def play_to_end(
    table: Table,
    bots: Sequence[Bot],
    chance: Chance,
    play: Callable[[Action], object] | None = None,
    until: Callable[[Table], bool] | None = None,
) -> None:
    """Play a game to its end with one bot per seat, or until `until` is true of the table.

    `TurnPolicy` decides the order in which bots are asked. `play` applies the actions (default: `table.apply`). The
    table needs a `talk_limit`, without which bots may talk forever.
    """
    if len(bots) != table.players:
        raise BadInput("there are {count} bots for {players} seats", count=len(bots), players=table.players)
    play_until(table, bots, chance, play or table.apply, NO_LIMIT, until)


def play_until(
    table: Table,
    bots: Sequence[Bot],
    chance: Chance,
    act: Callable[[Action], object],
    last_turn: int = NO_LIMIT,
    until: Callable[[Table], bool] | None = None,
) -> None:
    """Play to the end of the game or of the turn `last_turn`, or until `until` is true of the table."""
    for decision_point in TurnPolicy(table, last_turn=last_turn):
        if until is not None and until(table):
            return
        ask_bot(table, bots[decision_point.seat], decision_point, chance, act)


def ask_bot(
    table: Table, bot: Bot, decision_point: DecisionPoint, chance: Chance, act: Callable[[Action], object]
) -> None:
    """Ask a bot for its action and apply it."""
    seat = decision_point.seat
    view, actions = observe(table, seat), table.legal_actions(seat)
    if not decision_point.is_optional:
        apply_action(bot, seat, bot.choose(view, actions, chance), act)
        return
    action = bot.volunteer(view, actions, chance)
    if action is not None:
        apply_action(bot, seat, action, act)


def apply_action(bot: Bot, seat: int, action: object, act: Callable[[Action], object]) -> None:
    if not isinstance(action, Action):
        raise BotError(
            "{name} at seat {seat} answered {action!r}, which is not an action",
            name=bot.name,
            seat=seat_name(seat),
            action=action,
        )
    if action.seat != seat:
        raise BotError(
            "{name} at seat {seat} acts for seat {other}",
            name=bot.name,
            seat=seat_name(seat),
            other=seat_name(action.seat),
        )
    try:
        act(action)
    except Illegal as error:
        raise BotError(
            "{name} at seat {seat} tried {action!r}: {reason}",
            name=bot.name,
            seat=seat_name(seat),
            action=action,
            reason=error,
        ) from error
