"""One PostgreSQL for all tests of a process, and an empty database for each."""

from collections.abc import Iterator

import pytest

from tests.support.server.postgres import Cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    found = Cluster()
    yield found
    found.end()


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.new_database()
