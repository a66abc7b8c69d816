"""A table that whoever runs the server has closed."""

from __future__ import annotations

from tobean.kernel.errors import TobeanError


class TableClosed(TobeanError):
    """Nobody plays on at this table."""
