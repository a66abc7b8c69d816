"""The surplus of a table: how much of what trading can bring its players find.

Tables of copies play the same deals. What four misers earn together is 0%, what a commune earns is 100%.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tobean.lab.arena.arena_game import Fixture
from tobean.lab.opponents.population import COMMUNE, NO_TRADE
from tobean.lab.statistics.intervals import Interval, bootstrap, bootstrap_ratio

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tobean.lab.arena.arena_game import Outcome


@dataclass(frozen=True)
class SurplusSummary:
    """A table of copies of one bot."""

    name: str
    deals: int
    total: Interval
    """Thalers of the whole table."""
    surplus: Interval | None
    """The part of the surplus it finds; None if a commune finds none either."""


def surplus_fixtures(names: Iterable[str], players: int, deals: int) -> list[Fixture]:
    """A game of copies of each bot for each deal; where they sit makes no difference."""
    return [Fixture(deal, (name,) * players) for deal in range(deals) for name in names]


def surplus_summary(name: str, players: int, outcomes: Mapping[Fixture, Outcome]) -> SurplusSummary:
    """Over the deals that were played at all three tables."""
    tables = [(each,) * players for each in (NO_TRADE, name, COMMUNE)]
    totals: list[list[int]] = []
    for deal in sorted({fixture.deal for fixture in outcomes}):
        games = [outcomes.get(Fixture(deal, table)) for table in tables]
        played = [game for game in games if game is not None and not game.fault]
        if len(played) == len(tables):
            totals.append([sum(game.thalers) for game in played])
    gained = [float(total - none) for none, total, _ in totals]
    there = [float(best - none) for none, _, best in totals]
    surplus = bootstrap_ratio(gained, there) if sum(there) > 0 else None
    return SurplusSummary(name, len(totals), bootstrap([total for _, total, _ in totals]), surplus)
