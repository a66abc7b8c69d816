"""Lessons of Bohnedikt: sacrifices."""

from typing import Final

from tobean.i18n.catalogues import N_
from tobean.session.lessons.puzzle_lesson import PuzzleLesson

LESSONS: Final = (
    PuzzleLesson(
        "sacrifices",
        N_("Bohnedikt: sacrifices"),
        (
            N_(
                "Your sacrifice card shows two kinds. If you have both, you may plant them on God’s acre at any "
                "time, whatever grows there, without a harvest."
            ),
            N_(
                "God’s acre pays for the kind planted last and for the number of all cards. So the order "
                "matters, and sometimes it is better to wait."
            ),
        ),
        ("c020a04bce", "5006fe9851", "01af3e19f5"),
        N_(
            "Sacrifice when it makes God’s acre longer under a kind that pays; keep the beans when they do more "
            "elsewhere."
        ),
    ),
)
