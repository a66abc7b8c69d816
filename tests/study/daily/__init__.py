"""Deals of the day: dates, cards, the reference bots and the comparison of games."""
