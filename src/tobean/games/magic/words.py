"""What the magic games share in words: abilities, attacks and spells."""

from __future__ import annotations

from typing import Final

from tobean.speech.words import Words

WORDS: Final = Words(home=__package__)
