"""What the engine's own actions will do at a table: the longer names that buttons have there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tobean.kernel.cards import pay_tables
from tobean.kernel.places import FRONT

if TYPE_CHECKING:
    from tobean.kernel.actions import EndTrading, Harvest, Plant
    from tobean.kernel.position import Position, Row
    from tobean.speech.words import Foretold


def pays(seen: Position, row: Row) -> int:
    """What a harvest of this row would pay (K6)."""
    steps = pay_tables(seen.rules.beans)[row[-1]]
    return steps[min(len(row), len(steps) - 1)]


def plant(action: Plant, seen: Position) -> Foretold:
    """How many there are on the field then; or that it is empty now."""
    rows = seen.fields[action.seat]
    row = rows[action.field] if action.field < len(rows) else ()
    which = "plant" if action.place == FRONT else "plant due"
    return (f"{which}, more", {"count": len(row) + 1}) if row else (f"{which}, empty", {})


def harvest(action: Harvest, seen: Position) -> Foretold | None:
    """What goes and what it pays; with an order of discards only that is told."""
    row = seen.fields[action.seat][action.field]
    return None if action.discards else ("harvest, paid", {"row": row, "thalers": pays(seen, row)})


def end_trading(action: EndTrading, seen: Position) -> Foretold | None:
    """What is left of the cards turned over has to be planted (B5); as long as nothing else is on offer, that is."""
    return ("end trading, planting", {"count": len(seen.turned)}) if seen.turned and not seen.offers else None


FORETELLERS: Final[dict[str, Any]] = {
    "plant": plant,
    "harvest": harvest,
    "end trading": end_trading,
}

FORETOLD: Final = {
    "plant, empty": "Plant {card} on the empty field {field}",
    "plant, more": "Plant {card} on field {field} (then {count})",
    "plant due, empty": "Plant {card@place} on the empty field {field}",
    "plant due, more": "Plant {card@place} on field {field} (then {count})",
    "harvest, paid": "Harvest field {field}: {row:label} for {thalers:thalers}",
    "end trading, planting": "End the trading and plant {count:cards}",
    "pass: plant from hand, second": "Plant no second card",
    "go on: last chance": "Go on without a harvest",
}
