"""What Bohnanza is called; all that happens in it is the engine's."""

from __future__ import annotations

from typing import Final

from tobean.speech.kernel_words import KERNEL
from tobean.speech.words import Words

WORDS: Final = Words(
    home=__package__,
    based_on=KERNEL,
    actions={"buy field": "Buy a third field for three thalers"},
    blurb="The classic: your hand is a queue, so trade away what you cannot plant.",
    options={"third_field": "everybody may once buy a third field for three thalers"},
)
