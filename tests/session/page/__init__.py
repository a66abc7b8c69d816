"""Bots at a table with people: scheduling, pacing, hints, answers to questions."""
