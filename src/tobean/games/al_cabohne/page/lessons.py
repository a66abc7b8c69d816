"""Lessons of Al Cabohne: the Bean Mafia."""

from typing import Final

from tobean.i18n.catalogues import N_
from tobean.session.lessons.puzzle_lesson import PuzzleLesson

LESSONS: Final = (
    PuzzleLesson(
        "mafia",
        N_("Al Cabohne: feeding the Bean Mafia"),
        (
            N_(
                "Cards that you turn over and cannot use may go to a boss. Each boss harvests at his own "
                "threshold, and his thalers count against you."
            ),
            N_(
                "Give a boss what keeps his row short of the threshold, and choose which kind he collects: he "
                "takes a tax on that kind from your fields."
            ),
        ),
        ("7cd7b7ef0e", "cce46e8949", "07851d3455"),
        N_("Feed the boss with the single card that suits you least, rather than harvest a good field for it."),
    ),
)
