"""Several servers sharing tables, with bots that do not wait, while servers are killed (`tests.tools.chaos`)."""

import asyncio
from pathlib import Path

from tests.support.server.postgres import Cluster
from tests.tools.chaos import run_chaos, running_servers

ACTS = 100


def test_no_table_is_lost(cluster: Cluster, tmp_path: Path) -> None:
    """Short; `make test-service` plays for minutes, also without kills."""
    with running_servers(cluster, tmp_path, 3) as (servers, address):
        found = asyncio.run(run_chaos(servers, address, tables=6, seconds=9, kill_every=3.0, acts=ACTS))
    assert not found.faults, str(found)
    assert found.acts >= ACTS
    assert found.kills
