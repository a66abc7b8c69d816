"""What lies on a table, as everybody could see it and as one seat does see it: the state of a game, listed once.

A table and an observation of it are both positions. `STATE` lists what changes; copies are made by hand right here,
because search makes them by the million, and a test ties the two together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tobean.kernel.trade.trade_history import NO_HISTORY, TradeHistory

if TYPE_CHECKING:
    from tobean.kernel.actions import Call
    from tobean.kernel.agenda import Step
    from tobean.kernel.component import Component
    from tobean.kernel.rules import Rules
    from tobean.kernel.state.hands import HandFact
    from tobean.kernel.trade.offers import Offer

Row = tuple[int, ...]
"""The cards on a field, those planted first at the front."""

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
"""All that changes during a game and matters to its rules, but for what a table alone knows."""


class Position:
    """A game in progress, of a certain number of players. Seats count from 0, clockwise."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: dict[str, int | bool | None],
        other: Position | None,
        component: Component | None,
        shared: bool = False,
    ) -> None:
        """An empty position, or an independent copy of another one, with this component.

        `shared`: not independent; what changes in one changes in the other.
        """
        self.rules = rules
        self.players = players
        self.options = options
        if other is None:
            # Before each player.
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
            # Whose turn.
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
            # What happens next, the next step last.
            self.agenda: list[Step] = []
            self.ending = ""
            # What has been seen of the players; no rule asks for it.
            self.trade_history: TradeHistory = NO_HISTORY[players]
        elif shared:
            # Written out as in `move_state_from`: if that were called here, compiled code would not know that all of this is
            # always there, and would look for it with every use.
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
            self.trade_history = other.trade_history
        else:
            self.hands = [hand.copy() for hand in other.hands]
            self.origins = [origins.copy() for origins in other.origins]
            self.fields = [rows.copy() for rows in other.fields]
            self.thalers = other.thalers.copy()
            self.aside = other.aside.copy()
            self.pile = other.pile
            self.discard = other.discard.copy()
            self.turned = other.turned.copy()
            self.run_outs = other.run_outs
            self.no_pile = other.no_pile
            self.start = other.start
            self.active = other.active
            self.turn = other.turn
            self.ply = other.ply
            self.offers = other.offers
            self.offer_count = other.offer_count
            self.calls = other.calls
            self.talk = other.talk.copy()
            self.deals = other.deals
            self.shown = other.shown
            self.agenda = other.agenda.copy()
            self.ending = other.ending
            self.trade_history = other.trade_history
        self.component = component

    @property
    def over(self) -> bool:
        return not self.agenda

    def move_state_from(self, other: Position) -> None:
        """Take over all that changes from a position of the same game, which is then given up."""
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
        """All that changes, by name. Not to be changed itself."""
        return {name: getattr(self, name) for name in STATE}

    def same_as(self, other: Position) -> bool:
        """Is the same game at the same point, as far as both know?"""
        if (self.rules, self.players, self.options) != (other.rules, other.players, other.options):
            return False
        return all(getattr(self, name) == getattr(other, name) for name in STATE)
