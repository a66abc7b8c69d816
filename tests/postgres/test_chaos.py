"""Several servers sharing tables, with bots that do not wait, while servers are killed (`tests.tools.chaos`)."""

import asyncio
from pathlib import Path

import pytest

from tests.support.server.postgres import Cluster
from tests.tools.chaos import run_chaos, running_servers

ACTS = 100


@pytest.mark.parametrize(("count", "kill_every"), [(2, 0.0), (3, 3.0)])
def test_no_table_is_lost(cluster: Cluster, tmp_path: Path, count: int, kill_every: float) -> None:
    with running_servers(cluster, tmp_path, count) as (servers, address):
        found = asyncio.run(run_chaos(servers, address, tables=6, seconds=9, kill_every=kill_every, acts=ACTS))
    assert not found.faults, str(found)
    assert found.acts >= ACTS
    assert bool(found.kills) == bool(kill_every)
