"""Harvesting (K6-K9), buying a field, and the final harvest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from tobean.kernel.agenda import Step, register_step
from tobean.kernel.cards import sorted_cards
from tobean.kernel.errors import Illegal
from tobean.kernel.events import BOUGHT_FIELD, ENDED, HARVESTED
from tobean.kernel.message_args import SeatArg

if TYPE_CHECKING:
    from tobean.kernel.state.position import Row
    from tobean.kernel.table import Table


def harvestable(table: Table, decision: Step, seat: int) -> int:
    """Return the bit set of the fields that this seat may harvest while this decision is open (K7, K8)."""
    if table.rules.field_rules.harvest_forbidden_by(table, decision, seat):
        return 0
    singles: i64 = 0
    larger: i64 = 0
    bit: i64 = 1
    for row in table.fields[seat]:
        size: i64 = len(row)
        if size > 1:
            larger |= bit
        elif size == 1:
            singles |= bit
        bit <<= 1
    return larger if larger else singles


def no_field(table: Table, field: int, count: int) -> Illegal:
    rule = table.rules.fields_rule_of(table.players)
    return Illegal(rule, "There is no field {field}: this player has {count}.", field=field + 1, count=count)


def check_harvest(table: Table, seat: int, field: int, discards: tuple[int, ...] = ()) -> None:
    rows = table.fields[seat]
    if not 0 <= field < len(rows):
        raise no_field(table, field, len(rows))
    field_rules = table.rules.field_rules
    rule = field_rules.harvest_forbidden_by(table, table.decision, seat)
    if rule:
        field_rules.raise_harvest_error(table, table.decision, seat, rule)
        raise Illegal(rule, "{seat} cannot harvest at this moment.", seat=SeatArg(seat))
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
    if discards:
        check_discards(table, seat, field, discards)


def check_discards(table: Table, seat: int, field: int, discards: tuple[int, ...]) -> None:
    """Raise `Illegal` unless the owner may discard the cards of this field in this order (K12)."""
    row = table.fields[seat][field]
    if table.rules.discards is not None:
        rule = table.rules.discards(table, seat, field, discards)
    else:
        rule = "" if sorted_cards(discards) == sorted_cards(row[: len(row) - row_payout(table, row)]) else "K12"
    if rule:
        table.rules.field_rules.raise_discards_error(table, seat, field, discards)
        raise Illegal(rule, "This harvest does not discard these cards.")


def row_payout(table: Table, row: Row) -> int:
    """Return the thalers for a row: the beanometer of its top card, for the number of its cards (K6)."""
    size = len(row)
    pays = table.pays[row[size - 1]]
    return pays[size] if size < len(pays) else pays[len(pays) - 1]


def harvest(table: Table, seat: int, field: int, discards: tuple[int, ...] = ()) -> None:
    """Harvest a whole field: the cards it pays become thalers, the rest go to the discard pile (K6)."""
    row = table.fields[seat][field]
    thalers = row_payout(table, row)
    planted = row
    if discards:
        # The owner has chosen the order: the cards that are not discarded become thalers.
        rest = list(row)
        for card in discards:
            rest.remove(card)
        row = discards + tuple(rest)
    # The cards planted last become thalers; the others are discarded in the order they were planted (K12).
    discarded = len(row) - thalers
    if thalers:
        table.thalers[seat] = table.thalers[seat] + row[discarded:]
    for position in range(discarded):
        table.discard.append(row[position])
    table.fields[seat][field] = ()
    if table.events is not None:
        table.events.append(HARVESTED.of(seat=seat, field=field, thalers=thalers, cards=row))
    if table.rules.after_harvest is not None:
        table.rules.after_harvest(table, seat, field, planted)


def buy_field(table: Table, seat: int, price: int) -> None:
    """Add a field; the thalers earned last pay for it and are discarded."""
    thalers = table.thalers[seat]
    paid = thalers[len(thalers) - price :]
    table.thalers[seat] = thalers[: len(thalers) - price]
    table.discard.extend(paid)
    table.fields[seat].append(())
    if table.events is not None:
        table.events.append(BOUGHT_FIELD.of(seat=seat, price=price, cards=paid))


class FinalHarvest(Step):
    """End of the game: all players harvest all their fields regardless of K7, in O1 order."""

    NAME = "final harvest"

    def run(self, table: Table) -> None:
        for step in range(table.players):
            seat = (table.active + step) % table.players
            field = 0
            while field < len(table.fields[seat]):
                if table.fields[seat][field]:
                    harvest(table, seat, field)  # a field may disappear when it is harvested
                else:
                    field += 1
        if table.events is not None:
            table.events.append(ENDED.of())


FINAL_HARVEST: Final = FinalHarvest()
register_step(FinalHarvest)
