"""Judge of Bohnedikt: edicts as jokers, God's acre, sacrifices, and actions by edicts (D3-D16)."""

from typing import Final

from mypy_extensions import mypyc_attr

from tobean.bots.merchant.market_judge import MarketJudge
from tobean.bots.merchant.parameters import MerchantParameters
from tobean.bots.merchant.valuation.deal_value import NO_STAKE, Stake
from tobean.bots.merchant.valuation.field_value import EMPTY, MARK, kind_of, row_of, size_of
from tobean.bots.merchant.valuation.position_value import SeatValuation, due_cards
from tobean.games.bohnedikt.cards import EDICT, is_edict
from tobean.games.bohnedikt.component import GODS_ACRE, MONASTERY_GARDEN
from tobean.games.bohnedikt.edicts.edict import edict_of
from tobean.games.bohnedikt.edicts.use import DemandSwap, Invoke
from tobean.games.bohnedikt.sacrifice_phases import DropSacrifice
from tobean.games.bohnedikt.sacrifices import Sacrifice
from tobean.kernel.actions import Action
from tobean.kernel.base.seats import NO_SEAT
from tobean.kernel.observation.observation import Observation

JOKER: Final = 0.4
"""Value of an edict in an unfinished row: the first bean turns it into its kind."""
TURNED_MORE: Final = 0.1
"""Value of a further turned-over card."""
NEW_SACRIFICE_VALUE: Final = 0.1
"""Value of a new sacrifice card: the next one may fit as well."""
OPPONENT_WEIGHT: Final = 0.25
"""Weight of the other side's gain or loss."""


@mypyc_attr(allow_interpreted_subclasses=True)
class BohnediktJudge(MarketJudge):
    """Sets `MARK` on a row in the monastery garden whose top card is an edict: harvested now, it pays nothing."""

    def __init__(self, view: Observation, parameters: MerchantParameters) -> None:
        super().__init__(view, parameters)
        self.fields_interchangeable = False

    # --- fields --------------------------------------------------------------------------------------------

    def rows(self, seat: int) -> list[int]:
        rows: list[int] = []
        for field, cards in enumerate(self.view.fields[seat]):
            row = EMPTY
            for card in cards:
                row = self.row_after_planting(field, row, card)
            rows.append(row)
        return rows

    def fits(self, field: int, row: int, card: int) -> bool:
        if is_edict(card):
            return field == MONASTERY_GARDEN
        return row == EMPTY or kind_of(row) == card or kind_of(row) == EDICT

    def row_after_planting(self, field: int, row: int, card: int) -> int:
        size = size_of(row) + 1
        if is_edict(card):
            return row_of(kind_of(row) if row != EMPTY else EDICT, size) | MARK
        return row_of(card, size)

    def pay(self, field: int, row: int) -> float:
        return 0.0 if row & MARK else super().pay(field, row)

    def worth(self, field: int, row: int) -> float:
        if row == EMPTY or kind_of(row) != EDICT:
            return super().worth(field, row)
        return self.parameters.empty_field_value + JOKER * size_of(row)

    # --- actions -------------------------------------------------------------------------------------------

    def special_value(self, action: Action) -> float | None:
        if isinstance(action, Sacrifice):
            return self.sacrifice_value(action)
        if isinstance(action, DropSacrifice):
            return 0.0
        if isinstance(action, DemandSwap):
            return self.demand_value(action)
        return self.invoke_value(action) if isinstance(action, Invoke) else super().special_value(action)

    def sacrifice_value(self, action: Sacrifice) -> float:
        """Value two more cards on God's acre; the second one determines what it pays (D9, D15)."""
        seat = self.view.seat
        due = due_cards(self.view, seat)
        for card, place in zip(action.cards, action.places, strict=True):
            if place < 0:
                due.remove(card)
        hand = self.beans_to_plant([card for place, card in enumerate(self.view.hand) if place not in action.places])
        rows = self.rows(seat)
        rows[GODS_ACRE] = row_of(action.cards[1], size_of(rows[GODS_ACRE]) + 2)
        return (
            NEW_SACRIFICE_VALUE
            + SeatValuation(self, rows, self.urgency(seat)).value(due, hand)
            - self.deal_evaluator().current_values[seat]
        )

    def demand_value(self, action: DemandSwap) -> float:
        """Value a swap of a card for one of the wanted kind, if the other seat has it."""
        evaluator = self.deal_evaluator()
        gain = evaluator.own_gain(Stake((action.card,), (action.place,)), (action.wanted,))
        if gain <= 0.0:
            return gain
        other = evaluator.other_gain(action.to, (action.card,), (action.wanted,))
        return evaluator.likelihood_of(action.to, (action.wanted,)) * (gain - OPPONENT_WEIGHT * other)

    def invoke_value(self, action: Invoke) -> float:
        """Value the card that is gained or given away, and a gift also by the receiver's gain."""
        evaluator = self.deal_evaluator()
        edict = edict_of(action.edict)
        gained = edict.gained_cards(self.view)
        if gained:
            return evaluator.own_gain(NO_STAKE, gained)
        if action.card < 0:
            return TURNED_MORE
        gain = evaluator.own_gain(Stake((action.card,), (action.place,)), ())
        receiver = edict.receiver(self.view)
        if receiver == NO_SEAT:
            return gain
        return gain - OPPONENT_WEIGHT * evaluator.other_gain(receiver, (action.card,), ())
