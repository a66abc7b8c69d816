"""A game among bots: whom to ask, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import Action
from tobean.kernel.errors import BadInput, Illegal, TobeanError
from tobean.kernel.events import NOBODY
from tobean.kernel.seats import seat_name
from tobean.kernel.table import NO_SEAT
from tobean.kernel.trading import to_answer
from tobean.view.observation import observe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tobean.bots.base import Bot
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table


NO_LIMIT: Final = 1 << 40


class BotError(TobeanError):
    """A bot did something that is not allowed."""


def play_out(table: Table, bots: Sequence[Bot], chance: Chance, play: Callable[[Action], object] | None = None) -> None:
    """Play a game to its end, one bot a seat.

    The awaited seat is asked. Whenever trading has just begun, or a deal or a call has changed it, the other seats
    may put in a word first, clockwise, once each; likewise at a last moment for harvests. `play` takes the actions (by
    default `table.apply`). The table needs a `talk_limit`: it is what makes tireless bots come to an end.
    """
    if len(bots) != table.players:
        raise BadInput("there are {count} bots for {players} seats", count=len(bots), players=table.players)
    play_on(table, bots, chance, play or table.apply)


def play_on(
    table: Table, bots: Sequence[Bot], chance: Chance, act: Callable[[Action], object], last_turn: int = NO_LIMIT
) -> None:
    """Play to the end of the game, or of a turn."""
    asked_at = -1
    while not table.over and table.turn <= last_turn:
        if table.may_talk(table.active) and to_answer(table) == NOBODY and asked_at != trading_revision(table):
            asked_at = trading_revision(table)
            volunteers(table, bots, chance, act)
        elif table.decision.last_moment and asked_at != -table.turn * 100 - table.phase:
            asked_at = -table.turn * 100 - table.phase
            volunteers(table, bots, chance, act)
        seat = table.awaited
        if seat == NO_SEAT:  # the last harvest has ended the game
            return
        action = bots[seat].choose(observe(table, seat), table.legal_actions(seat), chance)
        take(table, bots, seat, action, act)


def trading_revision(table: Table) -> int:
    """Changes whenever there is something new that others may want to react to."""
    return (table.turn * 100 + table.deals) * 100 + len(table.calls)


def volunteers(table: Table, bots: Sequence[Bot], chance: Chance, act: Callable[[Action], object]) -> None:
    for step in range(1, table.players):
        seat = (table.active + step) % table.players
        action = bots[seat].volunteer(observe(table, seat), table.legal_actions(seat), chance)
        if action is not None:
            take(table, bots, seat, action, act)


def take(table: Table, bots: Sequence[Bot], seat: int, action: object, act: Callable[[Action], object]) -> None:
    if not isinstance(action, Action):
        raise BotError(
            "{name} at seat {seat} answered {action!r}, which is not an action",
            name=bots[seat].name,
            seat=seat_name(seat),
            action=action,
        )
    if action.seat != seat:
        raise BotError(
            "{name} at seat {seat} acts for seat {other}",
            name=bots[seat].name,
            seat=seat_name(seat),
            other=seat_name(action.seat),
        )
    try:
        act(action)
    except Illegal as error:
        raise BotError(
            "{name} at seat {seat} tried {action!r}: {reason}",
            name=bots[seat].name,
            seat=seat_name(seat),
            action=action,
            reason=error,
        ) from error
