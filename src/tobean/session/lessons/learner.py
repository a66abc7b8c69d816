"""Progress of a learner through an introduction, computed from the events at the table and the lessons closed."""

from typing import Final

from tobean.kernel.rules import Rules
from tobean.session.lessons.common_lessons import general_introduction
from tobean.session.lessons.lesson import RESULT, Introduction, Lesson, LessonContext, always
from tobean.session.page.page_plugin import page_of

CLOSING: Final = "closing"
"""Key of the last lesson, shown with the result."""


def introduction_to(rules: Rules, players: int) -> Introduction:
    """Return the introduction to a game: its own, or else the general one."""
    page = page_of(rules.name)
    alone = page.introduction_alone if players == 1 else None
    return alone or page.introduction or general_introduction(rules, players)


class Learner:
    """Progress of one seat through its introduction."""

    def __init__(self, introduction: Introduction) -> None:
        self.lessons = introduction.lessons
        self.closing = Lesson(CLOSING, introduction.closing, RESULT, always)
        self.done: set[str] = set()
        self.shown_keys: set[str] = set()
        """Keys of the lessons shown so far."""
        self.shown: Lesson | None = None
        """Lesson to read now, unless the introduction is hidden."""
        self.away = False

    @property
    def count(self) -> int:
        return len(self.lessons) + 1

    @property
    def number(self) -> int:
        """Number of the lesson shown, from 1."""
        return self.count if self.shown is self.closing else len(self.done) + 1

    @property
    def finished(self) -> bool:
        return CLOSING in self.done

    def missed(self) -> list[Lesson]:
        """List the lessons whose condition was never met."""
        return [lesson for lesson in self.lessons if lesson.key not in self.shown_keys | self.done]

    def update(self, context: LessonContext, acted: bool = False) -> None:
        """Process a change of the table; `acted` is whether the learner caused it."""
        for lesson in self.lessons:
            if lesson.until is not None and lesson.until(context):
                self.done.add(lesson.key)
        shown = self.shown
        # Going on without closing a lesson counts as having read it. If others ended its condition, it is shown again.
        if shown is not None and acted and (shown.until is None or not shown.when(context)):
            self.done.add(shown.key)
        self.choose(context)

    def choose(self, context: LessonContext) -> None:
        """Choose the lesson to show: the current one while its condition holds, otherwise the first open one."""
        if context.seen.over:
            self.shown = None if self.finished else self.closing
        elif self.shown is None or self.shown.key in self.done or not self.shown.when(context):
            open_now = (lesson for lesson in self.lessons if lesson.key not in self.done and lesson.when(context))
            self.shown = next(open_now, None)
        if self.shown is not None and not self.away:
            self.shown_keys.add(self.shown.key)

    def close(self, key: str, context: LessonContext) -> None:
        """Mark this lesson as read."""
        self.done.add(key)
        self.choose(context)

    def set_away(self, away: bool, context: LessonContext) -> None:
        """Hide the introduction, or resume it."""
        self.away = away
        self.choose(context)
