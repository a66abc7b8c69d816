"""Errors of tables that this server may not load."""

from tobean.kernel.errors import TobeanError


class OwnedElsewhere(TobeanError):
    """Another server owns this table."""


class NewerFormat(TobeanError):
    """A newer server has written to this table in a format unknown here."""
