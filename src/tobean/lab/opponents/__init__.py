"""Opponents to measure bots against: the frozen reference population, yardsticks, and exploiters that follow the
current merchant."""
