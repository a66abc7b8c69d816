"""What is only called so in Excalibohn."""

from __future__ import annotations

from typing import Final

from tobean.games.magic.component import MAGIC_PHASE
from tobean.games.rabohnzel.words import WORDS as RABOHNZEL
from tobean.speech.kernel_words import KERNEL, MOST
from tobean.speech.words import Outcome, Phase, Words

WORDS: Final = Words(
    home=__package__,
    based_on=RABOHNZEL,
    rules={"stole": "E14", "attacked": "E7", "ended": "E3", "drew spell": "R2"},
    outcomes={
        "most": Outcome("E4", MOST),
        "spells": Outcome(
            "E4",
            "{tied} have {thalers} thalers each. In a tie the groschen on the own spell cards decide: {scores}. "
            "{who} wins.",
        ),
        "spells, shared": Outcome(
            "E4",
            "{tied} have {thalers} thalers each. In a tie the groschen on the own spell cards decide: {scores}. "
            "{who} share the win.",
        ),
    },
    blurb="Swords that strike back, mean beans and eleven spells.",
    phases=(Phase(1, "1a", "plant"), Phase(MAGIC_PHASE, "1b", "magic"), *KERNEL.phases[1:]),
)
