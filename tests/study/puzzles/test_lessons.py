"""Lessons: their puzzles are proven positions, and their texts are translated."""

from tests.tools.golden_matches import BUILTIN_GAMES
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogues import text
from tobean.session.page.page_plugin import page_of
from tobean.study.puzzles.lesson_puzzles import easy_puzzles, lesson_puzzles
from tobean.study.puzzles.proof import MIN_GAP
from tobean.study.puzzles.puzzle import check_puzzle

MIN_PUZZLES = 3
GENERAL = ("queue", "harvest", "gift", "third-field", "pile")


LESSONS = [(game, lesson) for game in BUILTIN_GAMES for lesson in page_of(game).puzzle_lessons]


def test_there_are_five_general_lessons_and_one_for_each_other_game() -> None:
    names = [lesson.name for _, lesson in LESSONS]
    assert tuple(names[: len(GENERAL)]) == GENERAL
    assert [game for game, _ in LESSONS][len(GENERAL) :] == [game for game in BUILTIN_GAMES if game != "bohnanza"]
    assert len(set(names)) == len(names)


def test_every_puzzle_of_a_lesson_is_legal_and_has_one_best_answer() -> None:
    for game, lesson in LESSONS:
        puzzles = lesson_puzzles(game, lesson.puzzle_ids)
        assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) >= MIN_PUZZLES, lesson.name
        for puzzle in puzzles:
            check_puzzle(puzzle)
            values = [answer.value for answer in puzzle.answers]
            assert values.index(max(values)) == puzzle.best
            assert puzzle.gap >= MIN_GAP


def test_every_puzzle_in_the_file_belongs_to_a_lesson() -> None:
    assert set(easy_puzzles()) <= {name for _, lesson in LESSONS for name in lesson.puzzle_ids}


def test_lessons_are_shown_in_every_language() -> None:
    for game, lesson in LESSONS:
        for english in (lesson.title, *lesson.text, lesson.learned):
            assert len({text(english, language, game) for language in LANGUAGES}) == len(LANGUAGES), english
