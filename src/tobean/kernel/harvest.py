"""Harvesting (K6-K9), and the field that can be bought (B10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.errors import Illegal
from tobean.kernel.events import Event

if TYPE_CHECKING:
    from tobean.kernel.table import Table

MOST_FIELDS: Final = 4

FIELDS_IN: Final[list[list[int]]] = [
    [field for field in range(MOST_FIELDS) if mask >> field & 1] for mask in range(1 << MOST_FIELDS)
]
"""The fields in a set of fields written as bits."""


def closed_by(table: Table, seat: int) -> str:
    """The rule that forbids this seat any harvest now, or ""."""
    closed = table.rules.harvest_closed
    return "" if closed is None else closed(table, seat)


def harvestable(table: Table, seat: int) -> int:
    """The fields that this seat may harvest now, as bits (K7, K8)."""
    if table.rules.harvest_closed is not None and closed_by(table, seat):
        return 0
    singles = 0
    larger = 0
    bit = 1
    for row in table.fields[seat]:
        size = len(row)
        if size > 1:
            larger |= bit
        elif size == 1:
            singles |= bit
        bit <<= 1
    return larger if larger else singles


def check_harvest(table: Table, seat: int, field: int) -> None:
    rows = table.fields[seat]
    if not 0 <= field < len(rows):
        raise Illegal("B1", "There is no field {field}: this player has {count}.", field=field + 1, count=len(rows))
    rule = closed_by(table, seat)
    if rule:
        raise Illegal(rule, "Nobody can harvest at this moment.")
    size = len(rows[field])
    if size == 0:
        raise Illegal("K6", "Field {field} is empty: there is nothing to harvest.", field=field + 1)
    if size == 1:
        for row in rows:
            if len(row) > 1:
                raise Illegal(
                    "K7",
                    "Field {field} has a single card and is protected while another field has more than one.",
                    field=field + 1,
                )


def harvest(table: Table, seat: int, field: int) -> None:
    """Harvest a whole field: what it pays turns to thalers, the rest goes to the discard pile (K6)."""
    row = table.fields[seat][field]
    size = len(row)
    pays = table.pays[row[size - 1]]
    thalers = pays[size] if size < len(pays) else pays[len(pays) - 1]
    # The cards planted last become thalers; the others are discarded in the order they were planted (K12).
    kept = size - thalers
    if thalers:
        table.thalers[seat] = table.thalers[seat] + tuple(row[kept:])
    for position in range(kept):
        table.discard.append(row[position])
    table.fields[seat][field] = []
    if table.events is not None:
        table.events.append(Event("harvested", seat=seat, other=field, number=thalers, cards=tuple(row)))


def buy_field(table: Table, seat: int, price: int) -> None:
    """Open a further field; the thalers earned last pay for it and are discarded (B10)."""
    thalers = table.thalers[seat]
    paid = thalers[len(thalers) - price :]
    table.thalers[seat] = thalers[: len(thalers) - price]
    table.discard.extend(paid)
    table.fields[seat].append([])
    if table.events is not None:
        table.events.append(Event("bought field", seat=seat, number=price, cards=paid))
