"""What Bohnsai says beyond Bohnanza."""

from __future__ import annotations

from typing import Final

from tobean.games.bohnanza.words import WORDS as BOHNANZA
from tobean.speech.words import Words

WORDS: Final = Words(
    home=__package__,
    based_on=BOHNANZA,
    blurb="Bohnanza with a pair of shears: cut back what you grew, and let your bonsai sow.",
    events={"pruned": "{seat} prunes field {field} and discards {cards}."},
    actions={"prune": "Prune field {field}"},
    rules={"pruned": "S3"},
)
