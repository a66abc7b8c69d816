"""The search for puzzles, with few trials: Al Cabohne alone is quick."""

import msgspec
import pytest

from tobean.kernel.chance import chance_from
from tobean.puzzles import find
from tobean.puzzles.answers import MAX_ANSWERS, answers_to, sprout_answer
from tobean.puzzles.collection import collection
from tobean.puzzles.find import BotGame, RecordedGame, decisions_of, find_in_game, is_confirmed
from tobean.puzzles.proof import MIN_GAP, Trials
from tobean.puzzles.puzzle import check_puzzle
from tobean.view.observation import observe

SOURCE = BotGame("al-cabohne", "test 2")


def test_decisions_are_the_same_for_the_same_record_and_leave_the_game_as_it_is() -> None:
    record = SOURCE.record()
    plies = [table.ply for table in decisions_of(record)]
    assert plies == [table.ply for table in decisions_of(RecordedGame(record.text()).record())]
    assert len(plies) > 10
    assert plies != sorted(plies)


def test_answers_include_the_one_of_sprout() -> None:
    seen = 0
    for table in decisions_of(SOURCE.record()):
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


@pytest.mark.long
def test_found_puzzles_are_legal_and_confirmed_by_other_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "PROOF_TRIALS", 80)
    monkeypatch.setattr(find, "FUTILE_TRIALS", 40)
    monkeypatch.setattr(find, "CONFIRMING_TRIALS", 40)
    found = [puzzle for number in range(2) for puzzle in find_in_game(BotGame("al-cabohne", f"puzzles {number}"))]
    assert found
    for puzzle in found:
        check_puzzle(puzzle)
        assert puzzle.gap >= MIN_GAP
        assert "sprout" not in puzzle.solved_by
        assert is_confirmed((puzzle, "other"))[0] == puzzle.id


def test_a_wrong_solution_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "CONFIRMING_TRIALS", 30)
    puzzle = max(collection("al-cabohne"), key=lambda puzzle: puzzle.gap)
    worst = min(range(len(puzzle.answers)), key=lambda index: puzzle.answers[index].value)
    assert is_confirmed((puzzle, "x")) == (puzzle.id, True)
    assert is_confirmed((msgspec.structs.replace(puzzle, best=worst), "x")) == (puzzle.id, False)
