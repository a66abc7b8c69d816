"""The loop that asks the bots of a table for their actions."""

from collections.abc import Callable, Sequence

from tobean.bots.base import Bot
from tobean.bots.turn_policy import NO_LIMIT, DecisionPoint, TurnPolicy
from tobean.kernel.actions import Action
from tobean.kernel.base.seats import seat_name
from tobean.kernel.chance import Chance
from tobean.kernel.errors import BadInput, Illegal, TobeanError
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table


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
