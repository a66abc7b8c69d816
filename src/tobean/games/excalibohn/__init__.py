"""Excalibohn (E1-E14): its rules; its own actions are those of the magic games."""

from tobean.games.excalibohn.rules import RULES
from tobean.games.magic import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use

__all__ = ["RULES", "Activate", "Cast", "Choose", "CounterAttack", "Keep", "PlayMagic", "Use"]
