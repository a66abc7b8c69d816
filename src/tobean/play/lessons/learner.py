"""How far somebody has come in an introduction: a fold over what happens at the table and what the learner closes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.play.lessons.common_lessons import general_introduction
from tobean.play.lessons.lesson import RESULT, Introduction, Lesson, LessonContext, always
from tobean.play.page.page_plugin import page_of

if TYPE_CHECKING:
    from tobean.kernel.rules import Rules

CLOSING: Final = "closing"
"""The key of the last lesson, which is told at the result."""


def introduction_to(rules: Rules, players: int) -> Introduction:
    """The introduction to a game: its own or, if it brings none, the general one."""
    return page_of(rules.name).introduction or general_introduction(rules, players)


class Learner:
    """One seat and its introduction."""

    def __init__(self, introduction: Introduction) -> None:
        self.lessons = introduction.lessons
        self.closing = Lesson(CLOSING, introduction.closing, RESULT, always)
        self.done: set[str] = set()
        self.shown_keys: set[str] = set()
        """What has been shown."""
        self.shown: Lesson | None = None
        """What is to be read now, unless the introduction is put away."""
        self.away = False

    @property
    def count(self) -> int:
        return len(self.lessons) + 1

    @property
    def number(self) -> int:
        """The how many-th lesson is shown."""
        return self.count if self.shown is self.closing else len(self.done) + 1

    @property
    def finished(self) -> bool:
        return CLOSING in self.done

    def missed(self) -> list[Lesson]:
        """The lessons whose moment has not come."""
        return [lesson for lesson in self.lessons if lesson.key not in self.shown_keys | self.done]

    def update(self, context: LessonContext, acted: bool = False) -> None:
        """The table has changed; `acted` says that the learner has done something."""
        for lesson in self.lessons:
            if lesson.until is not None and lesson.until(context):
                self.done.add(lesson.key)
        shown = self.shown
        # Whoever goes on without closing it has read it; if others made its moment pass, it comes again.
        if shown is not None and acted and (shown.until is None or not shown.when(context)):
            self.done.add(shown.key)
        self.choose(context)

    def choose(self, context: LessonContext) -> None:
        """What is shown stays while it can; else the first lesson whose moment is now."""
        if context.seen.over:
            self.shown = None if self.finished else self.closing
        elif self.shown is None or self.shown.key in self.done or not self.shown.when(context):
            open_now = (lesson for lesson in self.lessons if lesson.key not in self.done and lesson.when(context))
            self.shown = next(open_now, None)
        if self.shown is not None and not self.away:
            self.shown_keys.add(self.shown.key)

    def close(self, key: str, context: LessonContext) -> None:
        """The learner has read this lesson."""
        self.done.add(key)
        self.choose(context)

    def set_away(self, away: bool, context: LessonContext) -> None:
        """Stop being told, or go on where it was left."""
        self.away = away
        self.choose(context)
