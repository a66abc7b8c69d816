"""Editions of rules: by which one a record or log was played, and whether it is an earlier revision of today's.

An edition is `AMIGO 01661 (v5), rules 1`: the rulebook, and the revision of its interpretation here. Games played by an
earlier revision are replayed under today's as far as it allows. Where today's rules require a decision that an earlier
revision did not have, such tables keep the earlier behaviour (`Component.use_rules_revision`).
"""

import re

from tobean.kernel.table import Table


def parse_edition(edition: str) -> tuple[str, int]:
    """Split an edition into the rulebook and the revision; 0 if none is given."""
    match = re.fullmatch(r"(.*), rules ([1-9][0-9]{0,3})", edition)
    return (match[1], int(match[2])) if match else (edition, 0)


def first_edition(edition: str) -> str:
    """Return the first revision of the same rulebook, by which logs that name none were played."""
    rulebook, number = parse_edition(edition)
    return f"{rulebook}, rules 1" if number else edition


def is_earlier_edition(older: str, now: str) -> bool:
    """Whether `older` is an earlier revision of the same rulebook as `now`."""
    (rulebook, number), (current_rulebook, current) = parse_edition(older), parse_edition(now)
    return rulebook == current_rulebook and 0 < number < current


def follow_edition(table: Table, edition: str) -> None:
    """Make a table that was begun by this edition keep to it, as far as the game still supports it."""
    if table.component is not None and is_earlier_edition(edition, table.rules.edition):
        table.component.use_rules_revision(parse_edition(edition)[1])
