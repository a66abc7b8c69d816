"""Rabohnzel (R1-R27): its rules, and the actions that come with magic."""

from tobean.games.magic import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use
from tobean.games.rabohnzel.rules import RULES

__all__ = ["RULES", "Activate", "Cast", "Choose", "CounterAttack", "Keep", "PlayMagic", "Use"]
