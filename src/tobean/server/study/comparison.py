"""Comparison of two games of a deal: the first decision at which they differ."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from tobean.i18n import label
from tobean.kernel.errors import BadInput
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.record.record import Record, parse_record
from tobean.server.site import Site
from tobean.server.study.attempts import Attempt, attempt_key, finished_session
from tobean.server.study.rankings import BOT_PREFIX, LONGEST
from tobean.server.study.references import bot_record
from tobean.study.daily.bot_games import REFERENCES, first_difference
from tobean.study.daily.deals import Deal


@dataclass(frozen=True)
class ComparedGame:
    """A finished game of a deal, with the name of its replay."""

    replay: str
    name: str
    record: Record


@dataclass(frozen=True)
class Choice:
    """A player and an action in words; both "" after the end of a game."""

    player: str
    action: str


@dataclass(frozen=True)
class Comparison:
    """The point at which two games part, and what was done next in each."""

    ply: int
    turn: int
    own: Choice
    other: Choice


async def own_game(site: Site, attempt: Attempt) -> ComparedGame:
    session = await finished_session(site, attempt.table)
    if session is None:
        raise BadInput("Your game of this deal has been deleted, so it cannot be compared.")
    record = session.record()
    return ComparedGame(attempt.table, record.players[0], record)


async def other_game(site: Site, deal: Deal, other: str, address_block: str) -> ComparedGame | None:
    """Return the game of a reference bot, or of a person who has finished this deal; None if there is none."""
    if other.startswith(BOT_PREFIX):
        bot = other.removeprefix(BOT_PREFIX)
        if bot not in REFERENCES:
            return None
        name, text = await bot_record(site, deal, bot, address_block)
        return ComparedGame(name, bot, parse_record(text))
    for ranked in await site.facts.ranking(attempt_key(deal), LONGEST):
        attempt = ranked.fact.read(Attempt)
        if attempt.table == other and attempt.finished:
            session = await finished_session(site, other)
            if session is None:
                raise BadInput("The other game has been deleted, so it cannot be compared.")
            return ComparedGame(other, ranked.name, session.record())
    return None


async def comparison(own: ComparedGame, other: ComparedGame, language: str) -> Comparison | None:
    """Return where two games part; None if they are the same. Raises `BadInput` for games of different deals."""
    return await asyncio.to_thread(compare, own.record, other.record, language)


def compare(own: Record, other: Record, language: str) -> Comparison | None:
    ply = first_difference(own, other)
    if ply is None:
        return None
    table = table_at(own, ply)
    return Comparison(ply, table.turn, choice(own, ply, table, language), choice(other, ply, table, language))


def table_at(record: Record, ply: int) -> Table:
    """Return the table after this number of actions."""
    for number, (table, _, _) in enumerate(record.replay()):
        if number == ply:
            return table
    raise AssertionError(f"the record has fewer than {ply} actions")


def choice(record: Record, ply: int, table: Table, language: str) -> Choice:
    if ply >= len(record.moves):
        return Choice("", "")
    action = record.moves[ply].action
    words = label(action, table.rules, record.players, language, observe(table, action.seat))
    return Choice(record.players[action.seat], words)
