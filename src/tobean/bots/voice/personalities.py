"""Personalities: bots of equal strength that trade and talk differently."""

from dataclasses import dataclass
from typing import Final

from tobean.kernel.errors import BadInput


@dataclass(frozen=True)
class Personality:
    """A character at the table. Its numbers are added to the bot's parameters."""

    name: str
    display_name: str
    face: int
    """Number of the portrait, from 1 to 8."""
    margin: float = 0.0
    """Added to the least gain of a deal, in thalers."""
    kindness: float = 0.0
    """Added to the weight of the other side's gain when proposing offers."""
    envy: float = 0.0
    """Added to the weight of the other side's gain against a deal."""
    patience: int = 0
    """Added to the number of offers in a phase."""
    talk: float = 0.5
    """Likelihood of saying something, from 0 to 1."""


PERSONALITIES: Final[dict[str, Personality]] = {
    personality.name: personality
    for personality in (
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
"""By name."""


def personality_named(name: str) -> Personality:
    personality = PERSONALITIES.get(name)
    if personality is None:
        raise BadInput("unknown personality {name!r}; known: {known}", name=name, known=", ".join(PERSONALITIES))
    return personality
