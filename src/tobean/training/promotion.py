"""A candidate plays the champion, and takes its place only if it is better beyond doubt.

Deals are fresh: they follow from the candidate itself, so that nobody can have learned from them. It is looked at the
result several times, each time after twice as many deals; so that looking often does not help, each look has to be
convincing on its own: the error of all of them together stays below `SIGNIFICANCE_LEVEL`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from tobean.bots.registry import bot_named
from tobean.lab.arena.arena_game import Fixture, Setting, play_fixture
from tobean.lab.arena.schedule import Pairing
from tobean.lab.pools.pool import WorkFailed
from tobean.lab.statistics.intervals import Z95, mean, p_value, standard_deviation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tobean.lab.arena.arena_game import Outcome
    from tobean.lab.pools.pool import Pool

SIGNIFICANCE_LEVEL: Final = 0.001
"""How likely a candidate that is no better is promoted all the same."""
FIRST_INTERIM_DEALS: Final = 12


@dataclass(frozen=True)
class PromotionResult:
    """What came of a match."""

    deals: int
    margin: float
    """By how much the candidate was better, in thalers a game; alone, the share of the games it won more often."""
    p: float
    wins: float
    promoted: bool

    def data(self) -> dict[str, float | int | bool]:
        return {
            "deals": self.deals, "margin": round(self.margin, 3), "p": self.p, "wins": round(self.wins, 4),
            "promoted": self.promoted,
        }  # fmt: skip


def fresh_seed(candidate: Path, seed: str) -> str:
    """A name for deals that follows from what has been learned."""
    return f"promote {seed} {hashlib.sha256(candidate.read_bytes()).hexdigest()[:16]}"


def interim_deals(deals: int) -> list[int]:
    """After how many deals it is looked at the result: each time twice as many, the last time all."""
    found = [deals]
    while found[-1] >= 2 * FIRST_INTERIM_DEALS:
        found.append(found[-1] // 2)
    return found[::-1]


def promotion_match(
    candidate: str,
    champion: str,
    game: str,
    counts: tuple[int, ...],
    deals: int,
    seed: str,
    pool: Pool,
    tell: Callable[[PromotionResult], None],
) -> PromotionResult:
    """Let a candidate play a champion: on every seat of every deal, with every one of these numbers of players."""
    for name in (candidate, champion):
        bot_named(name)
    when = interim_deals(deals)
    values: list[float] = []
    won = 0.0
    result = PromotionResult(0, 0.0, 1.0, 0.0, False)
    for until in when:
        for count in counts:
            setting = Setting(game, count, seed, {"talk_limit": 8 if count > 1 else 0})
            for value, wins in play_deals(setting, candidate, champion, range(len(values) // len(counts), until), pool):
                values.append(value)
                won += wins
        p = p_value(values)
        result = PromotionResult(until, mean(values), p, won / len(values), p < SIGNIFICANCE_LEVEL / len(when))
        tell(result)
        if result.promoted or is_futile(values, len(when), deals * len(counts)):
            break
    return result


def is_futile(values: list[float], count: int, most: int) -> bool:
    """Is the candidate so far behind that the rest of the deals will hardly help?"""
    reached = mean(values) + Z95 * standard_deviation(values) / max(1.0, len(values)) ** 0.5
    return len(values) * count >= most // 4 and reached < 0.0


def play_deals(
    setting: Setting, candidate: str, champion: str, deals: range, pool: Pool
) -> Iterator[tuple[float, float]]:
    """By deal: by how much the candidate was better, and how much of the wins it had."""
    if setting.players == 1:
        lineups: tuple[tuple[str, ...], ...] = ((candidate,), (champion,))
    else:
        lineups = Pairing(candidate, champion).lineups(setting.players)
    todo = [Fixture(deal, lineup) for deal in deals for lineup in lineups]
    found: dict[Fixture, Outcome] = {}
    for part in pool.run_jobs(partial(play_fixture, setting), todo):
        for outcome in part:
            if outcome.fault:
                raise WorkFailed("{reason}", reason=outcome.fault)
            found[outcome.fixture] = outcome
    for deal in deals:
        games = [found[Fixture(deal, lineup)] for lineup in lineups]
        if setting.players == 1:
            yield games[0].share(0) - games[1].share(0), games[0].share(0)
        else:
            margins = [game.margin(seat) for seat, game in enumerate(games)]
            shares = [game.share(seat) for seat, game in enumerate(games)]
            yield mean(margins), mean(shares)
