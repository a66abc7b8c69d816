"""Opponents to measure bots against: the frozen reference population, yardsticks, exploiters that follow the current
merchant, and bots drawn from a seed."""
