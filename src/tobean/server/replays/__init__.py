"""Replays of finished games and uploaded records: storing them, and building their frames in a worker process."""
