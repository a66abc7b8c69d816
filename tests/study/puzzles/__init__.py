"""Puzzles: finding, proving, storing and showing them."""
