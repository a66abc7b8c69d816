"""The surplus of a table: the share of the possible gains from trade that its players realise.

Tables of copies play the same deals. The total of four misers is 0%, that of a commune is 100%.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tobean.research.arena.arena_game import Fixture, Outcome
from tobean.research.opponents.population import COMMUNE, NO_TRADE
from tobean.research.statistics.intervals import Interval, bootstrap, bootstrap_ratio


@dataclass(frozen=True)
class SurplusSummary:
    """Results of a table of copies of one bot."""

    name: str
    deals: int
    total: Interval
    """Total thalers of the table."""
    surplus: Interval | None
    """Share of the surplus realised; None if the commune has no surplus either."""


def surplus_fixtures(names: Iterable[str], players: int, deals: int) -> list[Fixture]:
    """List one game of copies for each bot and deal. Seats need no rotation."""
    return [Fixture(deal, (name,) * players) for deal in range(deals) for name in names]


def surplus_summary(name: str, players: int, outcomes: Mapping[Fixture, Outcome]) -> SurplusSummary:
    """Summarise the deals that were played at all three tables."""
    tables = [(bot,) * players for bot in (NO_TRADE, name, COMMUNE)]
    totals: list[list[int]] = []
    for deal in sorted({fixture.deal for fixture in outcomes}):
        games = [outcomes.get(Fixture(deal, table)) for table in tables]
        played = [game for game in games if game is not None and not game.fault]
        if len(played) == len(tables):
            totals.append([sum(game.thalers) for game in played])
    realised = [float(total - none) for none, total, _ in totals]
    possible = [float(best - none) for none, _, best in totals]
    surplus = bootstrap_ratio(realised, possible) if sum(possible) > 0 else None
    return SurplusSummary(name, len(totals), bootstrap([total for _, total, _ in totals]), surplus)
