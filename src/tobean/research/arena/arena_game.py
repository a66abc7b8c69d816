"""One arena game: a deal, a bot for each seat, and the outcome.

The cards depend only on the setting and the deal number, so all lineups play the same deals.
"""

from collections import Counter
from dataclasses import dataclass, field

from tobean.bots.game_loop import BotError, play_to_end
from tobean.games import game_with_cards
from tobean.kernel.chance import chance_from
from tobean.kernel.component import Options
from tobean.kernel.phases.setup import new_table
from tobean.kernel.table import Table
from tobean.research.arena.game_statistics import Flow, GameStatistics, timed_bot
from tobean.research.opponents.population import lab_bot


@dataclass(frozen=True)
class ArenaSetting:
    """Parameters shared by all games of a run."""

    game: str
    players: int
    seed: str = "0"
    options: Options = field(default_factory=dict)
    cards: str = ""
    """A custom card set, as JSON."""

    def table(self, deal: int) -> Table:
        rules = game_with_cards(self.game, self.cards)
        return new_table(rules, self.players, chance_from(f"{self.seed} deal {deal}"), self.options)


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    deal: int
    lineup: tuple[str, ...]
    """The bot at each seat. Seat A starts."""


@dataclass(frozen=True)
class Outcome:
    """The result of a played game."""

    fixture: Fixture
    thalers: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    rival_thalers: int = 0
    turns: int = 0
    offers: tuple[int, ...] = ()
    """Offers made by each seat, including counter-offers."""
    accepted: tuple[int, ...] = ()
    """Offers of each seat that another seat accepted."""
    calls: tuple[int, ...] = ()
    claims: tuple[int, ...] = ()
    """Kinds that each seat said in calls to have."""
    true_claims: tuple[int, ...] = ()
    """Claims that were true when they were made."""
    honoured_calls: tuple[int, ...] = ()
    refused_calls: tuple[int, ...] = ()
    """As counted by `TradeHistory`."""
    flows: tuple[Flow, ...] = ()
    times: dict[str, Counter[int]] = field(default_factory=dict)
    """For each bot, the number of decisions in each bucket of `tobean.research.statistics.timings`."""
    work: dict[str, Counter[int]] = field(default_factory=dict)
    """Like `times`, but by CPU time."""
    culprit: str = ""
    """The bot that caused the game to be aborted."""
    fault: str = ""
    """The error message of the aborted game."""

    def share(self, seat: int) -> float:
        """Return this seat's share of the win: 1 divided by the number of winners."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def margin(self, seat: int) -> float:
        """Return the seat's thalers minus the mean of the others'."""
        others = [thalers for other, thalers in enumerate(self.thalers) if other != seat]
        return self.thalers[seat] - sum(others) / len(others)


def play_fixture(setting: ArenaSetting, fixture: Fixture) -> Outcome:
    """Play a game to its end. If a bot acts illegally or crashes, the game stops and the outcome records the fault."""
    table = setting.table(fixture.deal)
    statistics = GameStatistics(table, fixture.lineup)
    bots = [timed_bot(lab_bot(name), seat, statistics) for seat, name in enumerate(fixture.lineup)]
    try:
        play_to_end(table, bots, chance_from(f"{setting.seed} deal {fixture.deal} bots"), statistics.act)
    except BotError as error:
        culprit = fixture.lineup[statistics.acting_seat]
        return Outcome(fixture, times=statistics.times, work=statistics.cpu_times, culprit=culprit, fault=str(error))
    result = table.result()
    return Outcome(
        fixture,
        result.thalers,
        result.ranks,
        result.winners,
        result.rival_thalers,
        table.turn,
        tuple(statistics.offers),
        tuple(statistics.accepted),
        tuple(statistics.calls),
        tuple(statistics.claims),
        tuple(statistics.true_claims),
        table.trade_history.honoured_calls,
        table.trade_history.refused_calls,
        statistics.flows(),
        statistics.times,
        statistics.cpu_times,
    )
