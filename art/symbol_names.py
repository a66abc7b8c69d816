"""Names of the symbols that show cards."""

from tobean.games.bohnedikt.cards import SACRIFICE_BACK, SACRIFICE_PAIRS, is_edict
from tobean.games.magic.spells.registry import SPELL_VALUES
from tobean.kernel.cards import KIND_NAMES


def key_of(name: str) -> str:
    """`black-eyed` for `Black-eyed`, `attack-spell` for `Attack spell`, `blue-chili` for `Blue/Chili`."""
    return name.lower().replace(" ", "-").replace("/", "-")


def symbol_of_card(kind: int) -> str:
    if kind == SACRIFICE_BACK:
        return "back-sacrifice"
    group = "kind"
    if kind in SPELL_VALUES:
        group = "spell"
    elif kind in SACRIFICE_PAIRS:
        group = "sacrifice"
    elif is_edict(kind) and len(KIND_NAMES[kind]) == 2:
        group = "edict"
    return f"{group}-{key_of(KIND_NAMES[kind])}"
