"""The words that people type when they trade, one small module `talk_XX` a language, beside its grammar."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final, Protocol, cast

from tobean.speech import talk_en

FOR: Final = "for"
GIVE: Final = "give"
WANT: Final = "want"
OTHERS: Final = "others"
YOU: Final = "you"
HAVE: Final = "have"
THEY_HAVE: Final = "they have"
SOUGHT: Final = "sought"
GIFT: Final = "gift"
EVERYBODY: Final = "everybody"
OR: Final = "or"
FILLER: Final = "filler"
MEANINGS: Final = (FOR, GIVE, HAVE, THEY_HAVE, SOUGHT, WANT, OTHERS, YOU, GIFT, EVERYBODY, OR, FILLER)
"""What the words do that are neither kinds nor names nor numbers; where a word does two things, the later one holds."""

WHAT: Final = "what"
COST: Final = "cost"
WHY: Final = "why"
SOMEBODY: Final = "somebody"
THEM: Final = "them"
SPEAKER: Final = "speaker"
OWN: Final = "own"
WANTING: Final = "wanting"
GIVING: Final = "giving"
HAVING: Final = "having"
GETTING: Final = "getting"
ANY: Final = "any"
ANYTHING: Final = "anything"
IN_RETURN: Final = "in return"
MAY: Final = "may"
CHATTER: Final = "chatter"
ASKING: Final = (
    WHAT,
    COST,
    WHY,
    SOMEBODY,
    THEM,
    SPEAKER,
    OWN,
    WANTING,
    GIVING,
    HAVING,
    GETTING,
    ANY,
    ANYTHING,
    IN_RETURN,
    MAY,
    CHATTER,
)
"""What the words of a question do: `what` and `cost` ask for a price, `them` are those who are asked, `speaker` is
whoever asks, `own` is what is theirs, and `chatter` means nothing."""


class TypedWords(Protocol):
    """What such a module has. Words are written in lower case and in the plain letters that `LETTERS` leads to; several
    that stand for one thing are written without a gap (`howmuch`)."""

    @property
    def MEANINGS(self) -> Mapping[str, str]:  # noqa: N802 (a constant of the module, as the three below)
        """The words for each meaning, with spaces between."""

    @property
    def ASKING(self) -> Mapping[str, str]:  # noqa: N802
        """The words for each thing that words do in a question, with spaces between."""

    @property
    def NUMBERS(self) -> Mapping[int, str]:  # noqa: N802
        """The words for each number."""

    @property
    def LETTERS(self) -> Mapping[str, str]:  # noqa: N802
        """How letters are typed that are neither plain nor a plain one with an accent."""

    def forms(self, name: str, typed: str) -> set[str]:
        """How people write the name of a kind beside `typed`, which is the name in plain letters without gaps."""


@cache
def talk_of(language: str) -> TypedWords:
    """The words of a language; one without a module of its own is typed like English."""
    name = f"tobean.speech.talk_{language}"
    return talk_en if find_spec(name) is None else cast("TypedWords", import_module(name))
