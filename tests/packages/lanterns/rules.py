"""Lanterns: the rules of Bohnanza and L1-L5."""

from dataclasses import replace
from typing import Final

from lanterns.lighting import Dusk, LanternTradeRules, Lighting, new_lanterns, thalers_and_lanterns
from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean.kernel.rules import Option

RULES: Final = replace(
    BOHNANZA,
    name="lanterns",
    title="Lanterns",
    edition="ours, rules 1",
    display_order=0,
    prefixes=(*BOHNANZA.prefixes, "L"),
    options=(*BOHNANZA.options, Option("lanterns", 4, "the number of lanterns", "L1")),
    turn=(Dusk(), *BOHNANZA.turn),
    component=new_lanterns,
    anytime_rules=(*BOHNANZA.anytime_rules, Lighting()),
    trade_rules=LanternTradeRules(),
    score=thalers_and_lanterns,
)
