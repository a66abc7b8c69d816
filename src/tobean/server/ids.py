"""Names that nobody guesses, for people and what they keep."""

from __future__ import annotations

import secrets


def new_id(size: int) -> str:
    """A name of so many random bytes. It may stand on a command line, so it does not begin like an option."""
    while True:
        found = secrets.token_urlsafe(size)
        if not found.startswith("-"):
            return found
