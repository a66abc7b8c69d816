"""What happened, told once for those who may know all and once for each seat (I1-I3).

A kind of event says once what its events hold. Sentences, JSON, equality and pickles follow from that.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from tobean.kernel.cards import HIDDEN
from tobean.kernel.notation.card_locations import masked_places
from tobean.kernel.notation.parameters import (
    AddresseeParameter,
    CardsParameter,
    OfferParameter,
    Parameter,
    PlaceParameter,
    SeatParameter,
    field_parameter,
)

ALL: Final = -1
"""A set of seats as bits: everybody."""

NOBODY: Final = -1
"""No seat."""


@final
@mypyc_attr(acyclic=True)
class Event:
    """One thing that happened. `held` has what events of its kind hold, by name; see docs/protocol.md.

    `cards_for` and `places_for` are sets of seats as bits: who may know the kinds and the positions.
    """

    def __init__(self, kind: EventKind, held: dict[str, Any], cards_for: int = ALL, places_for: int = ALL) -> None:
        self.kind = kind
        self.held = held
        self.cards_for = cards_for
        self.places_for = places_for

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def seat(self) -> int:
        """Who did it; NOBODY if it just happened."""
        seat: int = self.held.get("seat", NOBODY)
        return seat

    @property
    def cards(self) -> tuple[int, ...]:
        cards: tuple[int, ...] = self.held.get("cards", ())
        return cards

    def __getitem__(self, name: str) -> Any:
        """What it holds under this name."""
        return self.held[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self.held.get(name, default)

    def key(self) -> tuple[object, ...]:
        return (self.kind.name, self.held, self.cards_for, self.places_for)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.kind.name, *self.held.values(), self.cards_for, self.places_for))

    def __repr__(self) -> str:
        known = [value for value in self.kind.values if value.name in self.held]
        held = ", ".join([f"{value.name} {value.text(self.held[value.name])}" for value in known])
        return f"<Event {self.kind.name}: {held}>" if held else f"<Event {self.kind.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_event, (self.kind.name, self.held, self.cards_for, self.places_for)

    def seen_by(self, seat: int) -> Event:
        """This event as a seat sees it: secret cards are HIDDEN, secret positions SOMEWHERE."""
        if self.cards_for == ALL and self.places_for == ALL:
            return self
        held = dict(self.held)
        if not self.cards_for >> seat & 1:
            held["cards"] = (HIDDEN,) * len(held["cards"])
        if not self.places_for >> seat & 1:
            held["cards"], held["places"] = masked_places(held["cards"], held["places"])
        return Event(self.kind, held)


@final
class EventKind:
    """A kind of event: its name, and what its events hold.

    With `reveals` the cards of its events were secret until then to some of those who see them.
    """

    def __init__(self, name: str, *values: Parameter, reveals: bool = False) -> None:
        self.name = name
        self.values = values
        self.reveals = reveals
        if name in EVENTS:
            raise ValueError(f"two kinds of events are called {name!r}")
        EVENTS[name] = self

    def of(self, cards_for: int = ALL, places_for: int = ALL, **held: Any) -> Event:
        """An event of this kind."""
        return Event(self, held, cards_for, places_for)

    def __repr__(self) -> str:
        return f"EventKind({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return event_kind, (self.name,)


EVENTS: Final[dict[str, EventKind]] = {}
"""Every kind of event by its name."""


def event_kind(name: str) -> EventKind:
    return EVENTS[name]


def restore_event(name: str, held: dict[str, Any], cards_for: int, places_for: int) -> Event:
    """An event that has travelled."""
    return Event(EVENTS[name], held, cards_for, places_for)


# --- what events hold ----------------------------------------------------------------------------------------

SEAT: Final = SeatParameter("seat")
CARDS: Final = CardsParameter("cards")
PLACES: Final = PlaceParameter("places")
WANTS: Final = CardsParameter("wants")
FIELD: Final = field_parameter()
PARTNER: Final = SeatParameter("partner")
TO: Final = AddresseeParameter("to")
OFFER: Final = OfferParameter("offer")
THALERS: Final = Parameter("thalers")
PRICE: Final = Parameter("price")
SIZE: Final = Parameter("size")

TURN: Final = EventKind("turn", SEAT, Parameter("turn"))
DEALT_HAND: Final = EventKind("dealt hand", SEAT, CARDS)
PLANTED: Final = EventKind("planted", SEAT, FIELD, CARDS)
HARVESTED: Final = EventKind("harvested", SEAT, FIELD, THALERS, CARDS)
BOUGHT_FIELD: Final = EventKind("bought field", SEAT, PRICE, CARDS)
TURNED_OVER: Final = EventKind("turned over", SEAT, CARDS)
DREW: Final = EventKind("drew", SEAT, CARDS)
DISCARDED: Final = EventKind("discarded", SEAT, CARDS)
TOOK_FROM_DISCARD: Final = EventKind("took from discard", SEAT, CARDS)
OFFERED: Final = EventKind("offered", SEAT, TO, OFFER, OfferParameter("answers"), CARDS, PLACES, WANTS)
TRADED: Final = EventKind(
    "traded", SEAT, PARTNER, OFFER, CARDS, PLACES, CardsParameter("gets"), PlaceParameter("gets_places")
)  # fmt: skip
DECLINED: Final = EventKind("declined", SEAT, OFFER)
WITHDREW: Final = EventKind("withdrew", SEAT, OFFER)
LAPSED: Final = EventKind("lapsed", SEAT, OFFER)
CALLED: Final = EventKind("called", SEAT, CardsParameter("has"), WANTS)
ENDED_TRADING: Final = EventKind("ended trading", SEAT)
PASSED: Final = EventKind("passed", SEAT)
RAN_OUT: Final = EventKind("ran out", Parameter("run_out"), Parameter("last"))
"""How often the draw pile has run out by now; `last` is 1 where that ends the game (K10)."""
SHUFFLED: Final = EventKind("shuffled", SIZE)
ENDED: Final = EventKind("ended")
TOOK_BACK: Final = EventKind("took back", SEAT)

# --- people coming and going: noted by a session, never by the rules -----------------------------------------

LEFT: Final = EventKind("left", SEAT)
"""The person has got up, and a bot plays on."""
GAVE_UP: Final = EventKind("gave up", SEAT)
"""The only person at the table has got up: the game has ended."""
STOOD_IN: Final = EventKind("stood in", SEAT)
"""A bot plays on for a person who is away."""
RETURNED: Final = EventKind("returned", SEAT)
"""The person has taken the seat back from the bot."""
SAT_DOWN: Final = EventKind("sat down", SEAT)
"""A person has taken the seat of a bot."""
WENT_AWAY: Final = EventKind("went away", SEAT)
"""No page of this person has been open for a while."""
CAME_BACK: Final = EventKind("came back", SEAT)
