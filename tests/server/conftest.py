"""Fixtures for tests of the server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.server.app import server_client


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with server_client(tmp_path) as client:
        yield client


@pytest.fixture
def no_notification_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skips the wait for other servers to be notified."""
    monkeypatch.setattr("tobean.server.moderation.commands.PROPAGATION_SECONDS", 0.0)
