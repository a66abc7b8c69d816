"""Puzzles: positions with one clearly best answer, mined from games of bots and proven by search."""
