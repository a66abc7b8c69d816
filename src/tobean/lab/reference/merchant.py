"""`merchant-1`, `merchant-2` and `commune`: the merchant's way of thinking with constants that stay as they are.

The way of thinking is that of `tobean.bots.merchant.merchant`. Where it changes, and with it the
choices of `merchant-1`, which a test holds fast, the old way has to be kept here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tobean.bots.base import AMONG_PEOPLE
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.temper import USUAL, Temper

FIRST_TEMPER: Final = Temper(
    horizon=5.0,
    sight=30.0,
    room=0.2,
    field=3.0,
    ripe=0.0,
    soon=0.0,
    first=0.25,
    second=0.2,
    third=0.2,
    later=0.1,
    margin=0.15,
    kindness=0.25,
    envy=0.1,
    least=-0.1,
    hold=0.6,
    shed=0.1,
    breadth=12,
    offers=6,
    calls=0,
    begs=True,
    asks=99,
    counters=99,
    likely=0.02,
    waits=False,
    crowds=True,
    presses=False,
    wary=False,
    guard=0.0,
    rally=0.0,
)
SECOND_TEMPER: Final = replace(FIRST_TEMPER, horizon=7.0, field=2.2, margin=0.12, envy=0.06, calls=1)
"""The constants as they were tuned later, before it learned manners."""
COMMON_GOOD: Final = replace(FIRST_TEMPER, margin=0.2, kindness=1.0, envy=-1.0, least=-1000.0, offers=8)
"""Says yes, and makes offers, when the sum of both sides' gains is clearly above 0, whoever gains."""


def named(name: str, temper: Temper) -> Merchant:
    """No subclass: compiled, a merchant has none."""
    bot = Merchant(temper)
    bot.name = name
    return bot


def merchant() -> Merchant:
    return named("merchant-1", FIRST_TEMPER)


def merchant_without_manners() -> Merchant:
    return named("merchant-2", SECOND_TEMPER)


def commune() -> Merchant:
    """What a table earns whose players all want the most for the table. A yardstick, not an opponent."""
    return named("commune", COMMON_GOOD)


def courteous() -> Merchant:
    """The merchant of today, treating everybody as people are to be treated: measures what good manners cost."""
    bot = named("courteous", USUAL)
    bot.company = AMONG_PEOPLE
    return bot
