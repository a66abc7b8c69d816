"""Registry of all spells, and their notation. On the table a spell is the number of its kind."""

from collections.abc import Sequence
from typing import Any, Final

from tobean.games.magic.cards import ATTACK
from tobean.kernel.cards import KIND_NAMES, register_kind
from tobean.kernel.errors import BadNotation
from tobean.kernel.notation.parameters import LIST_PATTERN, GameCards, Parameter
from tobean.kernel.notation.syntax import ActionSyntax

SPELL_VALUES: Final[dict[int, int]] = {}
"""The spells of all games by kind, with their values in pfennigs, in Excalibohn groschen (R4); `MagicEdition.spells`
names those of one game."""

UNKNOWN: Final = -1
"""A face-down spell that the viewer has never seen."""

SPELL_NUMBER: Final = Parameter("number", maximum=0)
"""The place of a spell card in front of a player, from 1."""


def register_spell(name: str, value: int) -> int:
    """Return the kind of a new spell."""
    kind = register_kind(f"{name} spell")
    if kind in SPELL_VALUES:
        raise ValueError(f"there are two spells {name!r}")
    SPELL_VALUES[kind] = value
    SPELL_NUMBER.maximum = len(SPELL_VALUES)
    return kind


def spells_in(rules: GameCards) -> list[int]:
    """Return the kinds of the spells that a game plays with."""
    return [extra.kind for extra in rules.extras if extra.kind in SPELL_VALUES]


def bits_of(spells: tuple[int, ...]) -> int:
    return sum([1 << spell - ATTACK for spell in spells])


def spells_of(bits: int) -> list[int]:
    return [spell for spell in sorted(SPELL_VALUES) if bits >> spell - ATTACK & 1]


def spell_name(spell: int) -> str:
    """Return `Move` for the move spell; a question mark for an unknown one."""
    return "?" if spell == UNKNOWN else KIND_NAMES[spell].removesuffix(" spell")


def spell_named(text: str, spells: Sequence[int]) -> int:
    """Return the one of these spells that has this name, ignoring case."""
    for spell in spells:
        if spell_name(spell).lower() == text.strip().lower():
            return spell
    known = ", ".join(spell_name(spell) for spell in spells)
    raise BadNotation("unknown spell {text!r}; known: {known}", text=text.strip(), known=known)


class SpellParameter(Parameter):
    """A spell, by its name."""

    def text(self, value: Any) -> str:
        return spell_name(value)

    def choices(self, rules: GameCards) -> list[int]:
        return spells_in(rules)

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        return spell_named(text, sorted(SPELL_VALUES))


class SpellsParameter(Parameter):
    """Several spells, in order."""

    def __init__(self, name: str) -> None:
        super().__init__(name, ())
        self.pattern = LIST_PATTERN

    def text(self, value: Any) -> str:
        return ", ".join([spell_name(spell) for spell in value])

    def choices(self, rules: GameCards) -> list[int]:
        return spells_in(rules)

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        return tuple([spell_named(word, sorted(SPELL_VALUES)) for word in text.split(",")])


class SpellSyntax(ActionSyntax):
    """The way to write the use of one spell."""

    def is_for(self, rules: GameCards) -> bool:
        return self.fixed["spell"] in spells_in(rules)


CAST_SYNTAX: Final[list[ActionSyntax]] = [ActionSyntax("cast {spell}")]
"""All ways to write the use of a spell, the general one last."""


def add_cast_syntax(text: str, spell: int, **fixed: Any) -> None:
    """Add the way to write the use of a spell that takes more than its name: `cast Move {number:from} {to}`."""
    CAST_SYNTAX.insert(len(CAST_SYNTAX) - 1, SpellSyntax(text, spell=spell, **fixed))
