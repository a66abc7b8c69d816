"""Previews of edicts and sacrifices, for button labels."""

from collections.abc import Mapping
from typing import Any, Final

from tobean.games.bohnedikt.cards import is_edict
from tobean.games.bohnedikt.edicts.edict import edict_of
from tobean.games.bohnedikt.edicts.registry import EDICTS
from tobean.games.bohnedikt.edicts.use import Invoke
from tobean.games.bohnedikt.sacrifices import Sacrifice
from tobean.kernel.actions import Harvest, Plant
from tobean.kernel.cards import name_of, pay_tables
from tobean.kernel.phases.planting import names_place
from tobean.kernel.state.position import Position

ActionPreview = tuple[str, "Mapping[str, object]"]

GARDEN: Final = 0
ACRE: Final = 1


def plant(action: Plant, seen: Position) -> ActionPreview:
    """Name the field if it has a name (D1), say how many cards it will have, and that an edict pays nothing."""
    row = seen.fields[action.seat][action.field]
    where = {GARDEN: ", garden", ACRE: ", acre"}.get(action.field, "") + (", edict" if is_edict(action.card) else "")
    which = ("plant due" if names_place(action, seen) else "plant") + where
    return (f"{which}, more", {"count": len(row) + 1}) if row else (f"{which}, empty", {})


def invoke(action: Invoke, seen: Position) -> ActionPreview | None:
    """Say what the edict does (D5)."""
    edict = edict_of(action.edict)
    values = edict.preview_args(seen) if edict.preview else None
    return None if values is None else (f"invoke, {name_of(edict.kind)}", values)


def harvest(action: Harvest, seen: Position) -> ActionPreview | None:
    """Name the field and its payout: by the kind planted last (D15), nothing for an edict (D4)."""
    row = seen.fields[action.seat][action.field]
    if action.discards:
        return None
    steps = pay_tables(seen.rules.beans)[row[-1]]
    where = {GARDEN: "harvest, garden", ACRE: "harvest, acre"}.get(action.field, "harvest, paid")
    return where, {"row": row, "thalers": steps[min(len(row), len(steps) - 1)]}


def sacrifice(action: Sacrifice, seen: Position) -> ActionPreview:
    """Say what all cards on God's acre will pay, by the kind on top (D15)."""
    steps = pay_tables(seen.rules.beans)[action.cards[-1]]
    size = len(seen.fields[action.seat][ACRE]) + len(action.cards)
    return "sacrifice, paid", {"thalers": steps[min(size, len(steps) - 1)]}


PREVIEW_BUILDERS: Final[dict[str, Any]] = {"plant": plant, "harvest": harvest, "invoke": invoke, "sacrifice": sacrifice}

PREVIEW_TEXTS: Final = {
    "plant, garden, empty": "Plant {card} in the empty monastery garden",
    "plant, garden, more": "Plant {card} in the monastery garden (then {count})",
    "plant, garden, edict, empty": "Plant {card} in the empty monastery garden (pays nothing while on top)",
    "plant, garden, edict, more": "Plant {card} in the monastery garden (then {count}, pays nothing while on top)",
    "plant, acre, empty": "Plant {card} on the empty God's acre",
    "plant, acre, more": "Plant {card} on God's acre (then {count})",
    "plant due, garden, empty": "Plant {card@place} in the empty monastery garden",
    "plant due, garden, more": "Plant {card@place} in the monastery garden (then {count})",
    "plant due, garden, edict, empty": "Plant {card@place} in the empty monastery garden (pays nothing while on top)",
    "plant due, garden, edict, more": "Plant {card@place} in the monastery garden (then {count}, pays nothing while on "
    "top)",
    "plant due, acre, empty": "Plant {card@place} on the empty God's acre",
    "plant due, acre, more": "Plant {card@place} on God's acre (then {count})",
    "harvest, garden": "Harvest the monastery garden: {row:label} for {thalers:thalers}",
    "harvest, acre": "Harvest God's acre: {row:label} for {thalers:thalers}",
    "sacrifice, paid": "Sacrifice {cards@places}: God's acre then pays {thalers:thalers}",
    **{f"invoke, {name_of(edict.kind)}": edict.preview for edict in EDICTS if edict.preview},
    "pass: plant or sacrifice, in front, second": "Plant no second card",
    "pass: at once": "Do without",
    "pass: edict swap": "Say that you have none",
    "go on: sacrifice or draw": "Go on and draw",
}
