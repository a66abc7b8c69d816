"""The leaderboard: scores of bots on numbered deals against the frozen population, stored as comparable files.

A score records everything it depends on: versions, deals, options. Only scores that agree in all of it are ranked
together. The score is the margin (own thalers minus the mean of the others') averaged over all opponents and seats of a
deal; its interval comes from resampling deals.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tobean.kernel.errors import BadInput
from tobean.lab.arena.arena_game import Fixture, Outcome, Setting
from tobean.lab.arena.schedule import Pairing, fixtures
from tobean.lab.opponents.population import POPULATION_VERSION, WHOLE_POPULATION, reference_names
from tobean.lab.statistics.intervals import MEAN_DECIMALS, Interval, bootstrap, mean, share
from tobean.lab.statistics.summary import summarize, whole_deals

FORMAT: Final = 1
SEED: Final = "leaderboard"
"""Seed of the leaderboard's deals; the same for every bot."""
TALK_LIMIT: Final = 8
LONGEST_FILE: Final = 100_000
"""Maximum size of a score file in bytes."""


@dataclass(frozen=True)
class Score:
    """The result of one bot."""

    bot: str
    game: str
    edition: str
    players: int
    deals: int
    games: int
    population: int
    seed: str
    talk_limit: int
    version: str
    """Version of tobean."""
    compiled: bool
    margin: Interval
    wins: Interval
    against: dict[str, Interval]
    """Margin against each opponent."""
    median: float
    slow: float
    """Median and 99th percentile of the decision time, in seconds of wall-clock time."""
    seconds: float
    """Duration of the whole run."""
    faults: int
    """Games aborted because of the bot. No other figure includes them."""

    @property
    def comparison_key(self) -> tuple[str, str, int, int, int, str, int]:
        """The fields that two scores must share to be comparable."""
        return (self.game, self.edition, self.players, self.deals, self.population, self.seed, self.talk_limit)


def pairs_of(bot: str, players: int) -> tuple[Pairing, ...]:
    """Pair the bot with every member of the population."""
    return tuple(Pairing(bot, against) for against in reference_names(WHOLE_POPULATION, players))


def games_of(bot: str, players: int, deals: int) -> list[Fixture]:
    return fixtures(pairs_of(bot, players), players, deals)


def score_of(
    bot: str,
    setting: Setting,
    deals: int,
    outcomes: Mapping[Fixture, Outcome],
    edition: str,
    version: str,
    compiled: bool,
    seconds: float,
) -> Score:
    pairs = pairs_of(bot, setting.players)
    summary = summarize(setting, pairs, outcomes)
    played = {fixture: outcome for fixture, outcome in outcomes.items() if not outcome.fault}
    by_deal: dict[int, list[float]] = {}
    wins, games = 0.0, 0
    for pair in pairs:
        for deal_games in whole_deals(pair, setting.players, played):
            margins = [game.margin(seat) for seat, game in enumerate(deal_games)]
            by_deal.setdefault(deal_games[0].fixture.deal, []).append(mean(margins))
            wins += sum(game.share(seat) for seat, game in enumerate(deal_games))
            games += len(deal_games)
    own_summary = next(other for other in summary.bots if other.name == bot)
    return Score(
        bot=bot,
        game=setting.game,
        edition=edition,
        players=setting.players,
        deals=deals,
        games=games,
        population=POPULATION_VERSION,
        seed=setting.seed,
        talk_limit=TALK_LIMIT,
        version=version,
        compiled=compiled,
        margin=bootstrap([round(mean(margins), MEAN_DECIMALS) for margins in by_deal.values()]),
        wins=share(wins, games),
        against={pair.pair.against: pair.margin for pair in summary.pairs},
        median=own_summary.median,
        slow=own_summary.slow,
        seconds=seconds,
        faults=own_summary.faults,
    )


# --- files -------------------------------------------------------------------------------------------------


def score_text(score: Score) -> str:
    """Serialise a score as JSON."""
    data: dict[str, object] = {"tobean leaderboard": FORMAT}
    for name in Score.__dataclass_fields__:
        value = getattr(score, name)
        if isinstance(value, Interval):
            value = value.data()
        elif isinstance(value, dict):
            value = {against: margin.data() for against, margin in value.items()}
        data[name] = value
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def parse_score(content: str, name: str) -> Score:
    """Parse a score. Error messages include the file name."""
    if len(content) > LONGEST_FILE:
        raise BadInput("{name}: this file is too large for a score", name=name)
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("tobean leaderboard") != FORMAT:
        raise BadInput("{name}: this is not a score of the leaderboard", name=name)
    try:
        return score_from(data)
    except KeyError as error:
        raise BadInput("{name}: {key} is missing", name=name, key=error) from error
    except (TypeError, ValueError, AttributeError) as error:
        raise BadInput("{name}: this is not a score of the leaderboard: {reason}", name=name, reason=error) from error


def score_from(data: dict[str, Any]) -> Score:
    """Build a score from JSON data; raises KeyError, TypeError, ValueError or AttributeError if it is malformed."""
    return Score(
        bot=text(data["bot"]),
        game=text(data["game"]),
        edition=text(data["edition"]),
        players=count(data["players"]),
        deals=count(data["deals"]),
        games=count(data["games"]),
        population=count(data["population"]),
        seed=text(data["seed"]),
        talk_limit=count(data["talk_limit"]),
        version=text(data["version"]),
        compiled=data["compiled"] is True,
        margin=interval(data["margin"]),
        wins=interval(data["wins"]),
        against={text(against): interval(margin) for against, margin in data["against"].items()},
        median=number(data["median"]),
        slow=number(data["slow"]),
        seconds=number(data["seconds"]),
        faults=count(data["faults"]),
    )


def text(value: Any) -> str:
    if not isinstance(value, str) or not value or len(value) > 200:
        raise ValueError("a text is missing")
    return value


def count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 10**9:
        raise ValueError("a whole number is missing")
    return value


def number(value: Any) -> float:
    if type(value) not in (int, float) or not -1e9 < value < 1e9:
        raise ValueError("a number is missing")
    return float(value)


def interval(value: Any) -> Interval:
    return Interval(number(value["value"]), number(value["low"]), number(value["high"]))
