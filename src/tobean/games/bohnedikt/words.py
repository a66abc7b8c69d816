"""What Bohnedikt is called."""

from __future__ import annotations

from typing import Final

from tobean.games.bohnanza.words import WORDS as BOHNANZA
from tobean.speech.words import Words

WORDS: Final = Words(
    home=__package__,
    based_on=BOHNANZA,
    blurb="A monastery, edicts that bend the rules of trading, and sacrifices.",
)
