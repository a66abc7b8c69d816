"""What is answered to talk that cannot be read. `{about}` is the word or the kind in question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.play.wire.catalogue import kind_name
from tobean.speech.catalogues import N_, text
from tobean.speech.grammar import grammar_of

if TYPE_CHECKING:
    from tobean.kernel.rules import Rules
    from tobean.play.talk.talk import Reading

PROBLEMS: Final[dict[str, str]] = N_(
    {
        "number": "“{about}” is not a number of cards.",
        "word": "I do not know the word “{about}”. Try “Soy for a Red” or “I want Red”.",
        "foreign": "There is no “{about}” in this game.",
        "no kind": "I found no bean in that. Try “Soy for a Red” or “I want Red”.",
        "same side": "Both sides sound the same: say what you give and what you want.",
        "sides": "That has too many sides: say what you give and what you want.",
        "which side": "Do you give it or do you want it? Try “Soy for a Red”, “I have Soy” or “I want Soy”.",
        "not held": "You do not have {about}.",
        "none held": "You have {about}.",
    }
)


def not_held(reading: Reading, rules: Rules, language: str) -> str:
    """The answer to an offer of more cards than there are: "You do not have 2 Stink.", "You have no Stink."."""
    name, grammar = kind_name(int(reading.about), rules, language), grammar_of(language)
    if reading.count == 1:
        return text(PROBLEMS["none held"], language).format(about=grammar.none(name))
    return text(PROBLEMS["not held"], language).format(about=grammar.spoken(reading.count, name))
