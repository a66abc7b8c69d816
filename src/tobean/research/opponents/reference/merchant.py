"""`merchant-1`, `merchant-2` and `commune`: the merchant with frozen parameters.

The algorithm is that of `tobean.bots.merchant.merchant`. If a change there alters the choices of `merchant-1`, which a
test pins, the old version has to be kept here.
"""

from dataclasses import replace
from typing import Final

from tobean.bots.base import ALL_PEOPLE
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, MerchantParameters

FIRST_PARAMETERS: Final = MerchantParameters(
    horizon=5.0,
    supply_horizon=30.0,
    empty_field_value=0.2,
    extra_field_value=3.0,
    harvestable_share=0.0,
    next_turn_weight=0.0,
    first_card_weight=0.25,
    second_card_weight=0.2,
    third_card_weight=0.2,
    later_card_share=0.1,
    margin=0.15,
    kindness=0.25,
    envy=0.1,
    min_partner_gain=-0.1,
    partner_match_share=0.6,
    partner_discard_gain=0.1,
    max_stakes=12,
    max_offers=6,
    max_calls=0,
    asks_people_for_gifts=True,
    max_offers_per_person=99,
    max_counter_offers=99,
    min_likelihood=0.02,
    waits_for_answers=False,
    allows_unsuitable_table_offers=True,
    counters_before_accepting=False,
    checks_credibility=False,
    collusion_weight=0.0,
    solidarity_weight=0.0,
)
SECOND_PARAMETERS: Final = replace(
    FIRST_PARAMETERS, horizon=7.0, extra_field_value=2.2, margin=0.12, envy=0.06, max_calls=1
)
"""Parameters after later tuning, before the merchant treated people differently from bots."""
COMMUNE_PARAMETERS: Final = replace(
    FIRST_PARAMETERS, margin=0.2, kindness=1.0, envy=-1.0, min_partner_gain=-1000.0, max_offers=8
)
"""Makes and accepts deals if the sum of both sides' gains is clearly above 0, no matter which side gains."""


def named_merchant(name: str, parameters: MerchantParameters) -> Merchant:
    """Create a merchant under another name. A subclass is impossible, because the compiled class cannot be
    subclassed."""
    bot = Merchant(parameters)
    bot.name = name
    return bot


def merchant() -> Merchant:
    return named_merchant("merchant-1", FIRST_PARAMETERS)


def second_merchant() -> Merchant:
    return named_merchant("merchant-2", SECOND_PARAMETERS)


def welfare_merchant() -> Merchant:
    """Return `commune`, which maximises the total of the table: a yardstick, not an opponent."""
    return named_merchant("commune", COMMUNE_PARAMETERS)


def polite_merchant() -> Merchant:
    """Return `courteous`, the current merchant treating all players as people: measures the cost of politeness."""
    bot = named_merchant("courteous", DEFAULT_PARAMETERS)
    bot.opponents = ALL_PEOPLE
    return bot
