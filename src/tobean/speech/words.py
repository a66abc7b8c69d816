"""What things are called: the texts that a game brings in its module `words`, and the engine's own below them.

    WORDS = Words(home=__package__, based_on=MAGIC, blurb="Swords that strike back.", rules={"ended": "E3"})

All texts are English, and English is the key by which other languages find theirs in a catalogue (docs/words.md).
`based_on` are the words of the game that this one builds on: what is not said here is said there. Whatever has no text
at all is told by its notation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from tobean.games.finder import part

if TYPE_CHECKING:
    from tobean.kernel.rules import Rules


class Phase(NamedTuple):
    """A phase of the turn: its number in `Step.phase`, the number people know it by, and a word for it."""

    number: int
    shown: str
    text: str


@dataclass(frozen=True)
class Words:
    """What a game brings to be told about."""

    home: str
    """The package of the game: its catalogues lie in its folder `locale`."""
    based_on: Words | None = None
    blurb: str = ""
    """One sentence that makes people want to play it."""
    phases: tuple[Phase, ...] = ()
    """The phases of a turn, in order."""
    phases_with: Mapping[int, tuple[Phase, ...]] = field(default_factory=dict)
    """The phases for numbers of players with which the turn is another one."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the rules in a player's words; one that is not here is told by its meaning."""
    rival: str = ""
    """What a scripted player is called within a sentence."""

    def phases_for(self, players: int) -> tuple[Phase, ...]:
        """The phases of a turn with so many players."""
        return self.phases_with.get(players, self.phases)


KERNEL: Final = Words(
    home="tobean",
    phases=(
        Phase(1, "1", "plant"),
        Phase(2, "2", "trade"),
        Phase(3, "3", "plant traded"),
        Phase(4, "4", "draw"),
    ),
)
"""What the engine does itself."""


def complete(words: Words) -> Words:
    """The words together with those that they are based on. A blurb is of one game only."""
    below = KERNEL if words.based_on is None else complete(words.based_on)
    return Words(
        home=words.home,
        based_on=words.based_on,
        blurb=words.blurb,
        phases=words.phases or below.phases,
        phases_with=words.phases_with if words.phases else below.phases_with,
        options={**below.options, **words.options},
        rival=words.rival or below.rival,
    )


def words_of(rules: Rules) -> Words:
    """All words of a game; those of the engine for a game that brings none."""
    module = part(rules.name, "words")
    if module is None:
        return KERNEL
    words = module.WORDS
    if not isinstance(words, Words):
        raise TypeError(f"{module.__name__}.WORDS must be a Words, not {type(words).__name__}")
    return complete(words)
