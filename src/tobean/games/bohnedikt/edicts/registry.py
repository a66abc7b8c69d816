"""The edicts of Bohnedikt, in the order of their cards (D5)."""

from dataclasses import replace
from typing import Final

from tobean.games.bohnedikt.edicts import permissions
from tobean.games.bohnedikt.edicts.demanded_swap import DEMANDED_SWAP
from tobean.games.bohnedikt.edicts.edict import Edict, register_edict
from tobean.games.bohnedikt.edicts.gifts import GIFT_TO_THE_LEFT, GIFT_TO_THE_RIGHT
from tobean.games.bohnedikt.edicts.restrictions import UNFAVOURABLE
from tobean.kernel.rules import Rules

FAVOURABLE: Final[tuple[Edict, ...]] = (
    permissions.ONE_MORE_CARD,
    permissions.FROM_DISCARD_PILE,
    permissions.DISCARD_INSTEAD,
    GIFT_TO_THE_RIGHT,
    GIFT_TO_THE_LEFT,
    permissions.BACK_TO_HAND,
    permissions.TRADE_ON,
    DEMANDED_SWAP,
)

EDICTS: Final[tuple[Edict, ...]] = (*UNFAVOURABLE, *FAVOURABLE)


def with_edicts(rules: Rules, edicts: tuple[Edict, ...]) -> Rules:
    """Register further edicts, and return the rules with their cards and the decisions that follow their use."""
    for edict in edicts:
        register_edict(edict)
    return replace(
        rules,
        beans=(*rules.beans, *[edict.bean() for edict in edicts]),
        nested_steps=(*rules.nested_steps, *[step for edict in edicts for step in edict.nested_steps]),
    )
