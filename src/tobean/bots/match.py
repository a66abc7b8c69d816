"""Games among bots: whole matches with a record, and the loop that asks the bots of a table for their actions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from tobean.bots.turn_policy import NO_LIMIT, DecisionPoint, TurnPolicy
from tobean.kernel.actions import Action
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, Illegal, TobeanError
from tobean.kernel.state.seats import seat_name
from tobean.record.record import Game
from tobean.view.observation import observe

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from tobean.bots.base import Bot
    from tobean.kernel.chance import Chance
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
    from tobean.bots.registry import untimed_bot  # the registry imports bots that search with `play_until`

    players = [untimed_bot(bot) if isinstance(bot, str) else bot for bot in bots]
    names = [f"{record_name(bot)} {seat_name(seat)}" for seat, bot in enumerate(players)]
    played = Game(game, names, seed, None, 0, cards, **{"talk_limit": TALK_LIMIT, **options})
    play_to_end(played.table, players, chance_from(f"{seed} bots"), played.play, until)
    return Match(played.table.rules.score(played.table), played.record)


def record_name(bot: Bot) -> str:
    """The name of a bot as it can stand in a record: `mybot.py:Clever` is `mybot.py Clever` there."""
    return re.sub(r"[,:;=\s]+", " ", bot.name).strip()[:MAX_RECORD_NAME].strip() or "bot"


class BotError(TobeanError):
    """A bot did something that is not allowed."""


def play_to_end(
    table: Table,
    bots: Sequence[Bot],
    chance: Chance,
    play: Callable[[Action], object] | None = None,
    until: Callable[[Table], bool] | None = None,
) -> None:
    """Play a game to its end, one bot a seat, or until something is true of the table.

    Who is asked when says `TurnPolicy`. `play` takes the actions (by default `table.apply`). The table needs a `talk_limit`:
    it is what makes tireless bots come to an end.
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
    """Play to the end of the game, or of a turn, or until something is true of the table."""
    for decision_point in TurnPolicy(table, last_turn=last_turn):
        if until is not None and until(table):
            return
        ask_bot(table, bots[decision_point.seat], decision_point, chance, act)


def ask_bot(
    table: Table, bot: Bot, decision_point: DecisionPoint, chance: Chance, act: Callable[[Action], object]
) -> None:
    """Ask the bot of a seat, and play what it answers."""
    seat = decision_point.seat
    view, actions = observe(table, seat), table.legal_actions(seat)
    if not decision_point.volunteers:
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
