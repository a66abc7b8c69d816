"""Numbered deals, derived from their date.

A day begins and ends at midnight UTC, so that all servers and browsers have the same deal at the same moment. The
cards, the starting player and the seeds of the bots derive from the key of the deal: series, date and game. The series
is part of the key because a change of the rules, of the shuffling or of the bots makes another game of the same date.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from tobean.games import GAMES
from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.kernel.errors import BadInput
from tobean.kernel.rules import Rules
from tobean.record.record import Record
from tobean.session.seats import MAX_FACES, Seat, bot_seat, person_seat
from tobean.session.session import Session
from tobean.session.setup import Setup
from tobean.session.text import skeleton

SERIES: Final = 1
"""Version of the deals. Raise it whenever tests/study/daily/test_golden_deals.py reports another game."""
FIRST_DAY: Final = date(2026, 11, 16)
"""Day of the deal number 1, a Monday."""
PLAYERS: Final = 3
"""Players of a deal, or the nearest number that the game allows: few, so that a game is short."""
OPPONENTS: Final = (("Otto", "merchant/fair", 1), ("Greta", "merchant/generous", 2), ("Bruno", "merchant/tough", 3))
"""Name, bot and face of the opponents, in the order of the seats. These bots have no time limit."""
PLAYER: Final = 0
"""Seat of the player."""
SOLO: Final = "-solo"
DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
EVEN_POINTS: Final = 10
"""Points for as many thalers as the best opponent."""


class BadDay(BadInput):
    """A date without a deal, or a text that is no date."""


class OtherSeries(BadInput):
    """A deal of another series, which another version of the program has dealt."""


@dataclass(frozen=True)
class DailyGame:
    """A game with one deal a day."""

    name: str
    """Name of the game; with `SOLO` for the solo version of a game that is played with opponents, too."""
    game: str
    players: int

    @property
    def rules(self) -> Rules:
        return GAMES[self.game]

    @property
    def is_solo(self) -> bool:
        return self.players == 1


def daily_games() -> dict[str, DailyGame]:
    """Return the games with a deal of the day by name: all games, and the solo version of those that have one."""
    found: dict[str, DailyGame] = {}
    for name, rules in GAMES.items():
        players = min(
            (count for count in rules.players if count > 1), key=lambda count: abs(count - PLAYERS), default=1
        )
        found[name] = DailyGame(name, name, players)
        if players > 1 and 1 in rules.players:
            found[name + SOLO] = DailyGame(name + SOLO, name, 1)
    return found


@dataclass(frozen=True)
class Deal:
    """The deal of one day and game."""

    day: date
    game: DailyGame
    series: int = SERIES

    @property
    def number(self) -> int:
        """Number of the day, from 1 on."""
        return number_of(self.day)

    @property
    def key(self) -> str:
        """Text from which everything derives, such as `1/2026-11-16/GAME`."""
        return f"{self.series}/{self.day.isoformat()}/{self.game.name}"

    @property
    def week(self) -> str:
        """ISO week of the day, such as `2026-W47`."""
        year, week, _ = self.day.isocalendar()
        return f"{year}-W{week:02d}"

    @property
    def path(self) -> str:
        return f"/daily/{self.day.isoformat()}/{self.game.name}"


def number_of(day: date) -> int:
    """Return the number of the deals of a day, from 1 on."""
    return (day - FIRST_DAY).days + 1


def day_at(seconds: float) -> date:
    """Return the day in UTC at a time in seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC).date()


def end_of(day: date) -> datetime:
    """Return the moment at which the deals of the next day begin."""
    return datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC)


def parse_day(text: str, today: date) -> date:
    """Parse a date such as `2026-11-16`; raises `BadDay` for another text and for a day without a deal."""
    try:
        day = date.fromisoformat(text) if DAY.fullmatch(text) else None
    except ValueError:  # such as 2026-02-30
        day = None
    if day is None:
        raise BadDay("{text!r} is not a date such as 2026-11-16", text=text[:20])
    if day < FIRST_DAY:
        raise BadDay("There is no deal of {day}: number 1 is that of {first}.", day=day, first=FIRST_DAY)
    if day > today:
        raise BadDay("The deal of {day} is not there yet. In UTC, today is {today}.", day=day, today=today)
    return day


def deal_of(key: str) -> Deal:
    """Return the deal of a key; raises `OtherSeries` or `BadDay`."""
    series, _, rest = key.partition("/")
    text, _, name = rest.partition("/")
    if series != str(SERIES):
        raise OtherSeries(
            "This is a deal from another version: series {series}, here {own}. They are not compared.",
            series=series[:8],
            own=SERIES,
        )
    if name not in daily_games():
        raise BadDay("there is no deal of the day of {name!r}", name=name[:40])
    return Deal(parse_day(text, date.max), daily_games()[name])


# --- tables ----------------------------------------------------------------------------------------------------------


def opponents(deal: Deal) -> list[tuple[str, str, int]]:
    """Return name, bot and face of each opponent."""
    return list(OPPONENTS[: deal.game.players - 1])


def seats_for(deal: Deal, name: str, person: str, face: int) -> tuple[Seat, ...]:
    """Return the seats: the player, then the opponents. A name or a face that an opponent has gives way."""
    taken = {skeleton(opponent) for opponent, _, _ in opponents(deal)}
    letters = SEAT_LETTERS[1 : deal.game.players]
    unique, count = name, 2
    while skeleton(unique) in taken or unique.upper() in tuple(letters):
        unique, count = f"{name} {count}", count + 1
    seats = [person_seat(unique, person, face)]
    for opponent, bot, own in opponents(deal):
        used = {seat.face for seat in seats} | {other for _, _, other in opponents(deal) if other != own}
        free = own if own not in used else next(each for each in range(1, MAX_FACES + 1) if each not in used)
        seats.append(bot_seat(opponent, bot, free))
    return tuple(seats)


def setup_for(deal: Deal, seats: tuple[Seat, ...], language: str = "en", *, is_practice: bool = False) -> Setup:
    """Return the setup of a table. Undoing and hints are for practice only."""
    return Setup(deal.game.game, seats, deal=deal.key, undo=is_practice, hints=is_practice, language=language)


def opened_session(deal: Deal) -> Session:
    """Return a session with the cards of a deal on the table, without a person."""
    session, _ = Session.open(setup_for(deal, seats_for(deal, "player", "player", 0)), 0.0)
    session.start(0.0, "")
    return session


def deal_of_record(record: Record, today: date) -> Deal:
    """Return the deal of this series that a record was played on; raises `OtherSeries` if there is none."""
    games = [game for game in daily_games().values() if (game.game, game.players) == (record.game, len(record.players))]
    day = today
    while games and day >= FIRST_DAY:
        for game in games:
            session = opened_session(Deal(day, game))
            if (session.deal, session.start_seat) == (record.deal, record.start):
                return Deal(day, game)
        day -= timedelta(days=1)
    raise OtherSeries("This is no deal of the day of series {own}, or a deal from another version.", own=SERIES)


# --- results ---------------------------------------------------------------------------------------------------------


def margin_of(thalers: tuple[int, ...], rival: int | None) -> int:
    """Return the player's lead over the best opponent; negative behind it. The opponent of a solo game is the rival."""
    others = [count for seat, count in enumerate(thalers) if seat != PLAYER] + ([] if rival is None else [rival])
    return thalers[PLAYER] - max(others, default=0)


def points_for(margin: int) -> int:
    """Return the points in the weekly table: at least one for a finished game, none for a missing one."""
    return max(1, EVEN_POINTS + margin)
