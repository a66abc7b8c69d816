"""Lessons of Rabohnzel: abilities and spells."""

from typing import Final

from tobean.i18n.catalogues import N_
from tobean.session.lessons.puzzle_lesson import PuzzleLesson

LESSONS: Final = (
    PuzzleLesson(
        "abilities",
        N_("Rabohnzel: abilities and spells"),
        (
            N_(
                "After planting comes the magic phase: each kind on your fields may have an ability, once per "
                "field and turn. Four beans make many of them stronger."
            ),
            N_(
                "Magic beans activate your spells: one, or two with four beans on the field. Choose the spells "
                "that you can use in this turn."
            ),
        ),
        ("9e9996eba1", "f72e71e2c5", "422ca6becd"),
        N_("Activate a spell for the use that you see now, and use the ability before you harvest its field."),
    ),
)
