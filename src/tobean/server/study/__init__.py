"""Deals of the day and puzzles as a server stores them: attempts, rankings, games of reference bots, comparisons."""
