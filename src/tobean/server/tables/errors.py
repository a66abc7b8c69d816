"""Errors of tables."""

from tobean.kernel.errors import TobeanError


class TableClosed(TobeanError):
    """The table was closed by an operator and cannot be played on."""
