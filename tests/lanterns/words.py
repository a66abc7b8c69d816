"""What is told of Lanterns."""

from __future__ import annotations

from typing import Final

from tobean.games.bohnanza.words import WORDS as BOHNANZA
from tobean.speech.words import Moment, Words

WORDS: Final = Words(
    home=__package__,
    based_on=BOHNANZA,
    events={"lit": "{seat} lights a lantern for {cards}."},
    moments={"lit": Moment("A lantern!")},
    actions={"light": "Light a lantern for {card}"},
    rules={"lit": "L2"},
)
