"""The table as one seat sees it, with a perfect memory of what was public (I1, I2).

An observation has the attributes of a table; the cards of the others' hands are HIDDEN, and instead of the draw pile
there are its size and the *urns*. `urns[n]` counts, by kind, the cards of the n-th draw pile that this seat has not
seen: those of an older pile are all in the others' hands, those of the present one there or still in the pile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.kernel.cards import HIDDEN
from tobean.kernel.hands import NO_PILE, known_to, pile_of
from tobean.kernel.looks import LOOKS, summary
from tobean.kernel.seats import seat_name

if TYPE_CHECKING:
    from tobean.kernel.actions import Call
    from tobean.kernel.component import Component
    from tobean.kernel.hands import Shown
    from tobean.kernel.offers import Offer
    from tobean.kernel.rules import Rules
    from tobean.kernel.steps import Step
    from tobean.kernel.table import Table


BYSTANDER: Final = 9
"""In place of a seat: somebody who does not play and sees what is public to everybody."""


@final
class Observation:
    """What a seat sees. It holds copies: changing it changes nobody's table."""

    def __init__(self, table: Table, seat: int) -> None:
        self.seat = seat
        self.rules: Rules = table.rules
        self.players = table.players
        self.options = table.options
        self.hands: list[list[int]] = [
            table.hands[owner].copy() if owner == seat else hand_seen(table, owner, seat)
            for owner in range(table.players)
        ]
        self.origins: list[list[int]] = [origins.copy() for origins in table.origins]
        self.fields: list[list[list[int]]] = [[row.copy() for row in rows] for rows in table.fields]
        self.thalers: list[tuple[int, ...]] = table.thalers.copy()
        self.component: Component | None = None
        if table.component is not None:
            self.component = table.component.seen_by(seat)
            self.thalers = [table.component.thalers_seen(owner, pile) for owner, pile in enumerate(table.thalers)]
        self.aside: list[tuple[int, ...]] = table.aside.copy()
        self.draw_size = table.draw_size
        self.urns: list[list[int]] = urns(table, seat)
        self.pile = table.pile
        self.discard: list[int] = table.discard.copy()
        self.turned: list[int] = table.turned.copy()
        self.run_outs = table.run_outs
        self.no_pile = table.no_pile
        self.start = table.start
        self.active = table.active
        self.turn = table.turn
        self.ply = table.ply
        self.offers: tuple[Offer, ...] = tuple([offer.seen_by(seat) for offer in table.offers])
        self.offer_count = table.offer_count
        self.calls: tuple[Call, ...] = table.calls
        self.talk: list[int] = table.talk.copy()
        self.deals = table.deals
        self.shown: tuple[Shown, ...] = table.shown
        self.agenda: list[Step] = table.agenda.copy()
        self.ending = table.ending
        self.phase = table.phase
        self.awaited = table.awaited
        self.may_talk = seat < table.players and table.may_talk(seat)

    @property
    def hand(self) -> list[int]:
        """The own hand, front card first."""
        return self.hands[self.seat]

    @property
    def over(self) -> bool:
        return not self.agenda

    def __repr__(self) -> str:
        viewer = seat_name(self.seat) if self.seat < self.players else "a bystander"
        return f"<Observation of {viewer}: {summary(self)}>"

    def __str__(self) -> str:
        """All that the seat sees, an entry a line."""
        return LOOKS.text(self)

    def _repr_html_(self) -> str:
        """The picture that a notebook shows."""
        return LOOKS.html(self)

    def key(self) -> tuple[object, ...]:
        """All that there is to see, for comparing."""
        return (
            self.seat, self.rules.name, self.players, self.options, self.hands, self.origins, self.fields,
            self.thalers, self.aside, self.draw_size, self.urns, self.pile, self.discard, self.turned, self.run_outs,
            self.no_pile, self.start, self.active, self.turn, self.ply, self.offers, self.offer_count, self.calls,
            self.talk, self.deals, sorted([fact.key() for fact in self.shown]),
            [repr(step) for step in self.agenda], self.ending, self.awaited, self.may_talk,
            None if self.component is None else self.component.entries(),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observation) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.seat, self.ply, self.turn))


def hand_seen(table: Table, owner: int, seat: int) -> list[int]:
    """Somebody else's hand: its cards are hidden, but for those whose face this seat has seen (I1, I2)."""
    back = table.rules.back
    seen: list[int] = [HIDDEN] * len(table.hands[owner])
    origins = table.origins[owner]
    for position in range(len(origins)):
        if known_to(origins[position], seat):
            seen[position] = table.hands[owner][position]
        elif back is not None:
            seen[position] = back(table.hands[owner][position])
    return seen


def urns(table: Table, seat: int) -> list[list[int]]:
    """The cards that this seat has not seen, by the draw pile from which they came."""
    kinds = len(table.bag)
    unseen: list[list[int]] = [[0] * kinds for _ in range(table.pile)]
    present = table.bag.copy()
    for card in table.stack:
        present[card] += 1
    unseen.append(present)
    for other in range(table.players):
        if other != seat:
            hand = table.hands[other]
            origins = table.origins[other]
            for position in range(len(hand)):
                pile = pile_of(origins[position])
                if pile != NO_PILE and not known_to(origins[position], seat):
                    unseen[pile][hand[position]] += 1
    if table.component is not None:
        for card in table.component.hidden_in_thalers(table):
            present[card] += 1
    return unseen


def observe(table: Table, seat: int) -> Observation:
    """What this seat, or a bystander, sees of the table now."""
    if seat != BYSTANDER:
        table.check_seat(seat)
    return Observation(table, seat)
