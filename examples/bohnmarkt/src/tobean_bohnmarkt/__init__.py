"""Bohnmarkt (M1-M4): Bohnanza with a market, whose goods can end the game."""

from tobean_bohnmarkt.market import PayFor
from tobean_bohnmarkt.rules import RULES

__all__ = ["RULES", "PayFor"]
