"""What a player can do. The `repr` of an action is its notation (docs/notation.md).

Actions are small immutable values; they know nothing of legality. A class says once which values its actions have and
in which forms they are written; notation, reading, parts for clients, equality, copies and pickles follow from that.
They are plain classes: compiled, they cost a tenth of a frozen dataclass, and `acyclic` spares the garbage collector
the work of tracking them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, final

from mypy_extensions import mypyc_attr

from tobean.kernel.errors import BadNotation
from tobean.kernel.notation.card_locations import FRONT
from tobean.kernel.notation.parameters import (
    AddresseeParameter,
    CardsParameter,
    KindParameter,
    OfferParameter,
    Parameter,
    PlaceParameter,
    field_parameter,
)
from tobean.kernel.notation.syntax import ActionSyntax
from tobean.kernel.state.seats import parse_seat, seat_name


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Action:
    """Somebody does something."""

    VERB: ClassVar[str] = ""
    """What clients know this kind of action by."""
    EXAMPLES: ClassVar[tuple[str, ...]] = ()
    """How it is written, for somebody who got it wrong."""
    PARAMETERS: ClassVar[tuple[Parameter, ...]] = ()
    """What it holds besides the seat: attributes of these names, and the arguments of the class in this order."""
    SYNTAX: ClassVar[tuple[ActionSyntax, ...]] = ()
    """In which ways it is written, the first one that says everything first."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def values(self) -> tuple[Any, ...]:
        """What it holds, in the order of `PARAMETERS`. Those that are compared most name their attributes themselves."""
        return tuple([getattr(self, value.name) for value in self.PARAMETERS])

    def form(self) -> ActionSyntax:
        """The form in which it is written."""
        for form in self.SYNTAX:
            if form.expresses(self):
                return form
        return self.SYNTAX[-1]

    def words(self) -> str:
        """The notation after the seat."""
        return self.form().format_action(self)

    def parts(self) -> dict[str, Any]:
        """What a client hangs it on: its verb, and what its form names."""
        return {"verb": self.VERB, **self.form().parts(self)}

    def __repr__(self) -> str:
        return f"{seat_name(self.seat)} {self.words()}"

    def __eq__(self, other: object) -> bool:
        return self is other or (
            type(self) is type(other)
            and isinstance(other, Action)
            and self.seat == other.seat
            and self.values() == other.values()
        )

    def __hash__(self) -> int:
        return hash((self.VERB, self.seat, self.values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.seat, *self.values())


@final
@mypyc_attr(acyclic=True)
class Plant(Action):
    """Plant a card on an own field: the front card of the hand (B3) or a card that is due (B5)."""

    VERB = "plant"
    EXAMPLES = ("plant Red 1",)
    PARAMETERS = (
        KindParameter("card"),
        PlaceParameter("place"),
        field_parameter(),
    )
    SYNTAX = (
        ActionSyntax("plant {card} {field}", place=FRONT),
        ActionSyntax("plant {card@place} {field}"),
    )

    def __init__(self, seat: int, card: int, place: int, field: int) -> None:
        self.seat = seat
        self.card = card
        self.place = place
        self.field = field

    def values(self) -> tuple[Any, ...]:
        return (self.card, self.place, self.field)


@final
@mypyc_attr(acyclic=True)
class Pass(Action):
    """Leave out something that one may do."""

    VERB = "pass"
    EXAMPLES = ("pass",)
    SYNTAX = (ActionSyntax("pass"),)


@final
@mypyc_attr(acyclic=True)
class GoOn(Action):
    """The active player goes on to the next phase."""

    VERB = "go on"
    EXAMPLES = ("go on",)
    SYNTAX = (ActionSyntax("go on"),)


@final
@mypyc_attr(acyclic=True)
class Harvest(Action):
    """Harvest an own field (K6-K9). `discards` is the order of the discarded cards where the owner chooses it (K12)."""

    VERB = "harvest"
    EXAMPLES = ("harvest 1", "harvest 1: discard Red, Blue")
    PARAMETERS = (
        field_parameter(),
        CardsParameter("discards"),
    )
    SYNTAX = (
        ActionSyntax("harvest {field}"),
        ActionSyntax("harvest {field}: discard {discards}"),
    )

    def __init__(self, seat: int, field: int, discards: tuple[int, ...] = ()) -> None:
        self.seat = seat
        self.field = field
        self.discards = discards

    def values(self) -> tuple[Any, ...]:
        return (self.field, self.discards)


@final
@mypyc_attr(acyclic=True)
class DiscardTurned(Action):
    """Discard a turned-over card instead of planting it, where something allows that."""

    VERB = "discard"
    EXAMPLES = ("discard turned Red",)
    PARAMETERS = (KindParameter("card"),)
    SYNTAX = (ActionSyntax("discard turned {card}"),)

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card


@final
@mypyc_attr(acyclic=True)
class BuyField(Action):
    """Buy a further field (B10)."""

    VERB = "buy field"
    EXAMPLES = ("buy field",)
    SYNTAX = (ActionSyntax("buy field"),)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class MakeOffer(Action):
    """Offer these very cards for cards of those kinds (T6), to a player or to the table (T7).

    `answers` is the number of the offer to which this one is a counter-offer, or 0.
    """

    VERB = "offer"
    EXAMPLES = ("offer B: turned Soy, Chili@4 for Red", "offer all: Red@2 for nothing", "counter 3 to A: Red@2 for Soy")
    PARAMETERS = (
        AddresseeParameter("to"),
        CardsParameter("cards", any_order=True),
        PlaceParameter("places"),
        CardsParameter("wants", any_order=True),
        OfferParameter("answers", 0),
    )
    SYNTAX = (
        ActionSyntax("offer {to}: {cards@places} for {wants}"),
        ActionSyntax("counter {answers} to {to}: {cards@places} for {wants}"),
    )

    def __init__(
        self,
        seat: int,
        to: int,
        cards: tuple[int, ...],
        places: tuple[int, ...],
        wants: tuple[int, ...],
        answers: int = 0,
    ) -> None:
        self.seat = seat
        self.to = to
        self.cards = cards
        self.places = places
        self.wants = wants
        self.answers = answers


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Accept(Action):
    """Say yes to an offer, naming the own cards that leave (T4, T6)."""

    VERB = "accept"
    EXAMPLES = ("accept 1: Red@2",)
    PARAMETERS = (
        OfferParameter("number"),
        CardsParameter("cards", any_order=True),
        PlaceParameter("places", ()),
    )
    SYNTAX = (
        ActionSyntax("accept {number:offer}: {cards@places}"),
        ActionSyntax("accept {number:offer}"),
    )

    def __init__(self, seat: int, number: int, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
        self.seat = seat
        self.number = number
        self.cards = cards
        self.places = places

    def values(self) -> tuple[Any, ...]:
        return (self.number, self.cards, self.places)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Decline(Action):
    """Say no to an offer. It stays open: one may still come back to it."""

    VERB = "decline"
    EXAMPLES = ("decline 1",)
    PARAMETERS = (OfferParameter("number"),)
    SYNTAX = (ActionSyntax("decline {number:offer}"),)

    def __init__(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number

    def values(self) -> tuple[Any, ...]:
        return (self.number,)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Withdraw(Action):
    """Take back an own offer (T7)."""

    VERB = "withdraw"
    EXAMPLES = ("withdraw 1",)
    PARAMETERS = (OfferParameter("number"),)
    SYNTAX = (ActionSyntax("withdraw {number:offer}"),)

    def __init__(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number

    def values(self) -> tuple[Any, ...]:
        return (self.number,)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Call(Action):
    """Talk that binds nobody: "I have Soy, I want Red" (T8). Either half may be empty."""

    VERB = "call"
    EXAMPLES = ("call: have Soy; want Red",)
    PARAMETERS = (
        CardsParameter("has", any_order=True),
        CardsParameter("wants", any_order=True),
    )
    SYNTAX = (
        ActionSyntax("call: nothing"),
        ActionSyntax("call: have {has}"),
        ActionSyntax("call: want {wants}"),
        ActionSyntax("call: have {has}; want {wants}"),
        ActionSyntax("call: want {wants}; have {has}"),
    )

    def __init__(self, seat: int, has: tuple[int, ...], wants: tuple[int, ...]) -> None:
        self.seat = seat
        self.has = has
        self.wants = wants


@final
@mypyc_attr(acyclic=True)
class EndTrading(Action):
    """The active player ends the trading (T8)."""

    VERB = "end trading"
    EXAMPLES = ("end trading",)
    SYNTAX = (ActionSyntax("end trading"),)


# --- reading -----------------------------------------------------------------------------------------------

ACTIONS: Final[dict[str, list[type[Action]]]] = {}
"""The kinds of actions by the first word of their forms."""


def register_action(*kinds: type[Action]) -> None:
    """Make actions known to whoever reads notation."""
    for kind in kinds:
        for form in kind.SYNTAX:
            known = ACTIONS.setdefault(form.verb, [])
            if any(kind is not other and form.text in [same.text for same in other.SYNTAX] for other in known):
                raise ValueError(f"two kinds of actions are written {form.text!r}")
            if kind not in known:
                known.append(kind)


def parse_action(text: str, names: Sequence[str] = ()) -> Action:
    """Read an action such as `A plant Red 1`. `names` lets players be called by name."""
    words = text.split()
    if len(words) < 2:
        raise BadNotation("{text!r} is not an action; write for example `A plant Red 1`", text=text.strip())
    seat = parse_seat(words[0], names)
    kinds = ACTIONS.get(words[1])
    if kinds is None:
        known = ", ".join(verb.rstrip(":") for verb in ACTIONS)
        raise BadNotation("{verb!r} is nothing one can do; there are: {known}", verb=words[1], known=known)
    rest = text.split(maxsplit=1)[1].strip()
    trouble: BadNotation | None = None
    for kind in kinds:
        for form in kind.SYNTAX:
            try:
                held = form.read(rest, kind.PARAMETERS, names)
            except BadNotation as error:
                trouble = trouble or error
                continue
            if held is not None:
                return kind(seat, *[held[value.name] for value in kind.PARAMETERS])
    if trouble is not None:
        raise trouble
    examples = [f"`{example}`" for kind in kinds for example in kind.EXAMPLES]
    raise BadNotation("write {examples}", examples=", ".join(examples))


register_action(
    Plant, Pass, GoOn, DiscardTurned, Harvest, BuyField, MakeOffer, Accept, Decline, Withdraw, Call, EndTrading
)
