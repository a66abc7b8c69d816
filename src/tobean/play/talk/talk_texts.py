"""What is answered to talk that cannot be read. `{about}` is the word or the kind in question."""

from __future__ import annotations

from typing import Final

from tobean.speech.catalogues import N_

PROBLEMS: Final[dict[str, str]] = N_(
    {
        "number": "“{about}” is not a number of cards.",
        "word": "I do not know the word “{about}”. Try “Soy for a Red” or “I want Red”.",
        "foreign": "There is no “{about}” in this game.",
        "no kind": "I found no bean in that. Try “Soy for a Red” or “I want Red”.",
        "same side": "Both sides sound the same: say what you give and what you want.",
        "sides": "That has too many sides: say what you give and what you want.",
        "which side": "Do you give it or do you want it? Try “Soy for a Red”, “I have Soy” or “I want Soy”.",
        "which cards": "Which cards do you mean? Name them, as in “two Soy for a Red”.",
        "who": "Name one player, or nobody to ask the whole table.",
        "not": "“{about}” leaves open what you mean: say what you give and what you want.",
        "not held": "You do not have that many {about} to give.",
    }
)
