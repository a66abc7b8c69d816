"""Statistics of many games: sums of integers, so that the order of the games does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from tobean.i18n.catalogues import N_
from tobean.kernel.actions import Accept, Action, BuyField, Call, Harvest, MakeOffer
from tobean.kernel.base.seats import seat_name
from tobean.kernel.state.piles import END_NO_CARDS, END_RUN_OUT
from tobean.kernel.table import Table
from tobean.research.statistics.intervals import wilson

MEASURE_OF_ACTION: Final[dict[type[Action], str]] = {
    MakeOffer: "offers",
    Call: "calls",
    Accept: "deals",
    Harvest: "harvests",
    BuyField: "fields bought",
}
MEASURES: Final = N_(
    ("turns", "decisions", "offers", "calls", "deals", "gifts", "harvests", "fields bought", "run-outs")
)
"""Counts for each game. Gifts are deals too; the final harvest is not a decision and does not count."""


ENDINGS: Final = N_({END_RUN_OUT: "last run-out", END_NO_CARDS: "no cards for a new pile"})
"""Texts of why a game is over, by the table's ending."""
NOT_NAMED: Final = N_("not named")
"""Ending of a table that does not name one."""


@dataclass
class SampleStatistics:
    """Mean, deviation and range of a sample of integers."""

    count: int = 0
    total: int = 0
    squares: int = 0
    minimum: int = 0
    maximum: int = 0

    def add(self, value: int) -> None:
        self.merge(SampleStatistics(1, value, value * value, value, value))

    def merge(self, other: SampleStatistics) -> None:
        if other.count:
            self.minimum = min(self.minimum, other.minimum) if self.count else other.minimum
            self.maximum = max(self.maximum, other.maximum) if self.count else other.maximum
            self.count += other.count
            self.total += other.total
            self.squares += other.squares

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """Standard deviation of the sample; 0 for fewer than two numbers."""
        if self.count < 2:
            return 0.0
        return sqrt((self.count * self.squares - self.total * self.total) / (self.count * (self.count - 1)))

    def data(self) -> dict[str, float]:
        return {"mean": self.mean, "sd": self.deviation, "min": self.minimum, "max": self.maximum, "total": self.total}


@dataclass
class SeatStatistics:
    """Results of a seat or a bot, one for each game and seat."""

    thalers: SampleStatistics = field(default_factory=SampleStatistics)
    wins: int = 0

    def add(self, thalers: int, won: bool) -> None:
        self.thalers.add(thalers)
        self.wins += won

    def merge(self, other: SeatStatistics) -> None:
        self.thalers.merge(other.thalers)
        self.wins += other.wins

    @property
    def share(self) -> float:
        return self.wins / self.thalers.count if self.thalers.count else 0.0

    def data(self) -> dict[str, object]:
        return {
            "games": self.thalers.count,
            "thalers": self.thalers.data(),
            "wins": self.wins,
            "win_share": self.share,
            "win_interval": list(wilson(self.wins, self.thalers.count)),
        }


@dataclass
class SimulationStatistics:
    """Everything counted in a set of games."""

    games: int = 0
    seats: dict[str, SeatStatistics] = field(default_factory=dict)
    bots: dict[str, SeatStatistics] = field(default_factory=dict)
    measures: dict[str, SampleStatistics] = field(
        default_factory=lambda: {name: SampleStatistics() for name in MEASURES}
    )
    endings: Counter[str] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)
    """Number of games by number of winners."""

    def add(self, table: Table, bots: Sequence[str], counts: Counter[str]) -> None:
        result = table.result()
        self.games += 1
        for seat, thalers in enumerate(result.thalers):
            won = seat in result.winners
            self.seats.setdefault(seat_name(seat), SeatStatistics()).add(thalers, won)
            self.bots.setdefault(bots[seat], SeatStatistics()).add(thalers, won)
        if result.rival:
            self.seats.setdefault(result.rival, SeatStatistics()).add(result.rival_thalers, not result.winners)
        found = {**counts, "turns": table.turn, "decisions": table.ply, "run-outs": table.run_outs}
        for name, sample in self.measures.items():
            sample.add(found.get(name, 0))
        self.endings[table.ending or NOT_NAMED] += 1
        self.winners[len(result.winners) or (1 if result.rival else 0)] += 1

    def merge(self, other: SimulationStatistics) -> None:
        self.games += other.games
        for own, others in ((self.seats, other.seats), (self.bots, other.bots)):
            for name, score in others.items():
                own.setdefault(name, SeatStatistics()).merge(score)
        for name, sample in other.measures.items():
            self.measures[name].merge(sample)
        self.endings.update(other.endings)
        self.winners.update(other.winners)

    def plus(self, other: SimulationStatistics) -> SimulationStatistics:
        """Return the sum of both as a new object, so that an interruption never leaves half a sum behind."""
        both = SimulationStatistics()
        both.merge(self)
        both.merge(other)
        return both


def counting(table: Table, play: Callable[[Action], object], counts: Counter[str]) -> Callable[[Action], None]:
    """Wrap `play` so that it counts actions."""

    def act(action: Action) -> None:
        gift = isinstance(action, Accept) and is_gift(table, action)
        play(action)
        name = MEASURE_OF_ACTION.get(type(action))
        if name is not None:
            counts[name] += 1
        if gift:
            counts["gifts"] += 1

    return act


def is_gift(table: Table, action: Accept) -> bool:
    """Whether one side gives nothing (T3)."""
    return any(offer.number == action.number and not (offer.cards and offer.wants) for offer in table.offers)
