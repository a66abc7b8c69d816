"""Bohnanza (B1-B10): its rules. Its actions are those of every game: `tobean.Plant`, `tobean.MakeOffer`, ..."""

from tobean.games.bohnanza.rules import RULES

__all__ = ["RULES"]
