"""Lessons: their puzzles are proven positions, and their texts are translated."""

from tests.tools.golden_matches import BUILTIN_GAMES
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogues import text
from tobean.puzzles.lessons.lesson import lesson_puzzles
from tobean.puzzles.lessons.lesson_list import LESSONS, lesson_named
from tobean.puzzles.proof import MIN_GAP
from tobean.puzzles.puzzle import check_puzzle

MIN_PUZZLES = 2
GENERAL = ("queue", "harvest", "gift", "third-field", "pile")


def test_there_are_five_general_lessons_and_one_for_each_other_game() -> None:
    names = [lesson.name for lesson in LESSONS]
    assert tuple(names[:5]) == GENERAL
    assert set(names[5:]) == {game for game in BUILTIN_GAMES if game != "bohnanza"}
    assert len(set(names)) == len(names)
    assert lesson_named("queue") is LESSONS[0]
    assert lesson_named("chess") is None


def test_every_puzzle_of_a_lesson_is_legal_and_has_one_best_answer() -> None:
    for lesson in LESSONS:
        puzzles = lesson.puzzles()
        assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) >= MIN_PUZZLES, lesson.name
        for puzzle in puzzles:
            check_puzzle(puzzle)
            values = [answer.value for answer in puzzle.answers]
            assert values.index(max(values)) == puzzle.best
            assert puzzle.gap >= MIN_GAP


def test_every_puzzle_in_the_file_belongs_to_a_lesson() -> None:
    assert set(lesson_puzzles()) <= {name for lesson in LESSONS for name in lesson.puzzle_ids}


def test_lessons_are_told_in_every_language() -> None:
    for lesson in LESSONS:
        for english in (lesson.title, *lesson.text, lesson.learned):
            assert len({text(english, language) for language in LANGUAGES}) == len(LANGUAGES), english
