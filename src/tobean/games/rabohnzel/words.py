"""What Rabohnzel is called."""

from __future__ import annotations

from typing import Final

from tobean.games.magic.abilities import MAGIC_PHASE
from tobean.games.magic.words import WORDS as MAGIC
from tobean.speech.words import KERNEL, Phase, Words

WORDS: Final = Words(
    home=__package__,
    based_on=MAGIC,
    blurb="Beans that can do something, and secret spells for the right moment.",
    phases=(Phase(1, "1", "plant"), Phase(MAGIC_PHASE, "1½", "magic"), *KERNEL.phases[1:]),
)
