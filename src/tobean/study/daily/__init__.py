"""Deals of the day: one numbered deal for each day and game, the bots' games on it, and the comparison of two games.

Everything here depends on the date and the deal series alone, never on a clock, a time limit or the machine.
"""
