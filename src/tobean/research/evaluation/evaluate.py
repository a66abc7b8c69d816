"""Plays the games of a round and computes the scores of its submissions."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from tobean.research.arena.arena_game import ArenaSetting, Fixture, Outcome, play_fixture
from tobean.research.arena.results import ResultsFile
from tobean.research.arena.schedule import Pairing
from tobean.research.evaluation.best_response import LEARNING_GAMES, learn_response
from tobean.research.evaluation.evaluation_round import Round, variants_of
from tobean.research.evaluation.figures import VariantScore, variant_score
from tobean.research.evaluation.held_out_games import games_of_round, rotated_fixtures, setting_of
from tobean.research.evaluation.score import Score
from tobean.research.evaluation.submission import Submission, Variant
from tobean.research.pools.pool import Pool

Progress = Callable[[int], None]
"""Called with a number of games that have just been played, or that were found in a file."""
ResultsPath = Callable[[str], str | None]
"""The path of a results file by name; None to keep no results."""


class GameCache:
    """A cache of played games of one setting, optionally backed by a results file."""

    def __init__(self, setting: ArenaSetting, path: str | None, pool: Pool, progress: Progress) -> None:
        self.setting = setting
        self.file = ResultsFile(path, setting) if path is not None else None
        self.pool = pool
        self.progress = progress
        self.outcomes: dict[Fixture, Outcome] = self.file.read() if self.file is not None else {}

    def play(self, fixtures: Sequence[Fixture]) -> dict[Fixture, Outcome]:
        missing = [fixture for fixture in dict.fromkeys(fixtures) if fixture not in self.outcomes]
        self.progress(len(fixtures) - len(missing))
        with closing(self.pool.run_jobs(partial(play_fixture, self.setting), missing)) as parts:
            for part in parts:
                if self.file is not None:
                    self.file.add(part)
                self.outcomes.update({outcome.fixture: outcome for outcome in part})
                self.progress(len(part))
        return {fixture: self.outcomes[fixture] for fixture in fixtures}


def entrants_of(variant: Variant, submissions: Sequence[Submission]) -> tuple[str, ...]:
    return tuple(submission.bot for submission in submissions if variant in submission.variants)


def count_games(round_: Round, submissions: list[Submission]) -> int:
    total = 0
    for variant in variants_of(submissions):
        entrants, players = entrants_of(variant, submissions), variant[1]
        total += len(games_of_round(entrants, round_, players))
        total += len(entrants) * (LEARNING_GAMES + round_.deals * players)
    return total


@dataclass(frozen=True)
class Evaluation:
    """The scores of a round so far, and the games that a bot aborted."""

    scores: list[Score]
    faults: list[Outcome]


def evaluate_round(
    round_: Round,
    submissions: list[Submission],
    pool: Pool,
    results_path: ResultsPath,
    progress: Progress,
    compiled: bool,
) -> Iterator[Evaluation]:
    """Evaluate all submissions, variant by variant. Yields the scores so far after each."""
    scores: dict[Variant, dict[str, VariantScore]] = {}
    faults: list[Outcome] = []
    for variant in variants_of(submissions):
        entrants = entrants_of(variant, submissions)
        evaluator = VariantEvaluator(variant, round_, pool, results_path, progress)
        scores[variant] = evaluator.evaluate_bots(entrants)
        faults += evaluator.faults()
        yield Evaluation(scores_so_far(round_, submissions, scores, compiled), faults.copy())


def scores_so_far(
    round_: Round, submissions: list[Submission], scores: dict[Variant, dict[str, VariantScore]], compiled: bool
) -> list[Score]:
    """Return the scores of all submissions of which a variant has been evaluated."""
    measured = [
        (submission, tuple(scores[variant][submission.bot] for variant in submission.variants if variant in scores))
        for submission in submissions
    ]
    return [Score(submission, round_, compiled, variants) for submission, variants in measured if variants]


class VariantEvaluator:
    """Evaluates bots in one variant."""

    def __init__(
        self, variant: Variant, round_: Round, pool: Pool, results_path: ResultsPath, progress: Progress
    ) -> None:
        self.variant = variant
        self.round = round_
        name = f"{variant[0]}-{variant[1]}"
        self.games = GameCache(setting_of(variant, round_.seed), results_path(name), pool, progress)
        # Responses are learned on deals of their own; those of the evaluation only measure the result.
        learning_setting = setting_of(variant, f"{round_.seed} learning")
        self.learning = GameCache(learning_setting, results_path(f"{name}-learning"), pool, progress)

    def evaluate_bots(self, bots: tuple[str, ...]) -> dict[str, VariantScore]:
        """Play all games of these bots and compute their figures."""
        round_, players = self.round, self.variant[1]
        outcomes = self.games.play(games_of_round(bots, round_, players))
        scores: dict[str, VariantScore] = {}
        for bot in bots:
            responder = learn_response(bot, round_.seed, players, self.learning.play)
            responses = self.games.play(rotated_fixtures(Pairing(responder, bot), round_.deals, players))
            learned = {fixture: game for fixture, game in self.learning.outcomes.items() if bot in fixture.lineup}
            scores[bot] = variant_score(bot, self.variant, round_, responder, {**outcomes, **responses}, learned)
        return scores

    def faults(self) -> list[Outcome]:
        games = (*self.games.outcomes.values(), *self.learning.outcomes.values())
        return sorted([game for game in games if game.fault], key=lambda game: (game.fixture.deal, game.fixture.lineup))
