"""Page plugin that Rabohnzel and Excalibohn share; `table.js` and `style.css` draw spells and abilities."""

from typing import Final

from tobean.games.magic.component import Magic
from tobean.games.magic.page.introduction import INTRODUCTION
from tobean.games.magic.spells.registry import SPELL_VALUES
from tobean.kernel.component import Component
from tobean.kernel.state.action_cache import FIELDS_BY_MASK
from tobean.kernel.table import Table
from tobean.session.page.page_plugin import CardGroup, GamePage


def magic_of(component: Component) -> Magic:
    assert isinstance(component, Magic)
    return component


def magic_data(component: Component, table: Table) -> dict[str, object]:
    """Return the spells by seat; a spell that the viewer does not know is -1."""
    magic = magic_of(component)
    return {
        "spells": [
            [{"spell": card.spell, "up": card.up, "borrowed": card.borrowed} for card in cards]
            for cards in magic.spells
        ],
        "spell_pile": len(magic.pile),
        "enchanted": [FIELDS_BY_MASK[fields] for fields in magic.enchanted],
        "used": FIELDS_BY_MASK[magic.used],
        "may_discard": magic.may_discard,
        "two_more": magic.two_more,
    }


def own_spells(component: Component, seat: int) -> tuple[object, ...]:
    return tuple([(card.spell, card.up, card.borrowed) for card in magic_of(component).spells[seat]])


MAGIC: Final = GamePage(
    files=__name__,
    component=magic_data,
    groups=(CardGroup("spells", "spell", SPELL_VALUES, more=lambda spell: {"value": SPELL_VALUES[spell]}),),  # R4
    attached=("use", "play", "cast"),
    leading=("keep", "choose", "activate"),
    onward=("keep",),
    unordered=("spells",),
    belongings=own_spells,
    sounds={"cast": "chime", "activated": "chime", "used ability": "chime", "won thaler": "coin"},
    introduction=INTRODUCTION,
)
"""The shared part; each game adds its pictures and colours."""
