"""Bohnsai: the rules of Bohnanza with the additions of the bonsai (S1-S3)."""

from dataclasses import replace
from typing import Final

from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean_bohnsai.cards import BEANS
from tobean_bohnsai.garden import Pruning, ResetPruned, new_garden, sow

RULES: Final = replace(
    BOHNANZA,
    name="bohnsai",
    title="Bohnsai",
    edition="ours, rules 1",
    display_order=0,
    prefixes=(*BOHNANZA.prefixes, "S"),
    beans=BEANS,  # S1
    turn=(ResetPruned(), *BOHNANZA.turn),
    component=new_garden,
    anytime_rules=(*BOHNANZA.anytime_rules, Pruning()),  # S3
    after_harvest=sow,  # S2
)
