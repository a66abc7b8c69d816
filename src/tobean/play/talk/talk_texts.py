"""What is answered to talk that cannot be read. `{about}` is the word or the kind in question."""

from __future__ import annotations

from typing import Final

PROBLEMS: Final = {
    "en": {
        "number": "“{about}” is no number of cards.",
        "word": "I do not know the word “{about}”. Try “Soy for a Red” or “I want Red”.",
        "foreign": "There is no “{about}” in this game.",
        "no kind": "I found no bean in that. Try “Soy for a Red” or “I want Red”.",
        "same side": "Both sides sound the same: say what you give and what you want.",
        "sides": "That has too many sides: say what you give and what you want.",
        "which side": "Do you give it or do you want it? Try “Soy for a Red”, “I have Soy” or “I want Soy”.",
        "not held": "You have not so many {about} to give.",
    },
    "de": {
        "number": "„{about}“ ist keine Anzahl von Karten.",
        "word": "Das Wort „{about}“ kenne ich nicht. Versuche „Soja gegen Rote“ oder „suche Rote“.",
        "foreign": "„{about}“ gibt es in diesem Spiel nicht.",
        "no kind": "Darin habe ich keine Bohne gefunden. Versuche „Soja gegen Rote“ oder „suche Rote“.",
        "same side": "Beide Seiten klingen gleich: Sag, was du gibst und was du suchst.",
        "sides": "Das sind zu viele Seiten: Sag, was du gibst und was du suchst.",
        "which side": "Gibst du das oder suchst du es? Versuche „Soja gegen Rote“, „habe Soja“ oder „suche Soja“.",
        "not held": "So viele davon hast du nicht: {about}.",
    },
}
