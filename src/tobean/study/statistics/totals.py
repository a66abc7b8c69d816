"""Totals of a person's finished games: wins and margins, favourite beans, generous deals, progress."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tobean.record.streak import HEADER, StreakEntry, parse_streak, with_entry
from tobean.study.statistics.bot_ratings import PersonRating, person_rating
from tobean.study.statistics.finished_game import DAMAGED, FinishedGame, GenerousDeal

MAX_FAVOURITES: Final = 5
MAX_GENEROUS: Final = 5
MAX_POINTS: Final = 40
"""Number of points in the chart of progress."""
WINDOW: Final = 10
"""Number of games over which progress is averaged."""


@dataclass(frozen=True)
class VariantTotal:
    """Games of one game with one number of players."""

    game: str
    players: int
    games: int
    wins: int
    margin: float
    """Mean margin."""
    best: int
    """Most thalers in one game."""


@dataclass(frozen=True)
class FavouriteBean:
    """A kind of bean with the number of cards planted and the thalers earned with it."""

    kind: str
    planted: int
    thalers: int


@dataclass(frozen=True)
class TableDeal:
    """A generous deal and the table at which it was made."""

    table: str
    game: str
    deal: GenerousDeal


@dataclass(frozen=True)
class ProgressPoint:
    """Mean margin of the games that end with this one."""

    number: int
    margin: float


@dataclass(frozen=True)
class Totals:
    """Statistics of all counted games."""

    games: int
    wins: int
    deals: int
    variants: list[VariantTotal]
    favourites: list[FavouriteBean]
    generous: list[TableDeal]
    progress: list[ProgressPoint]
    rating: PersonRating
    excluded: dict[str, int]
    """Number of games that do not count, by reason."""
    damaged: list[str]
    """Tables whose log cannot be replayed."""


def totals(games: Mapping[str, FinishedGame]) -> Totals:
    """Add up the games of a person, which are given by table."""
    counted = sorted((game for game in games.values() if not game.excluded), key=lambda game: game.at)
    return Totals(
        len(counted),
        sum(game.won for game in counted),
        sum(game.deals for game in counted),
        variant_totals(counted),
        favourite_beans(counted),
        generous_deals(games),
        progress(counted),
        person_rating(counted),
        dict(Counter(game.excluded for game in games.values() if game.excluded)),
        sorted(table for table, game in games.items() if game.excluded == DAMAGED),
    )


def variant_totals(games: Sequence[FinishedGame]) -> list[VariantTotal]:
    """Return the totals by game and number of players, the most frequent first."""
    variants: defaultdict[tuple[str, int], list[FinishedGame]] = defaultdict(list)
    for game in games:
        variants[game.game, game.players].append(game)
    found = [
        VariantTotal(
            name,
            players,
            len(played),
            sum(game.won for game in played),
            sum(game.margin for game in played) / len(played),
            max(game.thalers for game in played),
        )
        for (name, players), played in variants.items()
    ]
    return sorted(found, key=lambda total: (-total.games, total.game, total.players))


def favourite_beans(games: Sequence[FinishedGame]) -> list[FavouriteBean]:
    """Return the kinds that were planted most."""
    planted: Counter[str] = Counter()
    thalers: Counter[str] = Counter()
    for game in games:
        planted.update(game.planted)
        thalers.update(game.harvested)
    return [FavouriteBean(kind, count, thalers[kind]) for kind, count in planted.most_common(MAX_FAVOURITES)]


def generous_deals(games: Mapping[str, FinishedGame]) -> list[TableDeal]:
    deals = [TableDeal(table, game.game, deal) for table, game in games.items() for deal in game.generous]
    return sorted(deals, key=lambda found: (-found.deal.generosity, found.table))[:MAX_GENEROUS]


def progress(games: Sequence[FinishedGame]) -> list[ProgressPoint]:
    """Return the mean margin over the last `WINDOW` games, at most at `MAX_POINTS` evenly spaced games."""
    count = len(games)
    numbers = list(range(1, count + 1))
    if count > MAX_POINTS:
        numbers = [1 + round(step * (count - 1) / (MAX_POINTS - 1)) for step in range(MAX_POINTS)]
    points = []
    for number in numbers:
        window = games[max(0, number - WINDOW) : number]
        points.append(ProgressPoint(number, sum(game.margin for game in window) / len(window)))
    return points


def streak_entries(games: Mapping[str, FinishedGame]) -> list[StreakEntry]:
    """Return the solo games in the order of time."""
    entries: list[StreakEntry] = []
    for game in sorted(games.values(), key=lambda game: game.at):
        if game.streak:
            entries = with_entry(entries, parse_streak(f"{HEADER}\n{game.streak}")[0])
    return entries
