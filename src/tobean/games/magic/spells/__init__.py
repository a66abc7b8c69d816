"""Spells: the class `Spell` with its registry, and the eleven spells that Rabohnzel and Excalibohn share.

A spell of one game only is in that game's folder.
"""
