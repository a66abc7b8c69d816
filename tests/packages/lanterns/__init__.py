"""Lanterns, a seventh game for tests: it uses each hook that a game can have and that Bohnsai does without."""

from lanterns.lighting import Light
from lanterns.rules import RULES

__all__ = ["RULES", "Light"]
