"""Judge of Rabohnzel and Excalibohn: values abilities, thaler piles, attacks and spells (R5-R27)."""

from typing import Final

from mypy_extensions import mypyc_attr

from tobean.bots.merchant.market_judge import MarketJudge
from tobean.bots.merchant.parameters import MerchantParameters
from tobean.bots.merchant.valuation.deal_value import NO_STAKE, Stake
from tobean.bots.merchant.valuation.field_value import EMPTY, expected_draws, kind_of, size_of
from tobean.bots.merchant.valuation.position_value import SeatValuation, due_cards
from tobean.games.magic import cards
from tobean.games.magic.abilities import LARGE_FIELD
from tobean.games.magic.actions import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use
from tobean.games.magic.component import Magic
from tobean.games.magic.magic_phase import MagicPhase
from tobean.kernel.actions import Action
from tobean.kernel.notation.card_locations import FRONT
from tobean.kernel.observation.observation import Observation

ABILITY_VALUES: Final[dict[int, float]] = {cards.PLUCK: 0.35, cards.WHITE: 0.15, cards.SWORD: 0.25, cards.MAGIC: 0.1}
"""Value of a kind's ability while its row stays on the field."""
LARGE_MEAN_FIELD_VALUE: Final = 0.4
"""Value of the ability of a field with enough mean beans to be used without the attack spell (R10)."""
SPELL_CARD_VALUE: Final = 0.25
"""Value of a spell card early in the game."""
EARLY_CARDS: Final = 60.0
"""Expected number of further draws above which the game counts as early."""
PLUCKED_CARD_VALUE: Final = 0.4
"""Value of a card plucked from another player: the card itself and the other's loss."""
ATTACK_LIKELIHOOD: Final = 0.4
"""Likelihood that a player with thalers is attacked when a sword bean can be used."""
LOST_THALER_VALUE: Final = 0.7
"""Value of a loss of one thaler by every other player (mean beans)."""
UNUSABLE_THALER_VALUE: Final = 0.01
"""Value of a shown thaler that has no effect for the attacker."""
HAND_CARD_VALUE: Final = 0.1
ATTACK_SPELL_FACTOR: Final = 1.5
"""Factor for the value of an attack at which the attack spell shows a second thaler (R17)."""
ACTIVATION_VALUES: Final[dict[int, float]] = {
    cards.TRADE: 0.35, cards.FIELD: 0.4, cards.HAND: 0.3, cards.PILE: 0.2, cards.BEANS: 0.2, cards.PLAYERS: 0.15,
    cards.MOVE: 0.15, cards.RANDOM: 0.25, cards.FLOW: 0.2, cards.ATTACK: 0.05, cards.SWAP: 0.05,
}  # fmt: skip
"""Value of activating each spell, without regard to the position."""
OTHER_ACTIVATION_VALUE: Final = 0.2
"""Value of activating a spell that is not in `ACTIVATION_VALUES`."""
USABLE_ATTACK_SPELL_VALUE: Final = 0.35
"""Value of activating the attack spell with sword or mean beans on a field."""
TRADE_SPELL_VALUE: Final = 0.25
TRADE_SPELL_WITHOUT_VALUE: Final = 0.1
"""Value of the trade spell without a third turned-over card."""
CARD_FLOW_COST: Final = 0.1
"""Deducted from the value of the plantings of a card flow: the spell is used up."""


def early_factor_of(view: Observation) -> float:
    """Return 1 early in the game, falling to 0 as the draw pile runs out."""
    return min(1.0, expected_draws(view) / EARLY_CARDS)


