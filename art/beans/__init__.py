"""The beans: their bodies, and the figures of each game."""
