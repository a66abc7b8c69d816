"""Statistics of a bot in a single-player game, on numbered deals that never change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tobean.games import GAMES, game_named
from tobean.kernel.errors import BadInput
from tobean.research.arena.arena_game import ArenaSetting, Fixture, Outcome
from tobean.research.statistics.intervals import Interval, bootstrap, mean, share
from tobean.research.statistics.timings import percentile


def solo_setting(game: str | None = None) -> ArenaSetting:
    """Return the numbered deals of a single-player game; by default of the first such game."""
    games = [name for name, rules in GAMES.items() if 1 in rules.players]
    rules = game_named(game or games[0])
    if rules.name not in games:
        raise BadInput(
            "{title} is not for one player; these games are: {known}", title=rules.title, known=", ".join(games)
        )
    return ArenaSetting(rules.name, 1, "solo", {"talk_limit": 0})


@dataclass(frozen=True)
class SoloSummary:
    """Results of one bot over a range of deals."""

    name: str
    deals: int
    wins: Interval
    streak: tuple[float | None, float | None, float | None]
    """Expected number of consecutive wins, for the win rate and both ends of its interval. None if the bot never
    loses."""
    best: int
    """Longest winning streak over the deals in order."""
    margin: Interval
    """Own thalers minus the thalers of the scripted rival, if there is one."""
    thalers: float
    rival: float
    decisions: int
    median: float
    slow: float
    busy: float
    faults: tuple[Outcome, ...]

    def without_times(self) -> SoloSummary:
        """Return a copy without the decision times, which differ from run to run."""
        return replace(self, median=0.0, slow=0.0, busy=0.0)


def solo_fixtures(names: Iterable[str], first: int, deals: int) -> list[Fixture]:
    return [Fixture(deal, (name,)) for deal in range(first, first + deals) for name in names]


def expected_streak(rate: float) -> float | None:
    """Return the expected number of wins before the first loss; None if the bot always wins."""
    return rate / (1 - rate) if rate < 1 else None


def longest_streak(wins: Iterable[bool]) -> int:
    best = streak = 0
    for won in wins:
        streak = streak + 1 if won else 0
        best = max(best, streak)
    return best


def solo_summary(name: str, outcomes: Mapping[Fixture, Outcome]) -> SoloSummary:
    own_games = sorted(
        (game for fixture, game in outcomes.items() if fixture.lineup == (name,)), key=lambda game: game.fixture.deal
    )
    played = [game for game in own_games if not game.fault]
    times: Counter[int] = Counter()
    work: Counter[int] = Counter()
    for game in own_games:
        times.update(game.times.get(name, {}))
        work.update(game.work.get(name, {}))
    wins = [0 in game.winners for game in played]
    rate = share(sum(wins), len(played))
    return SoloSummary(
        name,
        len(played),
        rate,
        (expected_streak(rate.value), expected_streak(rate.low), expected_streak(rate.high)),
        longest_streak(wins),
        bootstrap([game.thalers[0] - game.rival_thalers for game in played]),
        mean([game.thalers[0] for game in played]),
        mean([game.rival_thalers for game in played]),
        times.total(),
        percentile(times, 0.5),
        percentile(times, 0.99),
        percentile(work, 0.99),
        tuple(game for game in own_games if game.fault),
    )
