"""The table as one seat sees it, with a perfect memory of what was public (I1, I2).

An observation has the attributes of a table; the cards of the others' hands are HIDDEN, and instead of the draw pile
there are its size and the *urns*. `urns[n]` counts, by kind, the cards of the n-th draw pile that this seat has not
seen: those of an older pile are all in the others' hands, those of the present one there or still in the pile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar, final

from mypy_extensions import i64, mypyc_attr

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


Part = TypeVar("Part")

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


def observe_again(table: Table, seat: int, before: Observation, known: Observation | None) -> Observation:
    """The same, where this seat has observed this table before: what is as it was is shared with that observation.

    `known` is that one, too, if no card has moved since. Whoever makes observations so changes none of them.
    """
    component = table.component
    view = Observation(
        table.frame, table.options, table, None if component is None else component.seen_by(seat), seat, shared=True
    )
    view.origins = as_before(before.origins, table.origins)
    view.fields = as_before(before.fields, table.fields)
    view.thalers = before.thalers if before.thalers == table.thalers else table.thalers.copy()
    view.aside = before.aside if before.aside == table.aside else table.aside.copy()
    view.discard = before.discard if before.discard == table.discard else table.discard.copy()
    view.turned = before.turned if before.turned == table.turned else table.turned.copy()
    view.talk = before.talk if before.talk == table.talk else table.talk.copy()
    view.agenda = before.agenda if before.agenda == table.agenda else table.agenda.copy()
    if known is None:
        hands = [
            table.hands[owner] if owner == seat else hand_seen(table, owner, seat) for owner in range(table.players)
        ]
        view.hands = as_before(before.hands, hands)
        view.urns = urns(table, seat)
    see_the_rest(view, table, known)
    return view


def as_before(before: list[list[Part]], now: list[list[Part]]) -> list[list[Part]]:
    """Copies of these lists; those that are as they were are taken over."""
    if before == now:
        return before
    found: list[list[Part]] = []
    for index, new in enumerate(now):
        old = before[index]
        found.append(old if old == new else new.copy())
    return found


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
        hands: list[list[int]] = []
        for owner in range(table.players):
            if owner == seat:
                hands.append(table.hands[owner].copy())
            elif beside is not None and knows_the_same(table.origins[owner], owner, seat, beside.seat):
                hands.append(beside.hands[owner])
            else:
                hands.append(hand_seen(table, owner, seat))
        view.hands = hands
        view.urns = urns(table, seat)
    see_the_rest(view, table, known)
    return view


def knows_the_same(origins: list[int], owner: int, seat: int, other: int) -> bool:
    """Have two seats seen the faces of the same cards in the hand of a third one?"""
    for origin in origins:
        if known_to(origin, seat) != known_to(origin, other):
            break
    else:
        return other != owner
    return False


def see_the_rest(view: Observation, table: Table, known: Observation | None) -> None:
    """What a seat sees beyond what lies before everybody."""
    seat, component = view.seat, table.component
    if known is not None:
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


@final
@mypyc_attr(acyclic=True)
class Whereabouts:
    """Where the cards are that somebody may not see: as long as none has moved, everybody knows of them what they did.

    It holds all secrets, and answers one question. What is as it was is shared with what is known from before.
    """

    def __init__(self, table: Table, before: Whereabouts | None = None) -> None:
        if before is None:
            self.hands = [hand.copy() for hand in table.hands]
            self.origins = [origins.copy() for origins in table.origins]
        else:
            self.hands = as_before(before.hands, table.hands)
            self.origins = as_before(before.origins, table.origins)
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
