"""Pages about finished games: list and upload, replay, result, playing on from a position."""
