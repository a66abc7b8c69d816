"""Consents of people, stored as facts: present while given, deleted when withdrawn or with the person."""

from typing import Final

GAMES_AS_PUZZLES: Final = "consent/puzzles"
"""Key of the consent that positions of the person's finished games may become puzzles."""
