"""Fixtures of the administration tests."""

import pytest


@pytest.fixture(autouse=True)
def _no_notification_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skips the wait for other servers to be notified."""
    monkeypatch.setattr("tobean.server.moderation.commands.PROPAGATION_SECONDS", 0.0)
