"""What an introduction is made of: lessons, and the moments at which they are told.

    Lesson("plant", N_("Plant the front card ..."), FIELDS, when=must_plant, until=mine(PLANTED))

A game declares its lessons in its folder (`Page.introduction`). A moment is judged by what the learner may know: the
own view of the table, and the events that everybody has heard of (I3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from tobean.view.observation import observe

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.events import Event, EventKind
    from tobean.kernel.table import Table
    from tobean.play.session.event_feed import FeedEvent
    from tobean.view.observation import Observation

# --- where to look, as selectors; of several the first that can be seen ------------------------------------------

HAND: Final = ".hand"
FIELDS: Final = ".fields.own"
ASKED: Final = "section.prompt"
TURNED: Final = ".middle .turned"
COMPOSER: Final = ".composer, [data-opens=trade]"
OFFER: Final = "section.prompt:has(.pending), .offers, [data-opens=offers]"
PILES: Final = ".piles"
THALERS: Final = ".mine > header"
RESULT: Final = ".result"

CARDS_A_TURN: Final = 5
"""How many cards a usual turn takes from the draw pile: two turned over and three drawn."""


class LessonContext:
    """The table at one moment through the eyes of a learner."""

    def __init__(self, table: Table, seat: int, feed: Sequence[FeedEvent]) -> None:
        self.table = table
        self.seat = seat
        self.feed = feed

    @cached_property
    def seen(self) -> Observation:
        return observe(self.table, self.seat)

    @property
    def asked(self) -> bool:
        """Is the open decision the learner's?"""
        return not self.seen.over and self.seen.awaited == self.seat

    @property
    def my_turn(self) -> bool:
        return not self.seen.over and self.seen.active == self.seat

    @property
    def question(self) -> str:
        """The key of what is asked now, of whomever (`GameMessages.questions`)."""
        return "" if self.seen.over else self.seen.agenda[-1].prompt_key(self.seen)

    @cached_property
    def available_actions(self) -> list[Action]:
        """What the learner can do now, offers and calls apart."""
        return [] if self.seen.over else self.table.legal_actions(self.seat)

    def events(self, kinds: Sequence[EventKind]) -> list[Event]:
        """All events of these kinds so far."""
        names = [kind.name for kind in kinds]
        return [each.event for each in self.feed if each.event.name in names]

    def own_events(self, kinds: Sequence[EventKind]) -> list[Event]:
        """Those of the learner; what was done for them they have not learned yet."""
        own = [each.event for each in self.feed if not each.note]
        names = [kind.name for kind in kinds]
        return [event for event in own if event.seat == self.seat and event.name in names]


Condition = Callable[[LessonContext], bool]


@dataclass(frozen=True)
class Lesson:
    """One thing to be told, once: when its moment first comes, until it is done or closed."""

    key: str
    """What the log calls it: stays the same when its words change."""
    text: str
    """In English (i18n/game_messages.py)."""
    at: str
    """Where to look: a selector of the page."""
    when: Condition
    until: Condition | None = None
    """It is done when this is so; without, when the learner does anything at all."""


@dataclass(frozen=True)
class Introduction:
    """The lessons of a game, in the order in which they are told where several moments are there at once."""

    lessons: tuple[Lesson, ...]
    closing: str
    """What is told at the result."""
    pile: int = 60
    """The learner's table plays the last run through the draw pile, with so many cards."""


# --- moments ------------------------------------------------------------------------------------------------------


def always(context: LessonContext) -> bool:
    return True


def must_plant(context: LessonContext) -> bool:
    """The front card of the learner's hand is due."""
    return context.asked and context.seen.agenda[-1].must_plant_front


def no_room(context: LessonContext) -> bool:
    """A card of the learner's is due, and no field takes it."""
    return (must_plant(context) or (context.asked and context.question == "plant due")) and cannot("plant")(context)


def trading(context: LessonContext) -> bool:
    """The learner is active and may trade."""
    return context.my_turn and context.seen.agenda[-1].is_trading


def offered(context: LessonContext) -> bool:
    """Somebody waits for the learner's answer to an offer."""
    return any(offer.is_for(context.seat) and not offer.declined >> context.seat & 1 for offer in context.seen.offers)


def waiting(context: LessonContext) -> bool:
    """It is somebody else's turn."""
    return not context.seen.over and context.seen.active != context.seat


def growing(context: LessonContext) -> bool:
    """One of the learner's rows has two cards or more."""
    return any(len(row) > 1 for row in context.seen.fields[context.seat])


def last_round(context: LessonContext) -> bool:
    """The draw pile runs out for the last time within about one round."""
    seen = context.seen
    last = seen.rules.last_run_out[seen.rules.players.index(seen.players)]
    return not seen.over and seen.run_outs == last - 1 and seen.draw_size <= CARDS_A_TURN * seen.players


def asked(*questions: str) -> Condition:
    """One of these questions is asked of the learner."""
    return lambda context: context.asked and context.question in questions


def can(*verbs: str) -> Condition:
    """The learner can do one of these things."""
    return lambda context: any(act.VERB in verbs for act in context.available_actions)


def cannot(verb: str) -> Condition:
    """The learner can do all but this."""
    return lambda context: all(verb != act.VERB for act in context.available_actions)


def happened(*kinds: EventKind) -> Condition:
    """One of these things has happened to somebody."""
    return lambda context: bool(context.events(kinds))


def mine(*kinds: EventKind) -> Condition:
    """The learner has done one of these things."""
    return lambda context: bool(context.own_events(kinds))


def done_to_me(kind: EventKind, whom: str) -> Condition:
    """It has happened to the learner: the event holds the seat under this name."""
    return lambda context: any(event.get(whom) == context.seat for event in context.events([kind]))


def both(one: Condition, other: Condition) -> Condition:
    return lambda context: one(context) and other(context)


def either(one: Condition, other: Condition) -> Condition:
    return lambda context: one(context) or other(context)
