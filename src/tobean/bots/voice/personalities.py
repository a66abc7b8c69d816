"""How bots differ from each other although they are equally strong: in how they bargain, and in how they talk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tobean.kernel.errors import BadInput


@dataclass(frozen=True)
class Personality:
    """A character at the table. Its numbers are added to those of the bot."""

    name: str
    display_name: str
    """The name of the player."""
    face: int
    """The number of the portrait, from 1 to 8."""
    margin: float = 0.0
    """How much more than usual a deal must bring in thalers."""
    kindness: float = 0.0
    """How much more the other side's gain counts when thinking of offers."""
    envy: float = 0.0
    """How much more the other side's gain counts against a deal."""
    patience: int = 0
    """How many more offers it makes in a phase."""
    talk: float = 0.5
    """How often it says something, from 0 to 1."""


PERSONALITIES: Final[dict[str, Personality]] = {
    who.name: who
    for who in (
        Personality("fair", "Otto", 1),
        Personality("generous", "Greta", 2, margin=-0.01, kindness=0.05),
        Personality("tough", "Bruno", 3, margin=0.01, kindness=-0.03),
        Personality("patient", "Paula", 4, patience=2),
        Personality("chatty", "Carlo", 5, talk=1.0),
        Personality("quiet", "Emil", 6, patience=-1, talk=0.1),
        Personality("careful", "Ida", 7, envy=0.02),
        Personality("bold", "Rosa", 8, margin=-0.01, patience=1),
    )
}
"""All of them by name."""


def personality_named(name: str) -> Personality:
    personality = PERSONALITIES.get(name)
    if personality is None:
        raise BadInput(
            "there is no personality {name!r}; there are: {known}", name=name, known=", ".join(PERSONALITIES)
        )
    return personality
