"""Games of the reference bots: each of them plays a deal in the seat of the player, against the same opponents."""

from __future__ import annotations

from typing import Final

import msgspec

from tobean.bots.base import Bot
from tobean.bots.registry import untimed_bot
from tobean.bots.turn_policy import TurnPolicy
from tobean.kernel.errors import BadInput
from tobean.kernel.table import Table
from tobean.record.record import Record
from tobean.session.bots.bot_requests import CHOOSE, VOLUNTEER, run_request
from tobean.session.bots.bot_scheduler import BotRequest, BotScheduler
from tobean.session.session import Session
from tobean.study.daily.deals import PLAYER, Deal, margin_of, seats_for, setup_for

REFERENCES: Final = ("sprout", "merchant", "mendel")
"""Reference bots, easiest first. None of them has a time limit here, so all machines compute the same games."""


class BotResult(msgspec.Struct, frozen=True):
    """Result in the seat of the player; `bot` is "" for a person."""

    bot: str
    thalers: int
    margin: int
    rank: int
    won: bool


class BotGame(msgspec.Struct, frozen=True):
    """Result of a reference bot, with the record of its game."""

    result: BotResult
    record: str


def play_deal(deal: Deal, bot: str) -> BotGame:
    """Play a deal with a reference bot in the seat of the player. The opponents treat it like a person."""
    if bot not in REFERENCES:
        raise BadInput("{bot!r} plays no deals of the day", bot=bot)
    session, _ = Session.open(setup_for(deal, seats_for(deal, bot, bot, 0)), 0.0)
    session.start(0.0, "")
    scheduler, player = BotScheduler(session), untimed_bot(bot)
    for point in TurnPolicy(session.table):
        seat, mode = point.seat, VOLUNTEER if point.is_optional else CHOOSE
        spec = bot if seat == PLAYER else session.seats[seat].bot
        request = scheduler.build_request(BotRequest(seat, spec, mode, 0.0, session.version), "")
        do = run_request(request, player_at(seat, player))["do"]
        if do is not None:
            session.act(seat, str(do), session.version, 0.0, "", "bot")
    return BotGame(result_of(session.table, bot), session.record().text())


def player_at(seat: int, player: Bot) -> Bot | None:
    """Return the reference bot in its seat; opponents are created anew for each decision, as at a table."""
    return player if seat == PLAYER else None


def result_of(table: Table, bot: str = "") -> BotResult:
    """Return the player's result at a table where the game is over."""
    result = table.result()
    margin = margin_of(result.thalers, result.rival_thalers if result.rival else None)
    return BotResult(bot, result.thalers[PLAYER], margin, result.ranks[PLAYER], PLAYER in result.winners)


# --- comparison ------------------------------------------------------------------------------------------------------


def first_difference(record: Record, other: Record) -> int | None:
    """Return the number of actions that two games of a deal have in common; None if the games are the same.

    Raises `BadInput` for records of different deals.
    """
    if (record.game, record.deal, record.start) != (other.game, other.deal, other.start):
        raise BadInput("These two games are not of the same deal, so they cannot be compared.")
    if record.options != other.options or len(record.players) != len(other.players):
        raise BadInput("These two games are not of the same deal, so they cannot be compared.")
    for ply, (move, counterpart) in enumerate(zip(record.moves, other.moves, strict=False)):
        if move.action != counterpart.action or move.chance != counterpart.chance:
            return ply
    return None if len(record.moves) == len(other.moves) else min(len(record.moves), len(other.moves))
