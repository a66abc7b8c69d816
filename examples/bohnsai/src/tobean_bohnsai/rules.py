"""Bohnsai: the rules of Bohnanza, and what the bonsai adds (S1-S3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean_bohnsai.cards import BEANS
from tobean_bohnsai.garden import CleanShears, Pruning, new_garden, sow

RULES: Final = replace(
    BOHNANZA,
    name="bohnsai",
    title="Bohnsai",
    edition="ours, rules 1",
    shelf=0,
    prefixes=(*BOHNANZA.prefixes, "S"),
    beans=BEANS,  # S1
    turn=(CleanShears(), *BOHNANZA.turn),
    component=new_garden,
    standing=(*BOHNANZA.standing, Pruning()),  # S3
    after_harvest=sow,  # S2
)
