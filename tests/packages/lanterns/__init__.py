"""Lanterns, a seventh game for tests: it uses each hook of a game that Bohnsai does not use."""

from lanterns.lighting import Light
from lanterns.rules import RULES

__all__ = ["RULES", "Light"]
