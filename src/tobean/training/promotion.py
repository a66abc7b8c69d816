"""A match between a candidate and the champion; the candidate is promoted only if it is significantly better.

Deals are fresh: they are derived from the candidate's net, so no net can have been trained on them. The result is
examined several times, each time after twice as many deals. To keep repeated testing from inflating the error, the
levels of all interim tests together stay below `SIGNIFICANCE_LEVEL`.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from tobean.bots.registry import bot_named
from tobean.lab.arena.arena_game import Fixture, Outcome, Setting, play_fixture
from tobean.lab.arena.schedule import Pairing
from tobean.lab.pools.pool import Pool, WorkFailed
from tobean.lab.statistics.intervals import Z95, mean, p_value, standard_deviation

SIGNIFICANCE_LEVEL: Final = 0.001
"""Probability of promoting a candidate that is no better."""
FIRST_INTERIM_DEALS: Final = 12


@dataclass(frozen=True)
class PromotionResult:
    """The result of a match."""

    deals: int
    margin: float
    """The candidate's lead in thalers per game; in single-player games, in share of wins."""
    p: float
    wins: float
    promoted: bool

    def data(self) -> dict[str, float | int | bool]:
        return {
            "deals": self.deals, "margin": round(self.margin, 3), "p": self.p, "wins": round(self.wins, 4),
            "promoted": self.promoted,
        }  # fmt: skip


def fresh_seed(candidate: Path, seed: str) -> str:
    """A seed for deals, derived from the content of the net."""
    return f"promote {seed} {hashlib.sha256(candidate.read_bytes()).hexdigest()[:16]}"


def interim_deals(deals: int) -> list[int]:
    """The numbers of deals after which the result is examined: each twice the previous one, the last one all."""
    counts = [deals]
    while counts[-1] >= 2 * FIRST_INTERIM_DEALS:
        counts.append(counts[-1] // 2)
    return counts[::-1]


def promotion_match(
    candidate: str,
    champion: str,
    game: str,
    counts: tuple[int, ...],
    deals: int,
    seed: str,
    pool: Pool,
    report: Callable[[PromotionResult], None],
) -> PromotionResult:
    """Play a candidate against a champion, at every seat of every deal, with each of these numbers of players."""
    for name in (candidate, champion):
        bot_named(name)
    interims = interim_deals(deals)
    values: list[float] = []
    won = 0.0
    result = PromotionResult(0, 0.0, 1.0, 0.0, False)
    for until in interims:
        for count in counts:
            setting = Setting(game, count, seed, {"talk_limit": 8 if count > 1 else 0})
            for value, wins in play_deals(setting, candidate, champion, range(len(values) // len(counts), until), pool):
                values.append(value)
                won += wins
        p = p_value(values)
        result = PromotionResult(until, mean(values), p, won / len(values), p < SIGNIFICANCE_LEVEL / len(interims))
        report(result)
        if result.promoted or is_futile(values, len(interims), deals * len(counts)):
            break
    return result


def is_futile(values: list[float], interims: int, most: int) -> bool:
    """Whether the candidate is so far behind that the remaining deals will hardly help."""
    upper_limit = mean(values) + Z95 * standard_deviation(values) / max(1.0, len(values)) ** 0.5
    return len(values) * interims >= most // 4 and upper_limit < 0.0


def play_deals(
    setting: Setting, candidate: str, champion: str, deals: range, pool: Pool
) -> Iterator[tuple[float, float]]:
    """The candidate's lead and its share of wins, by deal."""
    if setting.players == 1:
        lineups: tuple[tuple[str, ...], ...] = ((candidate,), (champion,))
    else:
        lineups = Pairing(candidate, champion).lineups(setting.players)
    fixtures = [Fixture(deal, lineup) for deal in deals for lineup in lineups]
    outcomes: dict[Fixture, Outcome] = {}
    for part in pool.run_jobs(partial(play_fixture, setting), fixtures):
        for outcome in part:
            if outcome.fault:
                raise WorkFailed("{reason}", reason=outcome.fault)
            outcomes[outcome.fixture] = outcome
    for deal in deals:
        games = [outcomes[Fixture(deal, lineup)] for lineup in lineups]
        if setting.players == 1:
            yield games[0].share(0) - games[1].share(0), games[0].share(0)
        else:
            margins = [game.margin(seat) for seat, game in enumerate(games)]
            shares = [game.share(seat) for seat, game in enumerate(games)]
            yield mean(margins), mean(shares)
