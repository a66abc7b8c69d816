"""Page plugin of Bohnanza, which has nothing of its own to draw."""

from typing import Final

from tobean.games.bohnanza.page.lessons import LESSONS
from tobean.session.page.page_plugin import GamePage

PAGE: Final = GamePage(
    pictures=("kind-blue", "kind-chili", "kind-soy"),
    banner=("kind-blue", "kind-chili", "kind-green", "kind-soy", "kind-red"),
    puzzle_lessons=LESSONS,
)
