"""Payout of a row: thalers of a harvest now, and the number of further cards that would pay more (K6)."""

from tobean.kernel.state.harvest import row_payout
from tobean.kernel.state.position import Row
from tobean.kernel.table import Table
from tobean.session.page.page_plugin import page_of

MAX_FURTHER_CARDS = 12


def row_data(table: Table, row: Row) -> dict[str, object]:
    """Return the data of a field, or of another row that pays like one."""
    if not row:
        return {"row": (), "pays": 0, "next": None}
    pays = row_payout(table, row)
    return {"row": row, "pays": pays, "next": next_step(table, row, pays)}


def next_step(table: Table, row: Row, pays: int) -> dict[str, int] | None:
    """Return the number of further cards of the growing kind that pay more, and the payout then."""
    steps = table.pays[page_of(table.rules.name).grows(row)]
    for more in range(1, MAX_FURTHER_CARDS):
        size = len(row) + more
        then = steps[size] if size < len(steps) else steps[-1]
        if then > pays:
            return {"cards": more, "pays": then}
    return None
