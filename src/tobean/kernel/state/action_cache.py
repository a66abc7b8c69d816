"""Actions that search and playouts need by the million: created once, and shared.

The cache covers as many seats and fields as the largest table so far; setting up a larger one extends it.
"""

from typing import Final

from mypy_extensions import i64

from tobean.kernel.actions import EndTrading, GoOn, Harvest, Pass, Plant

HARVEST_ACTIONS: Final[list[list[Harvest]]] = []
"""By seat and field."""
PASS_ACTIONS: Final[list[Pass]] = []
GO_ON_ACTIONS: Final[list[GoOn]] = []
END_TRADING_ACTIONS: Final[list[EndTrading]] = []
"""By seat."""
FIELDS_BY_MASK: Final[list[list[int]]] = [[]]
"""The fields in a bit set of fields."""


def grow_action_cache(seats: int, fields: int) -> None:
    """Extend the shared actions to at least this many seats and fields."""
    for seat in range(len(PASS_ACTIONS), seats):
        HARVEST_ACTIONS.append([])
        PASS_ACTIONS.append(Pass(seat))
        GO_ON_ACTIONS.append(GoOn(seat))
        END_TRADING_ACTIONS.append(EndTrading(seat))
    for seat in range(len(HARVEST_ACTIONS)):
        for field in range(len(HARVEST_ACTIONS[seat]), fields):
            HARVEST_ACTIONS[seat].append(Harvest(seat, field))
    while len(FIELDS_BY_MASK) < 1 << fields:
        bits = len(FIELDS_BY_MASK)
        FIELDS_BY_MASK.append([field for field in range(fields) if bits >> field & 1])


# --- plantings -----------------------------------------------------------------------------------------------

SEATS: Final = 8
FIELDS: Final = 4
KINDS: Final = 128
"""Plantings are shared up to these limits; beyond them each is a new object."""
PLANT_ACTIONS: Final[list[Plant | None]] = [None] * (SEATS * 3 * FIELDS * KINDS)


def planting(seat: i64, card: i64, place: i64, field: i64) -> Plant:
    """Return the action of planting this card, from the front of the hand or as a due card."""
    if seat >= SEATS or field >= FIELDS or card >= KINDS:
        return Plant(seat, card, place, field)
    index: i64 = ((seat * 3 - place) * FIELDS + field) * KINDS + card
    action = PLANT_ACTIONS[index]
    if action is None:
        action = Plant(seat, card, place, field)
        PLANT_ACTIONS[index] = action
    return action
