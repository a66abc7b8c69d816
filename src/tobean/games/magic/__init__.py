"""Code that Rabohnzel and Excalibohn share: abilities, attacks and spells."""

from tobean.games.magic.actions import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use
from tobean.games.magic.spells.shared_spells import SHARED_SPELLS

__all__ = ["SHARED_SPELLS", "Activate", "Cast", "Choose", "CounterAttack", "Keep", "PlayMagic", "Use"]
