"""Ratings of puzzles and solvers."""

import pytest

from tobean.games import GAMES
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.find import SOLVERS
from tobean.study.puzzles.progress import PuzzleRating, Standing, after_attempt, next_puzzle, rating_of
from tobean.study.puzzles.ratings import (
    BOT_RATINGS,
    UNSOLVED_BY,
    Rating,
    fitted_bots,
    rating_by_solvers,
    seed_rating,
    updated_ratings,
)

ALL = [puzzle for game in GAMES for puzzle in collection(game)]


def test_bots_have_the_ratings_that_fit_the_collection() -> None:
    assert tuple(BOT_RATINGS) == (UNSOLVED_BY, *SOLVERS)
    for name, fitted in fitted_bots(ALL).items():
        assert fitted.mu == pytest.approx(BOT_RATINGS[name].mu, abs=1.5), name
        assert fitted.sigma == pytest.approx(BOT_RATINGS[name].sigma, abs=0.3), name


def test_a_puzzle_that_fewer_bots_solve_starts_higher() -> None:
    everyone = frozenset(SOLVERS)
    assert rating_by_solvers(everyone).points < rating_by_solvers(everyone - {"miser"}).points
    assert rating_by_solvers(everyone - {"miser"}).points < rating_by_solvers(frozenset()).points
    assert all(1000 < seed_rating(puzzle).points < 2300 for puzzle in ALL)


def test_solving_raises_the_solver_and_lowers_the_puzzle() -> None:
    solver, puzzle = updated_ratings(Rating(), Rating(), True)
    assert solver.points > 1500 > puzzle.points
    assert solver.sigma < Rating().sigma
    solver, puzzle = updated_ratings(Rating(), Rating(), False)
    assert solver.points < 1500 < puzzle.points


def test_a_rating_is_provisional_until_enough_is_known() -> None:
    assert str(Rating()) == "1500?"
    standing, puzzle = Standing(), ALL[0]
    for number in range(40):
        answer = puzzle.best if number % 2 else puzzle.best - 1
        _, standing, _ = after_attempt(puzzle, answer, 0.0, standing, PuzzleRating(standing.rating))
    assert not standing.rating.is_provisional
    assert str(standing.rating) == str(standing.rating.points)


def test_the_next_puzzle_is_the_nearest_one_that_was_not_attempted() -> None:
    puzzles = collection("bohnanza")
    strong = Rating(40.0, 2.0)
    first = next_puzzle(puzzles, (), strong, {})
    assert first is not None
    assert seed_rating(first).mu == max(seed_rating(puzzle).mu for puzzle in puzzles)
    second = next_puzzle(puzzles, {first.id}, strong, {})
    assert second not in (first, None)
    assert next_puzzle(puzzles, {puzzle.id for puzzle in puzzles}, strong, {}) is None


def test_the_rating_on_the_server_replaces_the_first_one() -> None:
    puzzle = ALL[0]
    own = PuzzleRating(Rating(33.0, 3.0), 12)
    assert rating_of(puzzle, {puzzle.id: own}) == own.rating
    assert rating_of(puzzle, {}) == seed_rating(puzzle)
