"""A real Ray cluster for the tests, with nodes that can be killed and no state left between tests."""

import os
from collections.abc import Iterator
from typing import Final

import pytest
import ray
from ray.cluster_utils import Cluster as Nodes

from tobean.research.pools import ray_connection

CLIENT_PORT: Final = 23_000 + os.getpid() % 1000


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Nodes]:
    """A cluster of two nodes with two workers each, beside a head without workers."""
    for name, value in ray_connection.SETTINGS.items():
        monkeypatch.setenv(name, value)
    found = Nodes(initialize_head=True, head_node_args={"num_cpus": 0, "ray_client_server_port": CLIENT_PORT})
    monkeypatch.setenv("RAY_ADDRESS", found.address)
    for _ in range(2):
        found.add_node(num_cpus=2)
    found.wait_for_nodes()
    yield found
    ray.shutdown()
    found.shutdown()


@pytest.fixture
def client(nodes: Nodes) -> str:
    """Address of that cluster for Ray's client."""
    assert nodes.address
    return f"ray://127.0.0.1:{CLIENT_PORT}"


@pytest.fixture(autouse=True)
def _disconnected() -> Iterator[None]:
    yield
    ray.shutdown()
