"""The search for puzzles, with few trials: Al Cabohne alone is quick."""

import msgspec
import pytest

from tobean.bots.merchant.merchant import Merchant
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.study.puzzles import find
from tobean.study.puzzles.answers import MAX_ANSWERS, answers_to, sprout_answer
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.find import BotGame, RecordedGame, confirm_puzzle, decisions_of, find_in_game, puzzle_at
from tobean.study.puzzles.proof import MIN_GAP, Trials
from tobean.study.puzzles.puzzle import Puzzle, check_puzzle

GAME = BotGame("al-cabohne", "test 2")
CLEAR_PUZZLE = next(puzzle for puzzle in collection("al-cabohne") if puzzle.id == "4d26aa030d")
"""A puzzle near the end of a game, where trials are short."""


def test_decisions_are_the_same_for_the_same_record_and_leave_the_game_as_it_is() -> None:
    record = GAME.record()
    plies = [table.ply for table in decisions_of(record)]
    assert plies == [table.ply for table in decisions_of(RecordedGame(record.text()).record())]
    assert len(plies) > 10
    assert plies != sorted(plies)


def test_answers_include_the_one_of_sprout() -> None:
    seen = 0
    for table in decisions_of(GAME.record()):
        view, actions = observe(table, table.awaited), table.legal_actions(table.awaited)
        answers = answers_to(view, actions, chance_from(1))
        if answers:
            seen += 1
            assert sprout_answer(view, actions) in answers
            assert len(answers) <= MAX_ANSWERS
            for answer in answers:
                table.clone().apply(answer)
    assert seen > 10


def test_trials_depend_on_the_seed_only() -> None:
    puzzle = collection("al-cabohne")[0]
    scores = []
    for _ in range(2):
        trials = Trials(puzzle.view(), puzzle.actions(), "same")
        trials.sample(3)
        scores.append(trials.scores)
    assert scores[0] == scores[1]
    assert all(len(found) == 3 for found in scores[0])


def test_a_lead_is_proven_by_size_and_significance() -> None:
    puzzle = collection("al-cabohne")[0]
    trials = Trials(puzzle.view(), puzzle.actions()[:2], "")
    trials.scores = [[10.0, 11.0] * 20, [9.0, 10.5] * 20]
    assert trials.is_proven(0, 1)
    trials.scores[1] = [9.6, 10.6] * 20
    assert not trials.is_proven(0, 1), "a small lead, however certain"
    trials.scores[1] = [0.0, 19.8] * 20
    assert not trials.is_proven(0, 1), "a large lead by chance"


def test_a_position_with_one_best_answer_becomes_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "PROOF_TRIALS", 60)
    monkeypatch.setattr(find, "FUTILE_TRIALS", 20)
    monkeypatch.setattr(find, "CONFIRMING_TRIALS", 20)
    found = puzzle_at(CLEAR_PUZZLE.table(), "seed")
    assert found is not None
    check_puzzle(found)
    assert (found.id, found.position, found.seat) == (CLEAR_PUZZLE.id, CLEAR_PUZZLE.position, CLEAR_PUZZLE.seat)
    assert found.answers[found.best].action == CLEAR_PUZZLE.answers[CLEAR_PUZZLE.best].action
    assert found.gap >= MIN_GAP
    assert "sprout" not in found.solved_by


def test_a_position_that_sprout_solves_is_no_puzzle() -> None:
    tables = decisions_of(GAME.record())
    easy = next(table for table in tables if merchant_and_sprout_agree(table))
    assert puzzle_at(easy, "seed") is None


def merchant_and_sprout_agree(table: Table) -> bool:
    view, actions = observe(table, table.awaited), table.legal_actions(table.awaited)
    return Merchant().choose(view, actions, chance_from(1)) == sprout_answer(view, actions)


def test_a_search_takes_one_puzzle_per_theme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "puzzle_at", lambda table, seed: CLEAR_PUZZLE)
    assert find_in_game(GAME) == [CLEAR_PUZZLE]


def test_a_search_for_a_theme_looks_at_its_decisions_only(monkeypatch: pytest.MonkeyPatch) -> None:
    source = BotGame("al-cabohne", "test 2", "feed")
    searched: list[Table] = []

    def other_theme(table: Table, seed: str) -> Puzzle:
        searched.append(table)
        return msgspec.structs.replace(CLEAR_PUZZLE, theme="harvest")

    monkeypatch.setattr(find, "puzzle_at", other_theme)
    assert find_in_game(source) == []
    assert searched
    for table in searched:
        assert any(action.VERB == "feed" for action in table.legal_actions(table.awaited))
    feed = msgspec.structs.replace(CLEAR_PUZZLE, theme="feed")
    monkeypatch.setattr(find, "puzzle_at", lambda table, seed: feed)
    assert find_in_game(source) == [feed]


def test_a_wrong_solution_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "CONFIRMING_TRIALS", 20)
    worst = min(range(len(CLEAR_PUZZLE.answers)), key=lambda index: CLEAR_PUZZLE.answers[index].value)
    assert confirm_puzzle((CLEAR_PUZZLE, "x")) == (CLEAR_PUZZLE.id, True)
    assert confirm_puzzle((msgspec.structs.replace(CLEAR_PUZZLE, best=worst), "x")) == (CLEAR_PUZZLE.id, False)
