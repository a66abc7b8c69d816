"""The ranking of a round: which scores share a table, in which order, and how their figures are written."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

from tobean.games.registry import GAMES
from tobean.i18n.catalogues import N_
from tobean.i18n.translator import Translator
from tobean.research.evaluation.figures import VariantScore
from tobean.research.evaluation.score import Score
from tobean.research.evaluation.submission import Variant
from tobean.research.report.number_text import range_text
from tobean.research.statistics.intervals import Interval

NO_VALUE: Final = "\N{EN DASH}"
"""Shown where there is nothing to measure."""


@dataclass(frozen=True)
class Column:
    """A column of the ranking."""

    name: str
    """Attribute of a `VariantScore`."""
    heading: str
    number_format: str

    def cell(self, interval: Interval | None, translator: Translator) -> str:
        """Return the value with its interval."""
        if interval is None:
            return NO_VALUE
        return f"{self.number(interval.value, translator)} ({self.span(interval, translator)})"

    def short_cell(self, interval: Interval | None, translator: Translator) -> str:
        """Return the value with the larger half of its interval."""
        if interval is None:
            return NO_VALUE
        half = max(interval.value - interval.low, interval.high - interval.value)
        half_text = translator.figure(half, self.number_format.lstrip("+"))
        return f"{self.number(interval.value, translator)} \N{PLUS-MINUS SIGN}{half_text}"

    def number(self, value: float, translator: Translator) -> str:
        return translator.figure(round(value, 4) + 0.0, self.number_format)  # `+ 0.0` turns -0.0 into 0.0

    def span(self, interval: Interval, translator: Translator) -> str:
        return range_text(self.number(interval.low, translator), self.number(interval.high, translator))


SCORE: Final = Column("score", N_("score"), ".3f")
MARGIN: Final = Column("margin", N_("margin"), "+.2f")
WINS: Final = Column("wins", N_("wins"), ".1%")
SOCIAL: Final = (
    Column("welfare", N_("welfare"), ".1%"),
    Column("surplus", N_("surplus"), ".1%"),
    Column("fairness", N_("fairness"), ".3f"),
    Column("best_response", N_("best response"), "+.2f"),
    Column("collusion", N_("collusion"), "+.2f"),
    Column("truth", N_("true claims"), ".1%"),
    Column("honoured", N_("honoured calls"), ".1%"),
)
"""Columns that are shown beside the score and do not count in the ranking."""


def rounds_of(scores: Sequence[Score]) -> list[list[Score]]:
    """Return the scores of the same round, the largest round first. Only they can be compared."""
    rounds: dict[str, list[Score]] = {}
    for score in scores:
        rounds.setdefault(score.round.seed, []).append(score)
    return sorted(rounds.values(), key=lambda round_scores: (-len(round_scores), round_scores[0].round.seed))


def variants_in(scores: Sequence[Score]) -> list[Variant]:
    """Return the variants of all scores, in the order of the games."""
    return in_order_of_games({entry.variant for score in scores for entry in score.variants})


def in_order_of_games(variants: Collection[Variant]) -> list[Variant]:
    games = list(GAMES)
    return sorted(
        variants, key=lambda variant: (games.index(variant[0]) if variant[0] in games else len(games), variant)
    )


def variants_without_score(scores: Sequence[Score]) -> list[Variant]:
    """Return the entered variants of a round that no score has: the round is not finished, or was stopped."""
    entered = dict.fromkeys(variant for score in scores for variant in score.submission.variants)
    return in_order_of_games(entered.keys() - set(variants_in(scores)))


def overall_score(score: Score, variants: Sequence[Variant]) -> Interval | None:
    """Return the mean score over the variants of a round; None for a bot that lacks one or aborted a game."""
    own = {entry.variant: entry.score for entry in score.variants}
    complete = all(own.get(variant) is not None for variant in variants) and not score.faults
    return score.mean("score") if complete else None


def ranked(rows: Sequence[tuple[Score, Interval | None]]) -> list[tuple[str, Score, Interval | None]]:
    """Return the rows with ranks, best first. Equal scores share a rank.

    Rows without a score follow without a rank, then bots with code of their own.
    """
    values = [interval.value for score, interval in rows if interval is not None and not score.submission.has_own_code]

    def place(row: tuple[Score, Interval | None]) -> tuple[bool, bool, float, str]:
        score, interval = row
        return score.submission.has_own_code, interval is None, -interval.value if interval else 0.0, score.bot

    def rank(score: Score, interval: Interval | None) -> str:
        if interval is None or score.submission.has_own_code:
            return ""
        return f"{1 + sum(value > interval.value for value in values)}"

    return [(rank(score, interval), score, interval) for score, interval in sorted(rows, key=place)]


def overall_rows(scores: Sequence[Score]) -> list[tuple[str, Score, Interval | None]]:
    """Return the overall ranking. No bot has a place in it before all variants of the round are evaluated."""
    variants = [*variants_in(scores), *variants_without_score(scores)]
    return ranked([(score, overall_score(score, variants)) for score in scores])


def variant_rows(scores: Sequence[Score], variant: Variant) -> list[tuple[str, Score, VariantScore]]:
    """Return the ranking of one variant."""
    entries = {score.bot: entry for score in scores for entry in score.variants if entry.variant == variant}
    rows = [(score, entries[score.bot].score if not score.faults else None) for score in scores if score.bot in entries]
    return [(rank, score, entries[score.bot]) for rank, score, _ in ranked(rows)]


def variant_title(variant: Variant, translator: Translator) -> str:
    game, players = variant
    title = GAMES[game].title if game in GAMES else game
    return f"{title}, {translator.say_plural('{count} player', '{count} players', players)}"


def bot_label(score: Score, translator: Translator) -> str:
    """Return the name of a bot, with the reasons for which it has no rank."""
    reasons = []
    if score.submission.has_own_code:
        reasons.append(translator.say("unranked: runs its own code"))
    if score.faults:
        reasons.append(translator.say_plural("aborted {count} game", "aborted {count} games", score.faults))
    return f"{score.bot} ({reduce(translator.joined, reasons)})" if reasons else score.bot
