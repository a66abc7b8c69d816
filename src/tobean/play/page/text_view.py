"""What a seat sees as lines to be read: for language models, which see no pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.record.position_entries import entries

if TYPE_CHECKING:
    from tobean.view.observation import Observation

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
"""Entries of a view that help nobody to decide."""


def text_lines(view: Observation) -> list[str]:
    """The entries of a table text that help to decide, with what is not there left out."""
    found = entries(view).items()
    return [f"{key}: {said}" for key, said in found if not key.startswith(NOT_SHOWN) and said != "nothing"]