@mypyc_attr(allow_interpreted_subclasses=True)
class MagicJudge(MarketJudge):
    """Values rows with their abilities, and magic actions by public odds."""

    def __init__(self, view: Observation, parameters: MerchantParameters) -> None:
        super().__init__(view, parameters)
        self.early_factor = early_factor_of(view)

    def update_view(self, view: Observation) -> bool:
        return early_factor_of(view) == self.early_factor and super().update_view(view)

    # --- fields --------------------------------------------------------------------------------------------

    def pay(self, field: int, row: int) -> float:
        """Add the spell that a harvest of cape beans brings (R9)."""
        total = super().pay(field, row)
        if kind_of(row) == cards.CAPE and size_of(row) >= 2:
            total += SPELL_CARD_VALUE * self.early_factor
        return total

    def worth(self, field: int, row: int) -> float:
        total = super().worth(field, row)
        if row == EMPTY:
            return total
        kind = kind_of(row)
        if kind == cards.CAPE:
            return total + SPELL_CARD_VALUE * self.early_factor * min(1.0, size_of(row) / 2)
        if kind == cards.MEAN and size_of(row) >= LARGE_FIELD:
            return total + LARGE_MEAN_FIELD_VALUE * self.early_factor
        return total + ABILITY_VALUES.get(kind, 0.0) * self.early_factor

    def extra_value(self, seat: int) -> float:
        magic = self.view.component
        return SPELL_CARD_VALUE * self.early_factor * len(magic.spells[seat]) if isinstance(magic, Magic) else 0.0

    def threat(self, seat: int) -> float:
        """Return the expected loss of princesses to an attack (R15): less the more other thalers there are."""
        view = self.view
        thalers = view.thalers[seat]
        if seat == view.active or not thalers or not isinstance(view.agenda[-1], MagicPhase):
            return 0.0
        for row in view.fields[view.active]:
            if row and row[-1] == cards.SWORD:
                return ATTACK_LIKELIHOOD * thalers.count(cards.PRINCESS) / len(thalers)
        return 0.0

    # --- actions -------------------------------------------------------------------------------------------

    def special_value(self, action: Action) -> float | None:
        if isinstance(action, Use):
            return self.ability_value(action)
        if isinstance(action, PlayMagic):
            freed = self.deal_evaluator().own_gain(Stake((cards.MAGIC,), (action.place,)), ())
            return self.spell_value(action.spell) + freed
        if isinstance(action, Activate):
            return self.spell_value(action.spell)
        if isinstance(action, Keep):
            return HAND_CARD_VALUE / 2
        if isinstance(action, Choose):
            return self.shown_thaler_value(action.card, self.view.active)
        if isinstance(action, CounterAttack):
            return self.attack_value(self.view.active)
        return self.cast_value(action) if isinstance(action, Cast) else super().special_value(action)

    def ability_value(self, action: Use) -> float:
        row = self.view.fields[self.view.seat][action.field]
        kind = row[-1]
        if kind == cards.SWORD:
            return self.attack_value(action.target) * (ATTACK_SPELL_FACTOR if action.with_attack else 1.0)
        if kind == cards.PLUCK:
            return PLUCKED_CARD_VALUE
        if kind == cards.MEAN:
            return self.mean_bean_value()
        if kind == cards.WHITE:
            return HAND_CARD_VALUE * (2.0 if len(row) >= LARGE_FIELD else 1.0)
        total = 0.0
        for spell in action.spells:
            total += self.spell_value(spell)
        return total

    def attack_value(self, target: int) -> float:
        """Return the average gain of an attack on this player (R15); the thaler piles are open."""
        thalers = self.view.thalers[target]
        if not thalers:
            return 0.0
        total = 0.0
        for card in thalers:
            total += self.shown_thaler_value(card, target)
        return total / len(thalers)

    def shown_thaler_value(self, card: int, target: int) -> float:
        """Return the gain if this thaler of the target is shown: a thaler won is one that another player has lost."""
        if card == cards.PRINCESS:
            return 1.0 + 1.0 / (self.view.players - 1)
        if card == cards.SWORD:
            own = self.view.thalers[self.view.seat]
            return -own.count(cards.PRINCESS) / len(own) if own else 0.0
        if card == cards.PLUCK:
            return -PLUCKED_CARD_VALUE
        return HAND_CARD_VALUE if card == cards.MAGIC else UNUSABLE_THALER_VALUE

    def mean_bean_value(self) -> float:
        """Return the average loss of the others (R10): all but those that show the highest number."""
        losers = -1
        for seat in range(self.view.players):
            if seat != self.view.seat and self.view.thalers[seat]:
                losers += 1
        return LOST_THALER_VALUE * max(0, losers) / (self.view.players - 1)

    def spell_value(self, spell: int) -> float:
        """Return the value of turning a seat's spell face up."""
        rows = [row[-1] for row in self.view.fields[self.view.seat] if row]
        if spell == cards.ATTACK and (cards.SWORD in rows or cards.MEAN in rows):
            return USABLE_ATTACK_SPELL_VALUE
        if spell == cards.FLOW:
            return max(0.0, self.card_flow_value())
        return ACTIVATION_VALUES.get(spell, OTHER_ACTIVATION_VALUE)

    def cast_value(self, action: Cast) -> float | None:
        if action.spell == cards.HAND:
            return 2 * HAND_CARD_VALUE
        if action.spell == cards.TRADE:
            return TRADE_SPELL_WITHOUT_VALUE if action.without else TRADE_SPELL_VALUE
        if action.spell == cards.PILE:
            return self.deal_evaluator().own_gain(NO_STAKE, (self.view.discard[-1],))
        if action.spell == cards.MOVE:
            return self.move_value(action)
        if action.spell == cards.FLOW:
            return self.card_flow_value()
        if action.spell in (cards.FIELD, cards.BEANS):
            return None
        return ACTIVATION_VALUES.get(action.spell)

    def card_flow_value(self) -> float:
        """Return the value of the card flow, which is good when the front cards match the fields (R21)."""
        total = 0.0
        valuation = self.deal_evaluator().seat_valuations[self.view.seat]
        for card in self.beans_to_plant(self.view.hand):
            growth = valuation.growth(card)
            if growth <= 0.0:
                break
            total += growth
        return total - CARD_FLOW_COST

    def move_value(self, action: Cast) -> float:
        """Return the change in value by moving a hand card (R25)."""
        if min(action.number, action.to) > FRONT + 2:
            return 0.0
        hand = self.beans_to_plant(self.view.hand)
        hand.insert(action.to, hand.pop(action.number))
        seat = self.view.seat
        valuation: SeatValuation = self.deal_evaluator().seat_valuations[seat]
        return valuation.value(due_cards(self.view, seat), hand) - self.deal_evaluator().current_values[seat]
