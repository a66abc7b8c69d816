"""Fixtures for tests of the server."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from tests.support.server.app import server_client
from tests.support.server.processes import shared_worker_pool


@pytest.fixture(scope="session")
def pool_socket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Socket of a pool of bot workers for the servers of many tests."""
    with shared_worker_pool(tmp_path_factory.mktemp("pool")) as socket:
        yield socket


@pytest.fixture
def client(tmp_path: Path, pool_socket: str) -> Iterator[TestClient]:
    with server_client(tmp_path, pool_socket=pool_socket) as client:
        yield client


@pytest.fixture
def no_notification_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skips the wait for other servers to be notified."""
    monkeypatch.setattr("tobean.server.moderation.commands.PROPAGATION_SECONDS", 0.0)


@pytest.fixture
def no_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stops the clock of the rate limits, so that the speed of the machine does not matter."""
    monkeypatch.setattr("tobean.server.protection.rate_limits.time", SimpleNamespace(monotonic=lambda: 1000.0))
