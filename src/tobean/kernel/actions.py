"""Actions of the kernel. The `repr` of an action is its notation (docs/notation.md).

Actions are small immutable values that know nothing of legality. A class declares its parameters (`PARAMETERS`) and the
ways it is written (`SYNTAX`) once; notation, parsing, parts for clients, equality, copies and pickles are derived from
them. They are plain classes because a compiled one costs a tenth of a frozen dataclass; `acyclic`
exempts them from the cyclic garbage collector.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, final

from mypy_extensions import mypyc_attr

from tobean.kernel.base.seats import parse_seat, seat_name
from tobean.kernel.errors import BadNotation
from tobean.kernel.notation import parameters
from tobean.kernel.notation.card_locations import FRONT
from tobean.kernel.notation.syntax import ActionSyntax


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Action:
    """One action of one seat."""

    VERB: ClassVar[str] = ""
    """The name by which clients know this class of actions."""
    EXAMPLES: ClassVar[tuple[str, ...]] = ()
    """Samples of the notation, quoted in error messages."""
    PARAMETERS: ClassVar[tuple[parameters.Parameter, ...]] = ()
    """The parameters besides the seat. Each is an attribute, and an argument of the constructor in this order."""
    SYNTAX: ClassVar[Sequence[ActionSyntax]] = ()
    """The ways to write the action. The first one that expresses all of it is used."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def values(self) -> tuple[Any, ...]:
        """Return the values of `PARAMETERS`, in that order. Classes that are compared often override this for speed."""
        return tuple([getattr(self, parameter.name) for parameter in self.PARAMETERS])

    def form(self) -> ActionSyntax:
        """Return the syntax in which this action is written."""
        for form in self.SYNTAX:
            if form.expresses(self, self.PARAMETERS):
                return form
        return self.SYNTAX[-1]

    def notation(self) -> str:
        """Return the notation after the seat."""
        return self.form().format_action(self, self.PARAMETERS)

    def parts(self) -> dict[str, Any]:
        """Return the action as clients receive it: its verb and the parameters that its syntax names."""
        return {"verb": self.VERB, **self.form().parts(self)}

    def __repr__(self) -> str:
        return f"{seat_name(self.seat)} {self.notation()}"

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
    """Plant a card in one's own field: the front card of the hand or a card that is due."""

    VERB = "plant"
    EXAMPLES = ("plant Red 1",)
    PARAMETERS = (
        parameters.KindParameter("card"),
        parameters.PlaceParameter("place"),
        parameters.field_parameter(),
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
    """Decline an optional action."""

    VERB = "pass"
    EXAMPLES = ("pass",)
    SYNTAX = (ActionSyntax("pass"),)


@final
@mypyc_attr(acyclic=True)
class GoOn(Action):
    """Go on to the next phase (active player)."""

    VERB = "go on"
    EXAMPLES = ("go on",)
    SYNTAX = (ActionSyntax("go on"),)


@final
@mypyc_attr(acyclic=True)
class Harvest(Action):
    """Harvest one's own field (K6-K9). `discards` is the order of the discarded cards, if chosen (K12)."""

    VERB = "harvest"
    EXAMPLES = ("harvest 1", "harvest 1: discard Red, Blue")
    PARAMETERS = (
        parameters.field_parameter(),
        parameters.CardsParameter("discards"),
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
    """Discard a turned-over card instead of planting it, where a rule allows that."""

    VERB = "discard"
    EXAMPLES = ("discard turned Red",)
    PARAMETERS = (parameters.KindParameter("card"),)
    SYNTAX = (ActionSyntax("discard turned {card}"),)

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card


@final
@mypyc_attr(acyclic=True)
class BuyField(Action):
    """Buy another field."""

    VERB = "buy field"
    EXAMPLES = ("buy field",)
    SYNTAX = (ActionSyntax("buy field"),)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class MakeOffer(Action):
    """Offer particular cards for cards of the wanted kinds (T6), to one player or to the whole table (T7).

    `answers` is the number of the offer that this one counters, or 0.
    """

    VERB = "offer"
    EXAMPLES = ("offer B: turned Soy, Chili@4 for Red", "offer all: Red@2 for nothing", "counter 3 to A: Red@2 for Soy")
    PARAMETERS = (
        parameters.AddresseeParameter("to"),
        parameters.CardsParameter("cards", any_order=True),
        parameters.PlaceParameter("places"),
        parameters.CardsParameter("wants", any_order=True),
        parameters.OfferParameter("answers", 0),
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
    """Accept an offer and choose the cards to give (T4, T6)."""

    VERB = "accept"
    EXAMPLES = ("accept 1: Red@2",)
    PARAMETERS = (
        parameters.OfferParameter("number"),
        parameters.CardsParameter("cards", any_order=True),
        parameters.PlaceParameter("places", ()),
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
    """Decline an offer. It stays open and can still be accepted later."""

    VERB = "decline"
    EXAMPLES = ("decline 1",)
    PARAMETERS = (parameters.OfferParameter("number"),)
    SYNTAX = (ActionSyntax("decline {number:offer}"),)

    def __init__(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number

    def values(self) -> tuple[Any, ...]:
        return (self.number,)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Withdraw(Action):
    """Withdraw one's own offer (T7)."""

    VERB = "withdraw"
    EXAMPLES = ("withdraw 1",)
    PARAMETERS = (parameters.OfferParameter("number"),)
    SYNTAX = (ActionSyntax("withdraw {number:offer}"),)

    def __init__(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number

    def values(self) -> tuple[Any, ...]:
        return (self.number,)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Call(Action):
    """Announce "I have Soy, I want Red" (T8). It is not binding; either half may be empty."""

    VERB = "call"
    EXAMPLES = ("call: have Soy; want Red",)
    PARAMETERS = (
        parameters.CardsParameter("has", any_order=True),
        parameters.CardsParameter("wants", any_order=True),
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
    """End the trading (active player, T8)."""

    VERB = "end trading"
    EXAMPLES = ("end trading",)
    SYNTAX = (ActionSyntax("end trading"),)


# --- parsing -----------------------------------------------------------------------------------------------

ACTIONS: Final[dict[str, list[type[Action]]]] = {}
"""Classes of actions by the first word of their syntax."""


def register_action(*kinds: type[Action]) -> None:
    """Register classes of actions for `parse_action`."""
    for kind in kinds:
        for form in kind.SYNTAX:
            kinds_so_far = ACTIONS.setdefault(form.verb, [])
            if any(kind is not other and form.text in [same.text for same in other.SYNTAX] for other in kinds_so_far):
                raise ValueError(f"two kinds of actions are written {form.text!r}")
            if kind not in kinds_so_far:
                kinds_so_far.append(kind)


def parse_action(text: str, names: Sequence[str] = ()) -> Action:
    """Parse an action such as `A plant Red 1`. With `names`, players can also be called by name."""
    words = text.split()
    if len(words) < 2:
        raise BadNotation("{text!r} is not an action; write for example `A plant Red 1`", text=text.strip())
    seat = parse_seat(words[0], names)
    kinds = ACTIONS.get(words[1])
    if kinds is None:
        verbs = ", ".join(verb.rstrip(":") for verb in ACTIONS)
        raise BadNotation("unknown action {verb!r}; known: {known}", verb=words[1], known=verbs)
    rest = text.split(maxsplit=1)[1].strip()
    first_error: BadNotation | None = None
    for kind in kinds:
        for form in kind.SYNTAX:
            try:
                values = form.read(rest, kind.PARAMETERS, names)
            except BadNotation as error:
                first_error = first_error or error
                continue
            if values is not None:
                return kind(seat, *[values[parameter.name] for parameter in kind.PARAMETERS])
    if first_error is not None:
        raise first_error
    examples = [f"`{example}`" for kind in kinds for example in kind.EXAMPLES]
    raise BadNotation("write {examples}", examples=", ".join(examples))


TRADE_ACTIONS: Final = (MakeOffer, Accept, Decline, Withdraw, Call)
"""The actions of trading (T6-T8), but for its end."""

register_action(Plant, Pass, GoOn, DiscardTurned, Harvest, BuyField, *TRADE_ACTIONS, EndTrading)
