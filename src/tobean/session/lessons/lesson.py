"""Lessons of an introduction, and the conditions under which they are shown.

    Lesson("plant", N_("Plant the front card ..."), FIELDS, when=must_plant, until=own_event(PLANTED))

A game declares its lessons in its page package (`GamePage.introduction`). A condition may only use what the learner
knows: the observation of that seat and the public events (I3).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tobean.kernel.actions import Action
from tobean.kernel.events import Event, EventKind
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.table import Table
from tobean.session.log.event_feed import FeedEvent

# --- selectors of what a lesson points at; the first visible match counts --------------------------------

HAND: Final = ".hand"
FIELDS: Final = ".fields.own"
PROMPT: Final = "section.prompt"
TURNED: Final = ".middle .turned"
COMPOSER: Final = ".composer, [data-opens=trade]"
OFFER: Final = "section.prompt:has(.pending), .offers, [data-opens=offers]"
PILES: Final = ".piles"
THALERS: Final = ".mine > header"
RESULT: Final = ".result"

CARDS_A_TURN: Final = 5
"""Number of cards a usual turn takes from the draw pile: two turned over and three drawn."""


class LessonContext:
    """The table at one moment, as the learner sees it."""

    def __init__(self, table: Table, seat: int, feed: Sequence[FeedEvent]) -> None:
        self.table = table
        self.seat = seat
        self.feed = feed

    @cached_property
    def seen(self) -> Observation:
        return observe(self.table, self.seat)

    @property
    def is_awaited(self) -> bool:
        """Whether the open decision is the learner's."""
        return not self.seen.over and self.seen.awaited == self.seat

    @property
    def my_turn(self) -> bool:
        return not self.seen.over and self.seen.active == self.seat

    @property
    def prompt_key(self) -> str:
        """Key of the current prompt, for any seat (`GameMessages.questions`)."""
        return "" if self.seen.over else self.seen.agenda[-1].prompt_key(self.seen)

    @cached_property
    def available_actions(self) -> list[Action]:
        """Legal actions of the learner, except offers and calls."""
        return [] if self.seen.over else self.table.legal_actions(self.seat)

    def events(self, kinds: Sequence[EventKind]) -> list[Event]:
        names = [kind.name for kind in kinds]
        return [feed_event.event for feed_event in self.feed if feed_event.event.name in names]

    def own_events(self, kinds: Sequence[EventKind]) -> list[Event]:
        """List the learner's events of these kinds, without automatic answers, which teach nothing."""
        own = [feed_event.event for feed_event in self.feed if not feed_event.note]
        names = [kind.name for kind in kinds]
        return [event for event in own if event.seat == self.seat and event.name in names]


Condition = Callable[[LessonContext], bool]


@dataclass(frozen=True)
class Lesson:
    """One explanation, shown once: from the moment its condition is met until it is done or closed."""

    key: str
    """Name in the log, stable when the text changes."""
    text: str
    """English text (i18n/game_messages.py)."""
    at: str
    """Selector of the page element that the lesson points at."""
    when: Condition
    until: Condition | None = None
    """Condition under which the lesson is done; None: any action of the learner."""
    tells: tuple[EventKind, ...] = ()
    """Events to tell above the text: those of the latest action. `at` and `spares` may contain the seats of the last
    one: `{target}`."""
    spares: str = ""
    """Selector of further elements that the lesson should not cover."""


@dataclass(frozen=True)
class Introduction:
    """Lessons of a game, in the order in which they are shown if several conditions are met at once."""

    lessons: tuple[Lesson, ...]
    closing: str
    """Text shown with the result."""
    pile: int = 60
    """Number of cards in the draw pile of a learner's table, which plays only the last run through it."""
    stage: Callable[[Table], None] | None = None
    """Arranges the freshly dealt table so that what the lessons are about comes up; every card remains in the game."""


# --- conditions -------------------------------------------------------------------------------------------


def always(context: LessonContext) -> bool:
    return True


def must_plant(context: LessonContext) -> bool:
    """Whether the front card of the learner's hand must be planted."""
    return context.is_awaited and context.seen.agenda[-1].must_plant_front


def no_field_accepts_card(context: LessonContext) -> bool:
    """Whether a card of the learner must be planted and no field takes it."""
    return (must_plant(context) or (context.is_awaited and context.prompt_key == "plant due")) and lacks_legal("plant")(
        context
    )


def may_trade(context: LessonContext) -> bool:
    """Whether the learner is active and may trade."""
    return context.my_turn and context.seen.agenda[-1].is_trading


def has_offer_to_answer(context: LessonContext) -> bool:
    """Whether an offer waits for the learner's answer."""
    return any(offer.is_for(context.seat) and not offer.declined >> context.seat & 1 for offer in context.seen.offers)


def is_others_turn(context: LessonContext) -> bool:
    """Whether it is another player's turn."""
    return not context.seen.over and context.seen.active != context.seat


def has_row_of_two(context: LessonContext) -> bool:
    """Whether one of the learner's rows has two cards or more."""
    return any(len(row) > 1 for row in context.seen.fields[context.seat])


def last_round(context: LessonContext) -> bool:
    """Whether the draw pile runs out for the last time within about one round."""
    seen = context.seen
    last = seen.rules.last_run_out[seen.rules.players.index(seen.players)]
    return not seen.over and seen.run_outs == last - 1 and seen.draw_size <= CARDS_A_TURN * seen.players


def is_prompted(*prompt_keys: str) -> Condition:
    """Build the condition that the learner is asked one of these prompts."""
    return lambda context: context.is_awaited and context.prompt_key in prompt_keys


def has_legal(*verbs: str) -> Condition:
    """Build the condition that one of these actions is legal for the learner."""
    return lambda context: any(act.VERB in verbs for act in context.available_actions)


def lacks_legal(verb: str) -> Condition:
    """Build the condition that this action is not legal for the learner."""
    return lambda context: all(verb != act.VERB for act in context.available_actions)


def any_player_event(*kinds: EventKind) -> Condition:
    """Build the condition that one of these events has happened to any player."""
    return lambda context: bool(context.events(kinds))


def own_event(*kinds: EventKind) -> Condition:
    """Build the condition that the learner has caused one of these events."""
    return lambda context: bool(context.own_events(kinds))


def all_of(*conditions: Condition) -> Condition:
    return lambda context: all(condition(context) for condition in conditions)


def any_of(*conditions: Condition) -> Condition:
    return lambda context: any(condition(context) for condition in conditions)
