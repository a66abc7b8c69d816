"""One PostgreSQL for all tests of a process, an empty database for each, and servers for the tests of a module."""

from collections.abc import Iterator

import pytest

from tests.support.server.postgres import Cluster
from tests.support.server.remote_tables import ServerPair, running_server


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    found = Cluster()
    yield found
    found.end()


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture(scope="module")
def pair(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerPair]:
    """Two servers for tests that leave them running."""
    folder, address = tmp_path_factory.mktemp("pair"), cluster.new_database()
    with running_server(folder, address) as one, running_server(folder, address) as other:
        yield ServerPair(one.url, other.url, address)
