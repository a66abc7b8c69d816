"""What Excalibohn is called."""

from __future__ import annotations

from typing import Final

from tobean.games.magic.abilities import MAGIC_PHASE
from tobean.games.rabohnzel.words import WORDS as RABOHNZEL
from tobean.speech.words import KERNEL, Phase, Words

WORDS: Final = Words(
    home=__package__,
    based_on=RABOHNZEL,
    blurb="Swords that strike back, mean beans and eleven spells.",
    phases=(Phase(1, "1a", "plant"), Phase(MAGIC_PHASE, "1b", "magic"), *KERNEL.phases[1:]),
)
