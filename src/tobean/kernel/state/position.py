"""Positions: the state of a game, which tables and observations share.

`STATE` declares the state. Other code names the same attributes one by one, in the same order, because compiled code
accesses a literal attribute about thirty times faster than by `getattr`, and search copies positions by the million:
the constructor of `Position`, `adopt_position`, `pack_position` and `unpack_position`. A test checks them against
`STATE`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tobean.kernel.actions import Call
from tobean.kernel.trade.offers import HandFact, Offer
from tobean.kernel.trade.trade_history import NO_HISTORY, TradeHistory

if TYPE_CHECKING:
    from tobean.kernel.agenda import Step
    from tobean.kernel.component import Component, Options
    from tobean.kernel.rules import Rules

Cards = tuple[int, ...]
Row = tuple[int, ...]
"""The cards in a field, in the order in which they were planted."""

STATE: Final = (
    "hands",
    "origins",
    "fields",
    "thalers",
    "aside",
    "pile",
    "discard",
    "turned",
    "run_outs",
    "no_pile",
    "start",
    "active",
    "turn",
    "ply",
    "offers",
    "offer_count",
    "calls",
    "talk",
    "deals",
    "shown",
    "agenda",
    "ending",
    "component",
)
"""The attributes that change during a game and on which its rules depend, except for the private ones of `Table`."""


class Position:
    """A game in progress. Seats are numbered from 0, clockwise."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: Options,
        other: Position | None,
        component: Component | None,
        shared: bool = False,
    ) -> None:
        """Create an empty position or a copy of `other`, with this component.

        With `shared` the copy is not independent: both have the same lists.
        """
        self.rules = rules
        self.players = players
        self.options = options
        if other is None:
            # In front of each player.
            self.hands: list[list[int]] = [[] for _ in range(players)]
            self.origins: list[list[int]] = [[] for _ in range(players)]
            self.fields: list[list[Row]] = [[] for _ in range(players)]
            self.thalers: list[tuple[int, ...]] = [()] * players
            self.aside: list[tuple[int, ...]] = [()] * players
            # In the middle.
            self.pile = 0
            self.discard: list[int] = []
            self.turned: list[int] = []
            self.run_outs = 0
            self.no_pile = False
            # Turn order.
            self.start = 0
            self.active = 0
            self.turn = 0
            self.ply = 0
            # Trading.
            self.offers: tuple[Offer, ...] = ()
            self.offer_count = 0
            self.calls: tuple[Call, ...] = ()
            self.talk: list[int] = [0] * players
            self.deals = 0
            self.shown: tuple[HandFact, ...] = ()
            # The steps to come, the next one last.
            self.agenda: list[Step] = []
            self.ending = ""
            # Statistics of the players; no rule depends on them, so they are not part of `STATE`.
            self.trade_history: TradeHistory = NO_HISTORY[players]
        else:
            # Not by `adopt_position`: compiled code would then have to check on every access that they are defined.
            self.hands = other.hands if shared else [hand.copy() for hand in other.hands]
            self.origins = other.origins if shared else [origins.copy() for origins in other.origins]
            self.fields = other.fields if shared else [rows.copy() for rows in other.fields]
            self.thalers = other.thalers if shared else other.thalers.copy()
            self.aside = other.aside if shared else other.aside.copy()
            self.pile = other.pile
            self.discard = other.discard if shared else other.discard.copy()
            self.turned = other.turned if shared else other.turned.copy()
            self.run_outs = other.run_outs
            self.no_pile = other.no_pile
            self.start = other.start
            self.active = other.active
            self.turn = other.turn
            self.ply = other.ply
            self.offers = other.offers
            self.offer_count = other.offer_count
            self.calls = other.calls
            self.talk = other.talk if shared else other.talk.copy()
            self.deals = other.deals
            self.shown = other.shown
            self.agenda = other.agenda if shared else other.agenda.copy()
            self.ending = other.ending
            self.trade_history = other.trade_history
        self.component = component

    @property
    def over(self) -> bool:
        return not self.agenda

    def adopt_position(self, other: Position) -> None:
        """Take over the state of a position of the same game, which must not be used afterwards."""
        self.hands = other.hands
        self.origins = other.origins
        self.fields = other.fields
        self.thalers = other.thalers
        self.aside = other.aside
        self.pile = other.pile
        self.discard = other.discard
        self.turned = other.turned
        self.run_outs = other.run_outs
        self.no_pile = other.no_pile
        self.start = other.start
        self.active = other.active
        self.turn = other.turn
        self.ply = other.ply
        self.offers = other.offers
        self.offer_count = other.offer_count
        self.calls = other.calls
        self.talk = other.talk
        self.deals = other.deals
        self.shown = other.shown
        self.agenda = other.agenda
        self.ending = other.ending
        self.component = other.component
        self.trade_history = other.trade_history

    def state(self) -> dict[str, Any]:
        """Return the state by attribute. Its values must not be modified."""
        return {name: getattr(self, name) for name in STATE}

    def same_as(self, other: Position) -> bool:
        """Whether both are the same game in the same state, as far as they know it."""
        if (self.rules, self.players, self.options) != (other.rules, other.players, other.options):
            return False
        return all(getattr(self, name) == getattr(other, name) for name in STATE)


