"""`merchant-1`, `merchant-2` and `commune`: the merchant's way of thinking with constants that stay as they are.

The way of thinking is that of `tobean.bots.merchant.merchant`. Where it changes, and with it the
choices of `merchant-1`, which a test holds fast, the old way has to be kept here.
"""

from __future__ import annotations

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
"""The constants as they were tuned later, before it learned manners."""
COMMUNE_PARAMETERS: Final = replace(
    FIRST_PARAMETERS, margin=0.2, kindness=1.0, envy=-1.0, min_partner_gain=-1000.0, max_offers=8
)
"""Says yes, and makes offers, when the sum of both sides' gains is clearly above 0, whoever gains."""


def named_merchant(name: str, parameters: MerchantParameters) -> Merchant:
    """No subclass: compiled, a merchant has none."""
    bot = Merchant(parameters)
    bot.name = name
    return bot


def merchant() -> Merchant:
    return named_merchant("merchant-1", FIRST_PARAMETERS)


def second_merchant() -> Merchant:
    return named_merchant("merchant-2", SECOND_PARAMETERS)


def commune() -> Merchant:
    """What a table earns whose players all want the most for the table. A yardstick, not an opponent."""
    return named_merchant("commune", COMMUNE_PARAMETERS)


def courteous() -> Merchant:
    """The merchant of today, treating everybody as people are to be treated: measures what good manners cost."""
    bot = named_merchant("courteous", DEFAULT_PARAMETERS)
    bot.opponents = ALL_PEOPLE
    return bot
