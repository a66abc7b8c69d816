"""Notifications that servers send to each other through the database."""

from typing import Final

REVOKED_NOTICE: Final = "ended"
"""Notification with a revoked cookie, or a person whose cookies are all revoked."""
ACKNOWLEDGED: Final = "heard"
"""Acknowledgement of a revocation."""
