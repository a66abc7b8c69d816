"""Observation of a seat as lines of text, for language models."""

from typing import Final

from tobean.kernel.observation.observation import Observation
from tobean.record.position_entries import entries

NOT_SHOWN: Final = (
    "ply",
    "pile",
    "drawn",
    "next",
    "offers made",
    "options",
    "start",
    "talk",
    "ending",
    "game",
    "players",
)
"""Entries of an observation that do not help to decide."""


def text_lines(view: Observation) -> list[str]:
    """Return the entries of an observation that help to decide, without empty ones."""
    found = entries(view).items()
    return [f"{key}: {value}" for key, value in found if not key.startswith(NOT_SHOWN) and value != "nothing"]
