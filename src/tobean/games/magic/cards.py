"""Kinds of cards in the magic games: seven beans and the eleven spells they share (R8-R27)."""

from typing import Final

from tobean.kernel.cards import register_kind

PLUCK: Final = register_kind("Pluck")
CAPE: Final = register_kind("Cape")
MEAN: Final = register_kind("Mean")
WHITE: Final = register_kind("White")
MAGIC: Final = register_kind("Magic")
PRINCESS: Final = register_kind("Princess")
SWORD: Final = register_kind("Sword")

# Chance picks a spell by the order of these numbers, and secret facts are bits in this order: only append.
ATTACK: Final = register_kind("Attack spell")
FIELD: Final = register_kind("Field spell")
SWAP: Final = register_kind("Swap spell")
TRADE: Final = register_kind("Trade spell")
FLOW: Final = register_kind("Flow spell")
PILE: Final = register_kind("Pile spell")
BEANS: Final = register_kind("Beans spell")
PLAYERS: Final = register_kind("Players spell")
MOVE: Final = register_kind("Move spell")
HAND: Final = register_kind("Hand spell")
RANDOM: Final = register_kind("Random spell")

CAPES_FOR_A_SPELL: Final = 2
"""The number of harvested Capes from which on a spell card is drawn (R9)."""
