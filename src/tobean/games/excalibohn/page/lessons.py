"""Lessons of Excalibohn: the Magic bean."""

from typing import Final

from tobean.i18n.catalogues import N_
from tobean.session.lessons.puzzle_lesson import PuzzleLesson

LESSONS: Final = (
    PuzzleLesson(
        "magic-bean",
        N_("Excalibohn: the Magic bean in your hand"),
        (
            N_(
                "A Magic bean may be discarded from any position of your hand to activate a spell. It need not "
                "wait until it comes to the front."
            ),
            N_(
                "The right spell repairs your hand or your fields: the Beans spell makes two different beans one "
                "kind, the Flow spell plants several front cards."
            ),
        ),
        ("f85e3c8fcb", "f2ba2d3ff4", "b1477c2610"),
        N_("Ask what hurts most, the hand or the fields, and activate the spell against it."),
    ),
)
