"""Bohnedikt (D1-D16): its rules and its own actions."""

from tobean.games.bohnedikt.edicts.use import DemandSwap, Invoke
from tobean.games.bohnedikt.rules import RULES
from tobean.games.bohnedikt.sacrifice_phases import DropSacrifice
from tobean.games.bohnedikt.sacrifices import Sacrifice

__all__ = ["RULES", "DemandSwap", "DropSacrifice", "Invoke", "Sacrifice"]
