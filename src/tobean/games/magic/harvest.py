"""Effects of a harvest in the magic games."""

from tobean.games.magic.cards import CAPE, CAPES_FOR_A_SPELL
from tobean.games.magic.component import MAX_FIELDS, magic_of
from tobean.games.magic.events import DREW_SPELL, LOST_FIELD
from tobean.games.magic.spell_card import SpellCard
from tobean.kernel.table import Table


def after_harvest(table: Table, seat: int, field: int, row: tuple[int, ...]) -> None:
    """End the ability and the enchantment of a harvested field; Capes bring a spell (R6, R9); a third field is
    removed (R18)."""
    magic = magic_of(table)
    bit = 1 << field
    magic.enchanted[seat] &= ~bit
    if seat == table.active:
        magic.used &= ~bit
        magic.begun &= ~bit
    if len(table.fields[seat]) == MAX_FIELDS:
        table.fields[seat].pop(field)
        magic.enchanted[seat] = without_field(magic.enchanted[seat], field)
        if seat == table.active:
            magic.used = without_field(magic.used, field)
            magic.begun = without_field(magic.begun, field)
        if table.events is not None:
            table.events.append(LOST_FIELD.of(seat=seat, field=field))
    if row[-1] == CAPE and len(row) >= CAPES_FOR_A_SPELL and magic.pile:
        spell = magic.draw_spell(table.chance)
        magic.spells[seat] = (*magic.spells[seat], SpellCard(spell, False, 1 << seat, False))
        if table.events is not None:
            table.events.append(DREW_SPELL.of(seat=seat, cards=(spell,), cards_for=1 << seat))


def without_field(fields: int, removed: int) -> int:
    """Return a set of fields after one of them was removed: those behind it move up."""
    below = fields & ((1 << removed) - 1)
    return below | fields >> removed + 1 << removed
