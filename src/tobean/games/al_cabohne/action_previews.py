"""Previews of feeding a boss and of planting all revealed cards of a kind, for button labels."""

from collections.abc import Mapping
from typing import Any, Final

from tobean.games.al_cabohne.actions import Feed
from tobean.games.al_cabohne.mafia import THRESHOLDS, Mafia
from tobean.kernel.actions import Plant
from tobean.kernel.cards import pay_tables
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.state.position import Position

ActionPreview = tuple[str, "Mapping[str, object]"]


def feed(action: Feed, seen: Position) -> ActionPreview:
    """Say how many cards the boss will have, or what he harvests at once (A1, A9)."""
    mafia = seen.component
    assert isinstance(mafia, Mafia)
    given = seen.turned.count(action.card) if action.place == TURNED else 1
    count = len(mafia.rows[action.boss]) + given
    steps = pay_tables(seen.rules.beans)[action.card]
    thalers = steps[min(count, len(steps) - 1)]
    if thalers >= THRESHOLDS[action.boss]:
        return "feed, harvest", {"thalers": thalers}
    return "feed, more", {"count": count}


def plant(action: Plant, seen: Position) -> ActionPreview:
    """Say how many cards the field will have; all revealed cards of a kind are planted together (A4, A9)."""
    row = seen.fields[action.seat][action.field]
    if action.place != TURNED:
        return ("plant, more", {"count": len(row) + 1}) if row else ("plant, empty", {})
    cards = (action.card,) * seen.turned.count(action.card)
    more = {"row": cards, "count": len(row) + len(cards)}
    return ("plant revealed, more" if row else "plant revealed, empty", more)


PREVIEW_BUILDERS: Final[dict[str, Any]] = {"feed": feed, "plant": plant}

PREVIEW_TEXTS: Final = {
    "plant revealed, empty": "Plant {row:label} on the empty field {field}",
    "plant revealed, more": "Plant {row:label} on field {field} (then {count})",
    "feed, more": "Give {boss} {card@place}: then {count}",
    "feed, harvest": "Give {boss} {card@place}: he harvests for {thalers:thalers}",
    "pass: plant own, second": "Plant no second card",
    "go on: tax": "Go on and pay what is due",
    "go on: plant own, planted": "Go on: reveal cards",
    "go on: plant revealed": "Go on and leave the rest to your opponent",
    "go on: plant revealed, planted": "Go on to the drawing",
    "go on: before replenishing": "Go on: draw two cards",
}
