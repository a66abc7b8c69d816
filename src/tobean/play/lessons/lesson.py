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
    from tobean.play.session.told import Told
    from tobean.view.observation import Observation

# --- where to look, as selectors; of several the first that can be seen ------------------------------------------

HAND: Final = ".hand"
FIELDS: Final = ".beds.own"
ASKED: Final = "section.asked"
TURNED: Final = ".middle .turned"
COMPOSER: Final = ".composer, [data-opens=trade]"
OFFER: Final = "section.asked:has(.pending), .offers, [data-opens=offers]"
PILES: Final = ".piles"
THALERS: Final = ".mine > header"
RESULT: Final = ".result"

CARDS_A_TURN: Final = 5
"""How many cards a usual turn takes from the draw pile: two turned over and three drawn."""


class Glance:
    """The table at one moment through the eyes of a learner."""

    def __init__(self, table: Table, seat: int, told: Sequence[Told]) -> None:
        self.table = table
        self.seat = seat
        self.told = told

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
        """The key of what is asked now, of whomever (`Words.questions`)."""
        return "" if self.seen.over else self.seen.agenda[-1].question(self.seen)

    @cached_property
    def acts(self) -> list[Action]:
        """What the learner can do now, offers and calls apart."""
        return [] if self.seen.over else self.table.legal_actions(self.seat)

    def events(self, kinds: Sequence[EventKind]) -> list[Event]:
        """All events of these kinds so far."""
        names = [kind.name for kind in kinds]
        return [each.event for each in self.told if each.event.name in names]

    def deeds(self, kinds: Sequence[EventKind]) -> list[Event]:
        """Those of the learner; what was done for them they have not learned yet."""
        own = [each.event for each in self.told if not each.note]
        names = [kind.name for kind in kinds]
        return [event for event in own if event.seat == self.seat and event.name in names]


Moment = Callable[[Glance], bool]


@dataclass(frozen=True)
class Lesson:
    """One thing to be told, once: when its moment first comes, until it is done or closed."""

    key: str
    """What the log calls it: stays the same when its words change."""
    text: str
    """In English (speech/words.py)."""
    at: str
    """Where to look: a selector of the page."""
    when: Moment
    until: Moment | None = None
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


def always(glance: Glance) -> bool:
    return True


def must_plant(glance: Glance) -> bool:
    """The front card of the learner's hand is due."""
    return glance.asked and glance.seen.agenda[-1].must_plant_front


def no_room(glance: Glance) -> bool:
    """A card of the learner's is due, and no field takes it."""
    return (must_plant(glance) or (glance.asked and glance.question == "plant due")) and cannot("plant")(glance)


def trading(glance: Glance) -> bool:
    """The learner is active and may trade."""
    return glance.my_turn and glance.seen.agenda[-1].trades


def offered(glance: Glance) -> bool:
    """Somebody waits for the learner's answer to an offer."""
    return any(offer.is_for(glance.seat) and not offer.declined >> glance.seat & 1 for offer in glance.seen.offers)


def waiting(glance: Glance) -> bool:
    """It is somebody else's turn."""
    return not glance.seen.over and glance.seen.active != glance.seat


def growing(glance: Glance) -> bool:
    """One of the learner's rows has two cards or more."""
    return any(len(row) > 1 for row in glance.seen.fields[glance.seat])


def last_round(glance: Glance) -> bool:
    """The draw pile runs out for the last time within about one round."""
    seen = glance.seen
    last = seen.rules.last_run_out[seen.rules.players.index(seen.players)]
    return not seen.over and seen.run_outs == last - 1 and seen.draw_size <= CARDS_A_TURN * seen.players


def asked(*questions: str) -> Moment:
    """One of these questions is asked of the learner."""
    return lambda glance: glance.asked and glance.question in questions


def can(*verbs: str) -> Moment:
    """The learner can do one of these things."""
    return lambda glance: any(act.VERB in verbs for act in glance.acts)


def cannot(verb: str) -> Moment:
    """The learner can do all but this."""
    return lambda glance: all(verb != act.VERB for act in glance.acts)


def happened(*kinds: EventKind) -> Moment:
    """One of these things has happened to somebody."""
    return lambda glance: bool(glance.events(kinds))


def mine(*kinds: EventKind) -> Moment:
    """The learner has done one of these things."""
    return lambda glance: bool(glance.deeds(kinds))


def done_to_me(kind: EventKind, whom: str) -> Moment:
    """It has happened to the learner: the event holds the seat under this name."""
    return lambda glance: any(event.get(whom) == glance.seat for event in glance.events([kind]))


def both(one: Moment, other: Moment) -> Moment:
    return lambda glance: one(glance) and other(glance)


def either(one: Moment, other: Moment) -> Moment:
    return lambda glance: one(glance) or other(glance)
