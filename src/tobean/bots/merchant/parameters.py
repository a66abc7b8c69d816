"""The constants by which a merchant thinks and bargains. They come from tuning (bench/tune.py), not from the rules."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tobean.bots.voice.personalities import Personality


@dataclass(frozen=True)
class MerchantParameters:
    """How a merchant values what lies before it, and when it agrees. Amounts are in thalers unless said otherwise."""

    horizon: float = 7.0
    """How many of the unseen cards a player can hope to get; optimism is expensive."""
    supply_horizon: float = 30.0
    """So many cards ahead the draw pile, and after it the discard pile, is looked at."""
    empty_field_value: float = 0.2
    """What an empty field is worth."""
    field: float = 2.2
    """What a further field earns while as many cards are drawn as the game has."""
    harvestable_share: float = 0.0
    """The share of an empty field's worth that a field has which could be harvested at once."""
    next_turn_weight: float = 0.0
    """How much more the hand counts for the player whose turn is next, and less for the one who comes last."""
    first_card_weight: float = 0.25
    """The weight of the plan with the first hand card; the rest of the weight is on the plan for what is due alone."""
    second_card_weight: float = 0.2
    """The weight of the plan with two hand cards."""
    third_card_weight: float = 0.2
    """The weight of the plan with three hand cards."""
    later_card_share: float = 0.1
    """The share of its worth on a field that a matching card further back in the hand has."""
    margin: float = 0.15
    """What a deal must bring at least."""
    kindness: float = 0.25
    """How much the other side's gain counts when thinking of offers."""
    envy: float = 0.1
    """How much the other side's gain counts against a deal."""
    min_partner_gain: float = -0.1
    """What the other side must gain at least, as far as one can tell, for an offer to be made."""
    partner_match_share: float = 0.6
    """The share of its worth on a field that others are thought to see in a matching card of their hand."""
    partner_discard_gain: float = 0.1
    """What others are thought to gain by losing a hand card that does not match."""
    max_stakes: int = 12
    """How many stakes are thought of for an offer."""
    max_offers: int = 6
    """How many offers and calls it makes in a phase."""
    max_calls: int = 1
    """How often in a phase it says what it has and what it wants, when it knows nothing better to offer."""
    asks_people_for_gifts: bool = False
    """Does it ask people, or the whole table, for cards for nothing?"""
    max_offers_per_person: int = 2
    """So many of its offers may lie before one of the people without a deal; then it leaves them in peace."""
    allows_unsuitable_table_offers: bool = False
    """Does it make offers to the whole table that do not suit all people there?"""
    min_likelihood: float = 0.25
    """How likely somebody must have the cards that they are asked for."""
    waits_for_answers: bool = True
    """Does it ask nobody anew who still thinks about an offer?"""
    max_counter_offers: int = 1
    """How often in a phase it answers the offers of one player with a counter-offer."""
    counters_before_accepting: bool = True
    """Does it ask for more before it agrees, where the other side seems to have more to give?"""
    checks_credibility: bool = True
    """Does it believe calls as far as those of the same player were kept?"""
    collusion_weight: float = 1.0
    """How much more the gain of somebody counts against a deal who surely plays for somebody else."""
    solidarity_weight: float = 1.0
    """How much less that of the others counts then."""

    def with_personality(self, personality: Personality | None) -> MerchantParameters:
        """This temper with what a personality adds to it."""
        if personality is None:
            return self
        return replace(
            self,
            margin=self.margin + personality.margin,
            kindness=self.kindness + personality.kindness,
            envy=self.envy + personality.envy,
            max_offers=self.max_offers + personality.patience,
        )


PARAMETER_NAMES: Final = tuple(field.name for field in fields(MerchantParameters))
DEFAULT_PARAMETERS: Final = MerchantParameters()
IMPOLITE_PARAMETERS: Final = MerchantParameters(
    asks_people_for_gifts=True,
    max_offers_per_person=99,
    allows_unsuitable_table_offers=True,
    min_likelihood=0.02,
    waits_for_answers=False,
    max_counter_offers=99,
)
"""The same without manners, for measuring what they cost."""
ROLLOUT_PARAMETERS: Final = MerchantParameters(
    max_offers=3,
    max_stakes=6,
    max_calls=0,
    margin=0.12,
    envy=0.06,
    counters_before_accepting=False,
    checks_credibility=False,
    collusion_weight=0.0,
    solidarity_weight=0.0,
)
"""For looking into many possible futures."""
