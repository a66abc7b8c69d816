"""What only one game has on its table, as a viewer sees it."""

from __future__ import annotations

from tobean.games.al_cabohne.mafia import THRESHOLDS, Mafia
from tobean.games.bohnedikt.monastery import NOBODY_YET, Monastery
from tobean.games.magic.component import Magic
from tobean.kernel.component import Component
from tobean.kernel.shared import FIELDS_IN
from tobean.kernel.table import Table
from tobean.play.wire.rows import row_data


def special(component: Component | None, table: Table) -> dict[str, object]:
    """The component as JSON. It must be masked for the viewer already; of the table only public things are read."""
    if isinstance(component, Magic):
        return magic_data(component)
    if isinstance(component, Mafia):
        return mafia_data(component, table)
    if isinstance(component, Monastery):
        return monastery_data(component)
    return {}


def magic_data(magic: Magic) -> dict[str, object]:
    """Spells by seat; a spell that the viewer does not know is -1."""
    return {
        "spells": [
            [{"spell": card.spell, "up": card.up, "borrowed": card.borrowed} for card in cards]
            for cards in magic.spells
        ],
        "spell_pile": len(magic.pile),
        "enchanted": [FIELDS_IN[fields] for fields in magic.enchanted],
        "used": FIELDS_IN[magic.used],
        "may_discard": magic.may_discard,
        "two_more": magic.two_more,
    }


def mafia_data(mafia: Mafia, table: Table) -> dict[str, object]:
    return {
        "bosses": [
            {**row_data(table, row), "boss": boss, "threshold": THRESHOLDS[boss]} for boss, row in enumerate(mafia.rows)
        ],
        "mafia_thalers": len(mafia.thalers),
        "laid_aside": len(mafia.laid_aside),
    }


def monastery_data(monastery: Monastery) -> dict[str, object]:
    """Edicts in force; sacrifice cards by seat, -1 for one that the viewer does not know."""
    return {
        "edicts": [{"kind": edict, "spent": edict in monastery.spent} for edict in monastery.edicts],
        "partner": None if monastery.partner == NOBODY_YET else monastery.partner,
        "sacrifices": monastery.held,
        "sacrifice_pile": monastery.size,
        "sacrificed": monastery.discard,
    }
