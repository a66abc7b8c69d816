"""The eleven spells that Rabohnzel and Excalibohn share."""

from typing import Final

from tobean.games.magic.spells.attack_spell import AttackSpell
from tobean.games.magic.spells.front_card_spells import FlowSpell, PlayersSpell
from tobean.games.magic.spells.hand_spells import HandSpell, MoveSpell
from tobean.games.magic.spells.planting_spells import BeansSpell, FieldSpell
from tobean.games.magic.spells.random_spell import RandomSpell
from tobean.games.magic.spells.spell import Spell
from tobean.games.magic.spells.swap_spell import SwapSpell
from tobean.games.magic.spells.trading_spells import PileSpell, TradeSpell

# Spells with a syntax of their own are created in this order: it numbers the tokens of saved policies.
SWAP_SPELL: Final = SwapSpell()
MOVE_SPELL: Final = MoveSpell()
FIELD_SPELL: Final = FieldSpell()
BEANS_SPELL: Final = BeansSpell()
TRADE_SPELL: Final = TradeSpell()

SHARED_SPELLS: Final[tuple[Spell, ...]] = (
    AttackSpell(),
    FIELD_SPELL,
    SWAP_SPELL,
    TRADE_SPELL,
    FlowSpell(),
    PileSpell(),
    BEANS_SPELL,
    PlayersSpell(),
    MOVE_SPELL,
    HandSpell(),
    RandomSpell(),
)
"""In the order of the rulebook."""
