"""Abilities, swords and spells: what Rabohnzel and Excalibohn share."""
