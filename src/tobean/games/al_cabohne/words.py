"""What Al Cabohne and its bosses are called."""

from __future__ import annotations

from typing import Final

from tobean.speech.words import Phase, Words

WORDS: Final = Words(
    home=__package__,
    blurb="One or two players against the Bean Mafia, which grows along and takes its share.",
    phases=(
        Phase(1, "1", "leftovers"),
        Phase(2, "2", "tax"),
        Phase(3, "3", "plant"),
        Phase(4, "4", "reveal"),
        Phase(5, "5", "plant revealed"),
        Phase(6, "6", "draw"),
    ),
    phases_with={  # A17
        1: (
            Phase(1, "1", "tax"),
            Phase(2, "2", "plant"),
            Phase(3, "3", "reveal"),
            Phase(4, "4", "plant revealed"),
            Phase(5, "5", "draw"),
        )
    },
    rival="the mafia",
)
