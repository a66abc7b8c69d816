"""Parameters of the merchant. They come from tuning (bench/tuning/tune_merchant.py), not from the rules."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final

from tobean.bots.voice.personalities import Personality


@dataclass(frozen=True)
class MerchantParameters:
    """Parameters of valuation and trading. Amounts are in thalers unless stated otherwise."""

    horizon: float = 7.0
    """Number of the unseen cards that a player can expect to get; optimism is expensive."""
    supply_horizon: float = 30.0
    """Number of cards to come, from the draw pile and then the discard pile, that count as supply."""
    empty_field_value: float = 0.2
    extra_field_value: float = 2.2
    """Earnings of a further field while as many cards are drawn as the game has."""
    harvestable_share: float = 0.0
    """Share of `empty_field_value` added to a field that could be harvested immediately."""
    next_turn_weight: float = 0.0
    """Additional weight of the hand for the player whose turn is next, and reduction for the last one."""
    first_card_weight: float = 0.25
    """Weight of the plan with the first hand card; the weight left over is that of the plan for due cards alone."""
    second_card_weight: float = 0.2
    """Weight of the plan with two hand cards."""
    third_card_weight: float = 0.2
    """Weight of the plan with three hand cards."""
    later_card_share: float = 0.1
    """Share of its value on a field that a matching card further back in the hand has."""
    margin: float = 0.15
    """Minimum gain of a deal."""
    kindness: float = 0.25
    """Weight of the other side's gain when proposing offers."""
    envy: float = 0.1
    """Weight of the other side's gain against a deal."""
    min_partner_gain: float = -0.1
    """Minimum estimated gain of the other side for an offer to be made."""
    partner_match_share: float = 0.6
    """Share of its value on a field that others are assumed to see in a matching hand card."""
    partner_discard_gain: float = 0.1
    """Assumed gain of others by losing a hand card that does not match."""
    max_stakes: int = 12
    """Number of stakes considered for an offer."""
    max_offers: int = 6
    """Number of offers and calls in a phase."""
    max_calls: int = 1
    """Number of calls in a phase, made when there is nothing better to offer."""
    asks_people_for_gifts: bool = False
    """Whether it asks people, or the whole table, for cards without giving any."""
    max_offers_per_person: int = 2
    """Number of its offers to a person without a deal after which it makes them no further ones."""
    allows_unsuitable_table_offers: bool = False
    """Whether it makes offers to the whole table that do not suit all people there."""
    min_likelihood: float = 0.25
    """Minimum likelihood that a seat has the cards that it is asked for."""
    waits_for_answers: bool = True
    """Whether it makes no new offer to a seat that has not answered an earlier one."""
    max_counter_offers: int = 1
    """Number of counter-offers to one player in a phase."""
    counters_before_accepting: bool = True
    """Whether it asks for more before accepting, where the other side seems able to give more."""
    checks_credibility: bool = True
    """Whether it trusts the calls of a player by the share of them that were honoured."""
    collusion_weight: float = 1.0
    """Additional weight against a deal of the gain of a seat that certainly colludes."""
    solidarity_weight: float = 1.0
    """Reduction of the weight of the other seats' gains while collusion is blatant."""

    def with_personality(self, personality: Personality | None) -> MerchantParameters:
        """Return these parameters with those of a personality added."""
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
"""`DEFAULT_PARAMETERS` without the limits on offers to people, to measure their cost."""
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
"""Faster, for rollouts."""
