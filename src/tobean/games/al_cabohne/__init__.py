"""Al Cabohne (A1-A19): its rules and its own action."""

from tobean.games.al_cabohne.actions import Feed
from tobean.games.al_cabohne.rules import RULES

__all__ = ["RULES", "Feed"]
