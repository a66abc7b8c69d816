"""The table as one seat sees it, with a perfect memory of what was public (I1, I2).

An observation has the attributes of a table; the cards of the others' hands are HIDDEN, and instead of the draw pile
there are its size and the *urns*. `urns[n]` counts, by kind, the cards of the n-th draw pile that this seat has not
seen: those of an older pile are all in the others' hands, those of the present one there or still in the pile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from mypy_extensions import i64

from tobean.kernel.cards import HIDDEN
from tobean.kernel.frame import frame_of
from tobean.kernel.hands import NO_PILE, known_to, pile_of
from tobean.kernel.looks import LOOKS, summary
from tobean.kernel.packing import packed, unpack
from tobean.kernel.position import Position
from tobean.kernel.seats import BYSTANDER, seat_name
from tobean.kernel.table import NO_SEAT

if TYPE_CHECKING:
    from tobean.kernel.component import Component
    from tobean.kernel.frame import Frame
    from tobean.kernel.rules import Rules
    from tobean.kernel.table import Table


SEEN: Final = ("seat", "draw_size", "urns", "phase", "awaited", "may_talk")
"""What an observation says beyond the state of the game."""


@final
class Observation(Position):
    """What a seat sees. It holds copies: changing it changes nobody's table."""

    def __init__(
        self,
        frame: Frame,
        options: dict[str, int | bool | None],
        other: Position | None,
        component: Component | None,
        seat: int,
        shared: bool = False,
    ) -> None:
        super().__init__(frame.rules, frame.players, options, other, component, shared)
        self.frame = frame
        self.seat = seat
        self.draw_size = 0
        self.urns: list[list[int]] = []
        self.phase = 0
        self.awaited = NO_SEAT
        self.may_talk = False

    @property
    def kinds(self) -> list[int]:
        """The kinds of beans in this game."""
        return self.frame.kinds

    @property
    def pays(self) -> list[list[int]]:
        """By kind and number of cards, how many thalers a harvest brings (K6)."""
        return self.frame.pays

    @property
    def hand(self) -> list[int]:
        """The own hand, front card first."""
        return self.hands[self.seat]

    def __repr__(self) -> str:
        viewer = seat_name(self.seat) if self.seat < self.players else "a bystander"
        return f"<Observation of {viewer}: {summary(self)}>"

    def __str__(self) -> str:
        """All that the seat sees, an entry a line."""
        return LOOKS.text(self)

    def _repr_html_(self) -> str:
        """The picture that a notebook shows."""
        return LOOKS.html(self)

    def __eq__(self, other: object) -> bool:
        """Does a seat see the same? The order in which things were proven does not count."""
        return isinstance(other, Observation) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.seat, self.ply, self.turn))

    def key(self) -> tuple[object, ...]:
        """All that there is to see, for comparing."""
        state = self.state()
        state["shown"] = sorted([fact.key() for fact in self.shown])
        return (self.rules, self.players, self.options, state, *[getattr(self, name) for name in SEEN])

    def __reduce__(self) -> tuple[Any, ...]:
        seen = [getattr(self, name) for name in SEEN]
        return observation_revived, (self.rules, self.players, self.options, packed(self, self.frame.phases), seen)


def hand_seen(table: Table, owner: int, seat: int) -> list[int]:
    """Somebody else's hand: its cards are hidden, but for those whose face this seat has seen (I1, I2)."""
    back = table.rules.back
    hand = table.hands[owner]
    seen: list[int] = [HIDDEN] * len(hand)
    for position, origin in enumerate(table.origins[owner]):
        if known_to(origin, seat):
            seen[position] = hand[position]
        elif back is not None:
            seen[position] = back(hand[position])
    return seen


def urns(table: Table, seat: int) -> list[list[int]]:
    """The cards that this seat has not seen, by the draw pile from which they came."""
    kinds = len(table.bag)
    unseen: list[list[int]] = [[0] * kinds for _ in range(table.pile)]
    present = table.bag.copy()
    for card in table.stack:
        present[card] = present[card] + 1
    unseen.append(present)
    for other in range(table.players):
        if other != seat:
            origins = table.origins[other]
            for position, card in enumerate(table.hands[other]):
                origin: i64 = origins[position]
                pile = pile_of(origin)
                if pile != NO_PILE and not known_to(origin, seat):
                    counts = unseen[pile]
                    counts[card] = counts[card] + 1
    if table.component is not None:
        for card, drawn_from in table.component.hidden_from(table, seat):
            unseen[drawn_from][card] += 1
    return unseen


def observe(table: Table, seat: int) -> Observation:
    """What this seat, or a bystander, sees of the table now."""
    return observe_beside(table, seat, None, None)


def observe_beside(table: Table, seat: int, beside: Observation | None, known: Observation | None) -> Observation:
    """The same, where somebody else has just observed this table, or this seat has since when no card has moved.

    What is seen alike is shared between such observations: whoever makes them so changes none of them.
    """
    if seat != BYSTANDER:
        table.check_seat(seat)
    component = table.component
    seen = None if component is None else component.seen_by(seat)
    if beside is None:
        view = Observation(table.frame, table.options, table, seen, seat)
    else:
        view = Observation(table.frame, table.options, beside, seen, seat, shared=True)
        if known is None:
            view.hands = [hand.copy() for hand in table.hands]
    if known is None:
        for owner in range(table.players):
            if owner != seat:
                view.hands[owner] = hand_seen(table, owner, seat)
        view.urns = urns(table, seat)
    else:
        view.hands = known.hands
        view.urns = known.urns
    if component is not None:
        view.thalers = [component.thalers_seen(owner, pile) for owner, pile in enumerate(table.thalers)]
    if table.offers:
        view.offers = tuple([offer.seen_by(seat) for offer in table.offers])
    view.draw_size = table.draw_size
    view.phase = table.phase
    view.awaited = table.awaited
    view.may_talk = seat < table.players and table.may_talk(seat)
    return view


class Whereabouts:
    """Where the cards are that somebody may not see: as long as none has moved, everybody knows of them what they did.

    It holds all secrets, and answers one question.
    """

    def __init__(self, table: Table) -> None:
        self.hands = [hand.copy() for hand in table.hands]
        self.origins = [origins.copy() for origins in table.origins]
        self.bag = table.bag.copy()
        self.stack = table.stack.copy()
        self.pile = table.pile

    def are_those_of(self, table: Table) -> bool:
        """Has no card moved? A game with cards of its own has further places, so there one may have."""
        return (
            table.component is None
            and self.pile == table.pile
            and self.hands == table.hands
            and self.origins == table.origins
            and self.bag == table.bag
            and self.stack == table.stack
        )


def observation_revived(
    rules: Rules, players: int, options: dict[str, int | bool | None], state: list[Any], seen: list[Any]
) -> Observation:
    """An observation that was pickled."""
    frame = frame_of(rules, players, options)
    view = Observation(frame, options, None, None, seen[0])
    unpack(state, view, frame.phases)
    for index in range(len(SEEN)):
        setattr(view, SEEN[index], seen[index])
    return view
