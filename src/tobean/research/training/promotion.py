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

from tobean.bots.game_knowledge import judge_for, knowledge_of
from tobean.bots.mendel.features import position_features
from tobean.bots.mendel.net import BadNet, Net, read_net
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.registry import bot_named
from tobean.games import game_named, new_game
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput
from tobean.kernel.observation.observation import observe
from tobean.research.arena.arena_game import ArenaSetting, Fixture, Outcome, play_fixture
from tobean.research.arena.schedule import Pairing
from tobean.research.pools.pool import Pool, WorkFailed
from tobean.research.statistics.intervals import Z95, mean, p_value, standard_deviation

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


def read_candidate(path: Path) -> Net:
    """Read a net of `tobean train`. Raises `BadNet` with the path if the file is not such a net."""
    try:
        net = read_net(path.read_text(encoding="utf-8"))
        game_named(str(net.about["game"]))
    except (BadInput, UnicodeDecodeError, KeyError, TypeError) as error:
        raise BadNet("{path} is not a net of `tobean train`: {reason}", path=str(path), reason=error) from error
    return net


def trained_player_counts(net: Net) -> tuple[int, ...]:
    """Return the numbers of players in the games from which a net has learned; empty if it does not say."""
    selfplay = net.about.get("selfplay") or {}
    runs = selfplay.get("runs") or [selfplay]
    return tuple(sorted({int(count) for run in runs for count in run.get("players", ())}))


def check_candidate(net: Net, path: Path, player_counts: tuple[int, ...]) -> None:
    """Raise `BadNet` unless a net has learned from games with each of these numbers of players, and its inputs are the
    features of these games."""
    game, known = str(net.about["game"]), trained_player_counts(net)
    for count in player_counts:
        if known and count not in known:
            raise BadNet(
                "{path} has learned from games with {known} players, not with {count}: choose with --players",
                path=str(path),
                known=", ".join(map(str, known)),
                count=count,
            )
        features = feature_count(game, count)
        if net.inputs != features:
            raise BadNet(
                "{path} is a net for {inputs} features; {game} with {count} players has {features}",
                path=str(path),
                inputs=net.inputs,
                game=game,
                count=count,
                features=features,
            )


def feature_count(game: str, players: int) -> int:
    """Return the number of features that `mendel` gives a net in this game."""
    table = new_game(game, players, 0)
    view = observe(table, table.awaited)
    actions = table.legal_actions(table.awaited)[:1]
    own = knowledge_of(game).features_after(view, actions, chance_from(0))
    return len(position_features(judge_for(view, DEFAULT_PARAMETERS)) if own is None else own[0])


def fresh_seed(candidate: Path, seed: str) -> str:
    """Return a seed for deals, derived from the content of the net."""
    return f"promote {seed} {hashlib.sha256(candidate.read_bytes()).hexdigest()[:16]}"


def interim_deals(deals: int) -> list[int]:
    """Return the numbers of deals after which the result is examined: each twice the previous one, the last one all."""
    counts = [deals]
    while counts[-1] >= 2 * FIRST_INTERIM_DEALS:
        counts.append(counts[-1] // 2)
    return counts[::-1]


def promotion_match(
    candidate: str,
    champion: str,
    game: str,
    player_counts: tuple[int, ...],
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
        for count in player_counts:
            setting = ArenaSetting(game, count, seed, {"talk_limit": 8 if count > 1 else 0})
            next_deals = range(len(values) // len(player_counts), until)
            for value, wins in play_deals(setting, candidate, champion, next_deals, pool):
                values.append(value)
                won += wins
        p = p_value(values)
        result = PromotionResult(until, mean(values), p, won / len(values), p < SIGNIFICANCE_LEVEL / len(interims))
        report(result)
        if result.promoted or is_futile(values, len(interims), deals * len(player_counts)):
            break
    return result


def is_futile(values: list[float], interims: int, most: int) -> bool:
    """Whether the candidate is so far behind that the remaining deals will hardly help."""
    upper_limit = mean(values) + Z95 * standard_deviation(values) / max(1.0, len(values)) ** 0.5
    return len(values) * interims >= most // 4 and upper_limit < 0.0


def play_deals(
    setting: ArenaSetting, candidate: str, champion: str, deals: range, pool: Pool
) -> Iterator[tuple[float, float]]:
    """Yield the candidate's lead and its share of wins, by deal."""
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
        # `lineups` are ordered by the candidate's seat, so the index of a game is that seat.
        games = [outcomes[Fixture(deal, lineup)] for lineup in lineups]
        if setting.players == 1:
            yield games[0].share(0) - games[1].share(0), games[0].share(0)
        else:
            margins = [game.margin(seat) for seat, game in enumerate(games)]
            shares = [game.share(seat) for seat, game in enumerate(games)]
            yield mean(margins), mean(shares)
