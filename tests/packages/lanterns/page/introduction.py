"""An additional lesson among those of all games."""

from typing import Final

from lanterns.lighting import LIT
from tobean.i18n.catalogues import N_
from tobean.session.lessons import common_lessons
from tobean.session.lessons.lesson import PROMPT, Introduction, Lesson, has_legal, own_event

LIGHTING: Final = Lesson(
    "light",
    N_("You may put one of these cards beneath a lantern. It counts as a thaler at the end."),
    at=PROMPT,
    when=has_legal("light"),
    until=own_event(LIT),
)

INTRODUCTION: Final = Introduction(
    (
        *common_lessons.BEFORE_TRADING,
        LIGHTING,
        *common_lessons.ABOUT_TRADING,
        *common_lessons.ABOUT_FIELDS,
        common_lessons.DRAWING,
        common_lessons.LAST_ROUND,
    ),
    common_lessons.CLOSING,
)
