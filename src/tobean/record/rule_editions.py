"""Editions of rules: by which one a record or log was played, and whether it is an earlier revision of today's.

An edition is `AMIGO 01661 (v5), rules 1`: the rulebook, and the revision of its interpretation here. Games played by an
earlier revision are replayed under today's as far as it allows.
"""

import re


def parse_edition(edition: str) -> tuple[str, int]:
    """Split an edition into the rulebook and the revision; 0 if none is given."""
    match = re.fullmatch(r"(.*), rules ([1-9][0-9]{0,3})", edition)
    return (match[1], int(match[2])) if match else (edition, 0)


def is_earlier_edition(older: str, now: str) -> bool:
    """Whether `older` is an earlier revision of the same rulebook as `now`."""
    (rulebook, number), (current_rulebook, current) = parse_edition(older), parse_edition(now)
    return rulebook == current_rulebook and 0 < number < current
