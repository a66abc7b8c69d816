"""Edicts, one object each (D5). `edict` has the base class; `registry` lists the edicts of the game."""
