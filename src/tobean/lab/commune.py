"""`commune`: what a table earns whose players all want the most for the table, not for themselves.

A yardstick, not an opponent: four of them stand for full cooperation. It is the merchant with other wishes. It says
yes, and makes offers, when the sum of both sides' gains is above 0, and gives away what is worth more elsewhere.
"""

from __future__ import annotations

from typing import Final

from tobean.bots.merchant import Merchant
from tobean.bots.temper import Temper

COMMON_GOOD: Final = Temper(
    horizon=5.0,
    sight=30.0,
    room=0.2,
    field=3.0,
    first=0.25,
    second=0.2,
    third=0.2,
    later=0.1,
    margin=0.02,
    kindness=1.0,
    envy=-1.0,
    least=-1000.0,
    hold=0.6,
    shed=0.1,
    offers=8,
)


def commune() -> Merchant:
    """A player for the table. No subclass: compiled, a merchant has none."""
    bot = Merchant(COMMON_GOOD)
    bot.name = "commune"
    return bot
