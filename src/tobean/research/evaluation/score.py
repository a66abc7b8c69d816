"""Scores: the figures of a bot in all its variants, with everything needed to check how they came about."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from tobean.research.evaluation.evaluation_round import Round, round_from
from tobean.research.evaluation.figures import VariantScore
from tobean.research.evaluation.json_fields import (
    count,
    entries,
    file_text,
    mapping,
    number,
    optional_interval,
    parse_file,
    text,
)
from tobean.research.evaluation.submission import Submission, submission_from
from tobean.research.statistics.intervals import Interval
from tobean.research.statistics.jackknife import mean_of_intervals

KIND: Final = "tobean score"
FORMAT: Final = 2


@dataclass(frozen=True)
class Score:
    """The result of one bot in a round."""

    submission: Submission
    round: Round
    compiled: bool
    variants: tuple[VariantScore, ...]

    @property
    def bot(self) -> str:
        return self.submission.bot

    @property
    def faults(self) -> int:
        return sum(variant.faults for variant in self.variants)

    def mean(self, figure: str) -> Interval | None:
        """Return the mean of a figure over all variants that have it; each counts the same."""
        return mean_figure([getattr(variant, figure) for variant in self.variants])


def mean_figure(intervals: Sequence[Interval | None]) -> Interval | None:
    found = [interval for interval in intervals if interval is not None]
    return mean_of_intervals(found) if found else None


# --- files -------------------------------------------------------------------------------------------------


def score_text(score: Score) -> str:
    data: dict[str, Any] = {
        KIND: FORMAT,
        "submission": score.submission.data(),
        "round": score.round.data(),
        "compiled": score.compiled,
        "variants": [variant_data(variant) for variant in score.variants],
    }
    return file_text(data)


def variant_data(variant: VariantScore) -> dict[str, Any]:
    return {field.name: field_data(getattr(variant, field.name)) for field in fields(variant)}


def field_data(value: Any) -> Any:
    if isinstance(value, Interval):
        return value.data()
    return {name: field_data(entry) for name, entry in value.items()} if isinstance(value, dict) else value


def parse_score(content: str, name: str) -> Score:
    """Parse a score and check that its seed was drawn after its submission."""
    return parse_file(content, name, KIND, FORMAT, score_from)


def score_from(data: dict[str, Any]) -> Score:
    submission = submission_from(mapping(data["submission"]))
    round_ = round_from(mapping(data["round"]))
    if submission.digest not in round_.submissions:
        raise ValueError("the seed was not drawn for this submission")
    return Score(
        submission,
        round_,
        data["compiled"] is True,
        tuple(variant_from(mapping(each)) for each in entries(data["variants"])),
    )


def variant_from(data: dict[str, Any]) -> VariantScore:
    return VariantScore(
        game=text(data["game"]),
        edition=text(data["edition"]),
        players=count(data["players"]),
        games=count(data["games"]),
        score=optional_interval(data["score"]),
        families={text(name): optional_interval(value) for name, value in mapping(data["families"]).items()},
        margin=optional_interval(data["margin"]),
        wins=optional_interval(data["wins"]),
        welfare=optional_interval(data["welfare"]),
        surplus=optional_interval(data["surplus"]),
        fairness=optional_interval(data["fairness"]),
        best_response=optional_interval(data["best_response"]),
        responder=text(data["responder"]),
        collusion=optional_interval(data["collusion"]),
        truth=optional_interval(data["truth"]),
        honoured=optional_interval(data["honoured"]),
        claims=count(data["claims"]),
        median=number(data["median"]),
        slow=number(data["slow"]),
        faults=count(data["faults"]),
    )
