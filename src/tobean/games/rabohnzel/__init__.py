"""Rabohnzel (R1-R27): its rules; its own actions are those of the magic games."""

from tobean.games.magic import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use
from tobean.games.rabohnzel.rules import RULES

__all__ = ["RULES", "Activate", "Cast", "Choose", "CounterAttack", "Keep", "PlayMagic", "Use"]
