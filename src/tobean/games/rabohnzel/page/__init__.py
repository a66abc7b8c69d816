"""Page plugin of Rabohnzel, based on that of the magic games."""

from dataclasses import replace
from typing import Final

from tobean.games.magic.page import MAGIC
from tobean.games.rabohnzel.page.lessons import LESSONS

PAGE: Final = replace(
    MAGIC,
    pictures=("kind-princess", "kind-cape", "kind-white"),
    colours=("#d9c8ef", "#3c3050"),
    puzzle_lessons=LESSONS,
)
