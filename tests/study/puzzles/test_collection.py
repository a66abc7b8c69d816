"""The puzzles that come with tobean."""

import msgspec
import pytest

from tests.tools.golden_matches import BUILTIN_GAMES
from tobean.bots.game_knowledge import knowledge_of
from tobean.i18n import LANGUAGES
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import observe
from tobean.pictures import table as table_picture
from tobean.record.table_text import table_text
from tobean.study.puzzles.answers import sprout_answer
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.proof import MIN_GAP
from tobean.study.puzzles.puzzle import COMMON_THEMES, check_puzzle, format_puzzles, theme_of
from tobean.study.puzzles.sheet import THEMES, PuzzleSheet

every_game = pytest.mark.parametrize("game", BUILTIN_GAMES)
MIN_PUZZLES = 60


@every_game
def test_every_puzzle_is_legal_and_has_one_best_answer(game: str) -> None:
    puzzles = collection(game)
    assert len(puzzles) >= MIN_PUZZLES
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        check_puzzle(puzzle)
        values = [answer.value for answer in puzzle.answers]
        assert values.index(max(values)) == puzzle.best
        assert puzzle.gap >= MIN_GAP


@every_game
def test_no_puzzle_is_solved_by_sprout(game: str) -> None:
    for puzzle in collection(game):
        view, actions = puzzle.view(), puzzle.table().legal_actions(puzzle.seat)
        chosen = str(sprout_answer(view, actions))
        assert chosen not in (puzzle.answers[puzzle.best].action, *puzzle.near)
        assert "sprout" not in puzzle.solved_by


@every_game
def test_easy_puzzles_come_first(game: str) -> None:
    solvers = [len(puzzle.solved_by) for puzzle in collection(game)]
    assert solvers == sorted(solvers, reverse=True)


@every_game
def test_every_puzzle_has_the_theme_of_its_position_and_a_question(game: str) -> None:
    questions = {*THEMES, *(name.removeprefix("puzzle ") for name in knowledge_of(game).texts())}
    for puzzle in collection(game):
        actions = puzzle.actions()
        assert puzzle.theme == theme_of(puzzle.view(), actions, actions[puzzle.best]), puzzle.id
        assert puzzle.theme in questions, puzzle.id


def test_every_common_theme_has_a_question() -> None:
    assert set(COMMON_THEMES) <= set(THEMES)


@every_game
def test_every_puzzle_is_described_in_every_language(game: str) -> None:
    for puzzle in collection(game)[::9]:
        told = set()
        for language in LANGUAGES:
            sheet = PuzzleSheet(puzzle, language)
            told.add("\n".join([*sheet.question(), *sheet.solution(0), *sheet.solution(puzzle.best)]))
            assert len(set(sheet.answers)) == len(sheet.answers)
        assert len(told) == len(LANGUAGES)


@every_game
def test_hidden_cards_change_neither_the_text_nor_the_picture(game: str) -> None:
    differing = 0
    for puzzle in collection(game)[::9]:
        other = determinize(puzzle.view(), chance_from(puzzle.id))
        differing += other.hands != puzzle.table().hands
        shuffled = msgspec.structs.replace(puzzle, position=table_text(other))
        assert PuzzleSheet(shuffled, "en").question() == PuzzleSheet(puzzle, "en").question()
        assert PuzzleSheet(shuffled, "en").solution(0) == PuzzleSheet(puzzle, "en").solution(0)
        assert table_picture(observe(other, puzzle.seat)) == table_picture(puzzle.view())
    assert differing or game == "al-cabohne"


def test_a_game_without_a_file_has_no_puzzles() -> None:
    assert collection("chess") == ()
    assert format_puzzles([]) == ""
