"""Code that Rabohnzel and Excalibohn share: abilities, attacks and spells."""

from tobean.games.magic.actions import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use

__all__ = ["Activate", "Cast", "Choose", "CounterAttack", "Keep", "PlayMagic", "Use"]