# --- packing -----------------------------------------------------------------------------------------------

# Plain numbers and lists pickle far faster than objects.


def pack_position(position: Position, phases: list[Step]) -> list[Any]:
    """Return the state in the order of `STATE`, then the trade history; steps of a turn as their index in `phases`."""
    return [
        position.hands,
        position.origins,
        position.fields,
        position.thalers,
        position.aside,
        position.pile,
        position.discard,
        position.turned,
        position.run_outs,
        position.no_pile,
        position.start,
        position.active,
        position.turn,
        position.ply,
        [pack_offer(offer) for offer in position.offers],
        position.offer_count,
        [(call.seat, call.has, call.wants) for call in position.calls],
        position.talk,
        position.deals,
        [fact.key() for fact in position.shown],
        [step_number(step, phases) for step in position.agenda],
        position.ending,
        position.component,
        position.trade_history.attribute_values(),
    ]


def step_number(step: Step, phases: list[Step]) -> int | Step:
    for number in range(len(phases)):
        if phases[number] is step:
            return number
    return step


def pack_offer(offer: Offer) -> tuple[int, int, int, Cards, Cards, Cards, int, int]:
    return (
        offer.number, offer.seat, offer.to, offer.cards, offer.places, offer.wants, offer.answers, offer.declined,
    )  # fmt: skip


def unpack_offer(packed: tuple[int, int, int, Cards, Cards, Cards, int, int]) -> Offer:
    number, seat, to, cards, places, wants, answers, declined = packed
    return Offer(number, seat, to, cards, places, wants, answers, declined)


def unpack_call(packed: tuple[int, Cards, Cards]) -> Call:
    seat, has, wants = packed
    return Call(seat, has, wants)


def unpack_fact(packed: tuple[int, int, int, int]) -> HandFact:
    seat, card, count, reach = packed
    return HandFact(seat, card, count, reach)


def unpack_position(state: list[Any], position: Position, phases: list[Step]) -> None:
    """Restore the state on a position, which takes over the lists."""
    position.hands = state[0]
    position.origins = state[1]
    position.fields = state[2]
    position.thalers = state[3]
    position.aside = state[4]
    position.pile = state[5]
    position.discard = state[6]
    position.turned = state[7]
    position.run_outs = state[8]
    position.no_pile = state[9]
    position.start = state[10]
    position.active = state[11]
    position.turn = state[12]
    position.ply = state[13]
    position.offers = tuple([unpack_offer(packed) for packed in state[14]])
    position.offer_count = state[15]
    position.calls = tuple([unpack_call(packed) for packed in state[16]])
    position.talk = state[17]
    position.deals = state[18]
    position.shown = tuple([unpack_fact(packed) for packed in state[19]])
    position.agenda = [phases[step] if isinstance(step, int) else step for step in state[20]]
    position.ending = state[21]
    position.component = state[22]
    favours, honoured_calls, refused_calls = state[23]
    position.trade_history = TradeHistory(favours, honoured_calls, refused_calls)
