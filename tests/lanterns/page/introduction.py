"""A lesson of its own among those of all games."""

from __future__ import annotations

from typing import Final

from lanterns.lighting import LIT
from tobean.play.lessons import general
from tobean.play.lessons.lesson import ASKED, Introduction, Lesson, can, mine
from tobean.speech.catalogues import N_

LIGHTING: Final = Lesson(
    "light",
    N_("You may put one of these cards beneath a lantern. It counts as a thaler at the end."),
    at=ASKED,
    when=can("light"),
    until=mine(LIT),
)

INTRODUCTION: Final = Introduction(
    (
        *general.BEFORE_TRADING,
        LIGHTING,
        *general.ABOUT_TRADING,
        *general.ABOUT_FIELDS,
        general.DRAWING,
        general.LAST_ROUND,
    ),
    general.CLOSING,
)
