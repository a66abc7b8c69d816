"""What people type in English when they trade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MEANINGS: Final = {
    "for": "for against",
    "give": "give giving offer offering sell selling my mine trade swap exchange i'll",
    "have": "have got",
    "they have": "has",
    "sought": "wanted",
    "want": "want wants need needs seek seeking looking search get your yours take",
    "others": "anyone anybody somebody someone who who's",
    "you": "you",
    "gift": "gift gifts present free nothing",
    "everybody": "all everyone everybody table",
    "filler": "i i'm im i'd id would like please and plus with the of to an bean beans card cards x as is there any "
    "some from me here do does in return deal it so also just this these or at can could what about how hey hi ok well "
    "him her them for's now",
}
NUMBERS: Final = {1: "a an one", 2: "two both", 3: "three", 4: "four", 5: "five"}
LETTERS: Final[Mapping[str, str]] = {}


def forms(name: str, typed: str) -> set[str]:
    """`reds`, `redbeans`."""
    return {typed + "s", typed + "es", typed + "bean", typed + "beans"}
