"""Which rules a record or a log was played by, and whether today's are a later reading of the same rulebook.

An edition is `AMIGO 01661 (v5), rules 1`: the rulebook, and the number of our reading of it. What was played by an
earlier reading is replayed under today's as far as that allows. Where today's rules ask for a decision that an earlier
reading did not know, the game keeps the earlier way for such tables (`Component.use_rules_revision`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tobean.kernel.table import Table


def parse_edition(edition: str) -> tuple[str, int]:
    """The rulebook and the number of our reading; 0 where none is said."""
    found = re.fullmatch(r"(.*), rules ([1-9][0-9]{0,3})", edition)
    return (found[1], int(found[2])) if found else (edition, 0)


def first_edition(edition: str) -> str:
    """The first reading of the same rulebook: logs that name none were played by it."""
    rulebook, number = parse_edition(edition)
    return f"{rulebook}, rules 1" if number else edition


def is_earlier_edition(then: str, now: str) -> bool:
    """Is `then` an earlier reading of the rulebook of `now`?"""
    (rulebook, number), (same, today) = parse_edition(then), parse_edition(now)
    return rulebook == same and 0 < number < today


def follow_edition(table: Table, edition: str) -> None:
    """Let a table that was begun by this edition keep to it, as far as the game still knows how."""
    if table.component is not None and is_earlier_edition(edition, table.rules.edition):
        table.component.use_rules_revision(parse_edition(edition)[1])
