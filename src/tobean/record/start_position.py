"""Positions with which a record begins instead of a deal: the entries of a table text that are not in the head."""

from collections.abc import Mapping
from typing import Final

from tobean.kernel.base.seats import seat_name
from tobean.kernel.chance import Chance
from tobean.kernel.component import Options
from tobean.kernel.rules import Rules
from tobean.kernel.table import Table
from tobean.record.position_entries import entries, options_text
from tobean.record.table_text import table_from

HEAD: Final = ("game", "cards", "players", "options", "start")
"""The entries of a table that the head of a record already contains."""


def position_of(table: Table) -> dict[str, str]:
    """Return the entries of this table other than those of the head."""
    return {key: value for key, value in entries(table).items() if key not in HEAD}


def table_at(
    position: Mapping[str, str],
    rules: Rules,
    players: int,
    options: Options,
    start: int,
    chance: Chance,
) -> Table:
    """Build the table at this position and start recording its events; raises `BadTable`."""
    head = {"game": rules.name, "players": str(players), "options": options_text(options), "start": seat_name(start)}
    if rules.card_set:
        head["cards"] = rules.card_set
    table = table_from({**head, **position}, chance)
    table.events = []
    return table
