"""Page plugin of Excalibohn, based on that of the magic games."""

from dataclasses import replace
from typing import Final

from tobean.games.excalibohn.page.lessons import LESSONS
from tobean.games.magic.page import MAGIC

PAGE: Final = replace(
    MAGIC,
    pictures=("kind-mean", "kind-sword", "kind-magic"),
    colours=("#c3d5ea", "#273a50"),
    puzzle_lessons=LESSONS,
)
