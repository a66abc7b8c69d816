"""What must hold after each step of a scenario: no bean is lost or added, and the table can be saved and read back."""

from collections import Counter

from tobean.kernel.errors import Phrase, TobeanError
from tobean.kernel.message_args import KindArg
from tobean.kernel.table import Table
from tobean.record.position_entries import entries
from tobean.record.scenarios.invariants import bean_counts
from tobean.record.table_text import parse_table, table_text


def broken_invariant(table: Table, beans: Counter[int]) -> Phrase | None:
    """Return what is wrong with a table on which there were these beans before the step; None if all is well."""
    now = bean_counts(table)
    for card in sorted(beans.keys() | now.keys()):
        if beans[card] != now[card]:
            return Phrase(
                "the number of {card} cards on the table was {before} and is {now}",
                card=KindArg(card),
                before=beans[card],
                now=now[card],
            )
    text = table_text(table)
    try:
        again = parse_table(text)
    except TobeanError as error:
        return Phrase("the table cannot be saved and read back: {reason}", reason=error.__cause__ or error)
    return None if table_text(again) == text else difference(entries(table), entries(again))


def difference(saved: dict[str, str], read: dict[str, str]) -> Phrase:
    key = next(key for key in [*saved, *read] if saved.get(key) != read.get(key))
    return Phrase(
        "{key}: saved as {saved}, but read back as {read}",
        key=key,
        saved=saved.get(key, "nothing"),
        read=read.get(key, "nothing"),
    )
