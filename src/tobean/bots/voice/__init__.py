"""Personalities of bots, and the sentences they say."""
