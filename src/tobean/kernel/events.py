"""Events: what happened, in full and as each seat may see it (I1-I3).

A kind of event declares the parameters of its events once. Sentences, JSON, equality and pickles are derived from them.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from tobean.kernel.base.seats import NO_SEAT
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
"""All seats, in a bit set of seats."""


@final
@mypyc_attr(acyclic=True)
class Event:
    """One thing that happened. `data` maps the parameters of its kind to values; see docs/protocol.md.

    `cards_for` and `places_for` are bit sets of the seats that may know the kinds and the positions of the cards.
    """

    def __init__(self, kind: EventKind, data: dict[str, Any], cards_for: int = ALL, places_for: int = ALL) -> None:
        self.kind = kind
        self.data = data
        self.cards_for = cards_for
        self.places_for = places_for

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def seat(self) -> int:
        """The seat that acted, or NO_SEAT."""
        seat: int = self.data.get("seat", NO_SEAT)
        return seat

    @property
    def cards(self) -> tuple[int, ...]:
        cards: tuple[int, ...] = self.data.get("cards", ())
        return cards

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self.data.get(name, default)

    def key(self) -> tuple[object, ...]:
        return (self.kind.name, self.data, self.cards_for, self.places_for)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.kind.name, *self.data.values(), self.cards_for, self.places_for))

    def __repr__(self) -> str:
        parameters = [parameter for parameter in self.kind.parameters if parameter.name in self.data]
        data = ", ".join([f"{parameter.name} {parameter.text(self.data[parameter.name])}" for parameter in parameters])
        return f"<Event {self.kind.name}: {data}>" if data else f"<Event {self.kind.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_event, (self.kind.name, self.data, self.cards_for, self.places_for)

    def seen_by(self, seat: int) -> Event:
        """Return this event as a seat sees it: secret cards are HIDDEN, secret positions UNKNOWN_POSITION."""
        if self.cards_for == ALL and self.places_for == ALL:
            return self
        data = dict(self.data)
        if not self.cards_for >> seat & 1:
            data["cards"] = (HIDDEN,) * len(data["cards"])
        if not self.places_for >> seat & 1:
            data["cards"], data["places"] = masked_places(data["cards"], data["places"])
        return Event(self.kind, data)


@final
class EventKind:
    """A kind of event: its name and parameters.

    With `reveals`, its events show cards that were secret to some of their viewers before.
    """

    def __init__(self, name: str, *parameters: Parameter, reveals: bool = False) -> None:
        self.name = name
        self.parameters = parameters
        self.reveals = reveals
        if name in EVENTS:
            raise ValueError(f"two kinds of events are called {name!r}")
        EVENTS[name] = self

    def of(self, cards_for: int = ALL, places_for: int = ALL, **data: Any) -> Event:
        return Event(self, data, cards_for, places_for)

    def __repr__(self) -> str:
        return f"EventKind({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return event_kind, (self.name,)


EVENTS: Final[dict[str, EventKind]] = {}


def event_kind(name: str) -> EventKind:
    return EVENTS[name]


def restore_event(name: str, data: dict[str, Any], cards_for: int, places_for: int) -> Event:
    return Event(EVENTS[name], data, cards_for, places_for)


# --- parameters and kinds of events --------------------------------------------------------------------------

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
"""`run_out` counts the run-outs so far; `last` is 1 if this one ends the game (K10)."""
SHUFFLED: Final = EventKind("shuffled", SIZE)
ENDED: Final = EventKind("ended")
TOOK_BACK: Final = EventKind("took back", SEAT)

# --- players joining and leaving: added by a session, never by the rules -------------------------------------

LEFT: Final = EventKind("left", SEAT)
"""The player has left, and a bot plays on."""
GAVE_UP: Final = EventKind("gave up", SEAT)
"""The only person at the table has left: the game is over."""
STOOD_IN: Final = EventKind("stood in", SEAT)
"""A bot plays on for an absent person."""
RETURNED: Final = EventKind("returned", SEAT)
"""The person has taken the seat back from the bot."""
SAT_DOWN: Final = EventKind("sat down", SEAT)
"""A person has taken the seat of a bot."""
WENT_AWAY: Final = EventKind("went away", SEAT)
"""The person has not had a page of this table open for a while."""
CAME_BACK: Final = EventKind("came back", SEAT)
