"""The turn policy of matches among bots, for programs that drive a table themselves."""

from tobean.bots.turn_policy import DecisionPoint, TurnPolicy

__all__ = ["DecisionPoint", "TurnPolicy"]
