"""What a player can do. The `repr` of an action is its notation (docs/notation.md).

Actions are small immutable values; they know nothing of legality. They are plain classes: compiled, they cost a
tenth of a frozen dataclass, and `acyclic` spares the garbage collector the work of tracking them.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from tobean.kernel.cards import cards_text, name_of
from tobean.kernel.seats import seat_name

TURNED: Final = -1
"""In place of a hand position: a card turned over this turn."""
ASIDE: Final = -2
"""In place of a hand position: a card set aside after a deal."""
SOMEWHERE: Final = -3
"""In place of a hand position: in the hand, but the viewer may not know where (I1)."""
FRONT: Final = 0
"""The front of the hand."""

TABLE: Final = -1
"""Instead of a seat: an offer to the whole table."""


def place_text(card: int, place: int) -> str:
    """A card and where it lies: `Red@2` in the hand (1 is the front), `turned Red`, `aside Red`."""
    if place == TURNED:
        return f"turned {name_of(card)}"
    if place == ASIDE:
        return f"aside {name_of(card)}"
    return f"{name_of(card)}@?" if place == SOMEWHERE else f"{name_of(card)}@{place + 1}"


def masked_stake(cards: tuple[int, ...], places: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A stake without its hand positions, sorted by kind: the order, too, would tell them (I1)."""
    pairs = sorted([(SOMEWHERE if place >= 0 else place, card) for card, place in zip(cards, places, strict=True)])
    return tuple([card for _, card in pairs]), tuple([place for place, _ in pairs])


def stake_text(cards: tuple[int, ...], places: tuple[int, ...]) -> str:
    if not cards:
        return "nothing"
    return ", ".join(place_text(card, place) for card, place in zip(cards, places, strict=True))


@mypyc_attr(acyclic=True)
class Action:
    """Somebody does something."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def words(self) -> str:
        """The notation after the seat."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{seat_name(self.seat)} {self.words()}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))


@final
@mypyc_attr(acyclic=True)
class Plant(Action):
    """Plant a card on an own field: the front card of the hand (B3) or a card that is due (B5)."""

    def __init__(self, seat: int, card: int, place: int, field: int) -> None:
        self.seat = seat
        self.card = card
        self.place = place
        self.field = field

    def words(self) -> str:
        source = name_of(self.card) if self.place == FRONT else place_text(self.card, self.place)
        return f"plant {source} {self.field + 1}"


@final
@mypyc_attr(acyclic=True)
class Pass(Action):
    """Leave out something that one may do."""

    def words(self) -> str:
        return "pass"


@final
@mypyc_attr(acyclic=True)
class GoOn(Action):
    """The active player goes on to the next phase."""

    def words(self) -> str:
        return "go on"


@final
@mypyc_attr(acyclic=True)
class Harvest(Action):
    """Harvest an own field (K6-K9). `discards` is the order of the discarded cards where the owner chooses it (K12)."""

    def __init__(self, seat: int, field: int, discards: tuple[int, ...] = ()) -> None:
        self.seat = seat
        self.field = field
        self.discards = discards

    def words(self) -> str:
        if self.discards:
            return f"harvest {self.field + 1}: discard {cards_text(self.discards)}"
        return f"harvest {self.field + 1}"


@final
@mypyc_attr(acyclic=True)
class DiscardTurned(Action):
    """Discard a turned-over card instead of planting it, where something allows that."""

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card

    def words(self) -> str:
        return f"discard turned {name_of(self.card)}"


@final
@mypyc_attr(acyclic=True)
class BuyField(Action):
    """Buy a further field (B10)."""

    def words(self) -> str:
        return "buy field"


@final
@mypyc_attr(acyclic=True)
class MakeOffer(Action):
    """Offer these very cards for cards of those kinds (T6), to a player or to the table (T7).

    `answers` is the number of the offer to which this one is a counter-offer, or 0.
    """

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

    def words(self) -> str:
        to = "all" if self.to == TABLE else seat_name(self.to)
        verb = f"counter {self.answers} to {to}" if self.answers else f"offer {to}"
        return f"{verb}: {stake_text(self.cards, self.places)} for {cards_text(self.wants)}"


@final
@mypyc_attr(acyclic=True)
class Accept(Action):
    """Say yes to an offer, naming the own cards that leave (T4, T6)."""

    def __init__(self, seat: int, number: int, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
        self.seat = seat
        self.number = number
        self.cards = cards
        self.places = places

    def words(self) -> str:
        return f"accept {self.number}: {stake_text(self.cards, self.places)}"


@final
@mypyc_attr(acyclic=True)
class Decline(Action):
    """Say no to an offer. It stays open: one may still come back to it."""

    def __init__(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number

    def words(self) -> str:
        return f"decline {self.number}"


@final
@mypyc_attr(acyclic=True)
class Withdraw(Action):
    """Take back an own offer (T7)."""

    def __init__(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number

    def words(self) -> str:
        return f"withdraw {self.number}"


@final
@mypyc_attr(acyclic=True)
class Call(Action):
    """Talk that binds nobody: "I have Soy, I want Red" (T8). Either half may be empty."""

    def __init__(self, seat: int, has: tuple[int, ...], wants: tuple[int, ...]) -> None:
        self.seat = seat
        self.has = has
        self.wants = wants

    def words(self) -> str:
        halves = []
        if self.has:
            halves.append(f"have {cards_text(self.has)}")
        if self.wants:
            halves.append(f"want {cards_text(self.wants)}")
        return f"call: {'; '.join(halves) or 'nothing'}"


@final
@mypyc_attr(acyclic=True)
class EndTrading(Action):
    """The active player ends the trading (T8)."""

    def words(self) -> str:
        return "end trading"


# Actions are values, so the common ones are made once and shared; search and random play make millions of them.
SEATS: Final = 5
FIELDS: Final = 4
HARVESTS: Final[list[list[Harvest]]] = [[Harvest(seat, field) for field in range(FIELDS)] for seat in range(SEATS)]
PASSES: Final[list[Pass]] = [Pass(seat) for seat in range(SEATS)]
GO_ONS: Final[list[GoOn]] = [GoOn(seat) for seat in range(SEATS)]
MOST_KINDS: Final = 128
PLANTS: Final[list[Plant | None]] = [None] * (SEATS * 3 * FIELDS * MOST_KINDS)


def planting(seat: i64, card: i64, place: i64, field: i64) -> Plant:
    """The action of planting this card: made once, then shared."""
    index: i64 = ((seat * 3 - place) * FIELDS + field) * MOST_KINDS + card
    action = PLANTS[index]
    if action is None:
        action = Plant(seat, card, place, field)
        PLANTS[index] = action
    return action


ENDS: Final[list[EndTrading]] = [EndTrading(seat) for seat in range(SEATS)]
