"""The storm: its order, its clock, and which answers count."""

from tobean.kernel.chance import chance_from
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.ratings import seed_rating
from tobean.study.puzzles.storm import (
    LEVELS,
    MAX_PUZZLES,
    MIXED,
    PENALTY,
    PER_LEVEL,
    SECONDS,
    StormRun,
    after_answer,
    new_run,
    storm_name,
    storm_puzzle,
)

START = 1000.0


def run_of(game: str = MIXED) -> StormRun:
    return new_run(game, START, chance_from(7))


def answered(run: StormRun, right: bool, now: float) -> StormRun | None:
    puzzle = run.current(now)
    assert puzzle is not None
    answer = puzzle.best if right else (puzzle.best + 1) % len(puzzle.answers)
    return after_answer(run, storm_name(puzzle), answer, now)


def test_easy_puzzles_come_first() -> None:
    run = run_of()
    assert len(run.puzzles) == len(set(run.puzzles)) == MAX_PUZZLES
    ratings = [seed_rating(puzzle).mu for name in run.puzzles if (puzzle := storm_puzzle(name)) is not None]
    first = ratings[: LEVELS * PER_LEVEL]
    assert first == sorted(first)
    assert first[0] < first[-1]
    assert new_run(MIXED, START, chance_from(8)).puzzles != run.puzzles
    assert {name.partition("/")[0] for name in run_of("bohnedikt").puzzles} == {"bohnedikt"}


def test_a_game_with_few_puzzles_has_a_run_of_all() -> None:
    run = run_of("excalibohn")
    assert len(run.puzzles) == min(MAX_PUZZLES, len(collection("excalibohn")))


def test_the_score_is_the_number_of_solved_puzzles() -> None:
    run: StormRun | None = run_of()
    for right in (True, False, True):
        assert run is not None
        run = answered(run, right, START + 5)
    assert run is not None
    assert (run.score, run.wrong) == (2, 1)


def test_a_wrong_answer_costs_time() -> None:
    run = run_of()
    assert run.seconds_left(START + 20) == SECONDS - 20
    after = answered(run, False, START + 20)
    assert after is not None
    assert after.seconds_left(START + 20) == SECONDS - 20 - PENALTY


def test_an_answer_after_the_end_does_not_count() -> None:
    run = run_of()
    puzzle = run.current(START)
    assert puzzle is not None
    assert run.current(START + SECONDS) is None
    assert after_answer(run, storm_name(puzzle), puzzle.best, START + SECONDS) is None
    assert after_answer(run, storm_name(puzzle), puzzle.best, START + SECONDS - 0.1) is not None


def test_a_clock_that_is_set_back_ends_the_run() -> None:
    run = run_of()
    assert run.seconds_left(START - 1) == 0
    assert run.current(START - 1) is None


def test_an_answer_to_another_puzzle_or_without_a_choice_does_not_count() -> None:
    run = run_of()
    puzzle = run.current(START)
    assert puzzle is not None
    assert after_answer(run, run.puzzles[1], 0, START) is None
    assert after_answer(run, storm_name(puzzle), -1, START) is None
    assert after_answer(run, storm_name(puzzle), 6, START) is None


def test_a_run_ends_with_its_last_puzzle() -> None:
    run: StormRun | None = run_of("excalibohn")
    assert run is not None
    for _ in run.puzzles:
        assert run is not None
        run = answered(run, True, START)
    assert run is not None
    assert run.current(START) is None


def test_a_puzzle_of_another_version_ends_the_run() -> None:
    assert StormRun(START, ("bohnanza/0000000000",)).current(START) is None
    assert StormRun(START, ("chess/1",)).current(START) is None
