"""Who is asked next, and how: the policy of matches among bots, for whoever drives a table."""

from tobean.bots.turn_policy import DecisionPoint, TurnPolicy

__all__ = ["DecisionPoint", "TurnPolicy"]
