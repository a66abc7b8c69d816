"""Bohnmarkt: the rules of Bohnanza with a market before cards are drawn (M1-M4)."""

from dataclasses import replace
from typing import Final

from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean.kernel.phases.turn import BEFORE_DRAWING
from tobean_bohnmarkt.cards import GOODS
from tobean_bohnmarkt.market import Restock, Shopping, new_market, thalers_and_goods

BEFORE_MARKET: Final = BOHNANZA.turn.index(BEFORE_DRAWING)

RULES: Final = replace(
    BOHNANZA,
    name="bohnmarkt",
    title="Bohnmarkt",
    edition="ours, rules 1",
    display_order=0,
    prefixes=(*BOHNANZA.prefixes, "M"),
    extras=GOODS,  # M1
    turn=(Restock(), *BOHNANZA.turn[:BEFORE_MARKET], Shopping(), *BOHNANZA.turn[BEFORE_MARKET:]),  # M1, M2
    component=new_market,
    score=thalers_and_goods,  # M3
    options=(),
    anytime_rules=(),
    opens_field=False,
)
