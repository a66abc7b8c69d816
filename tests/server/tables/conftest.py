"""A server with a visitor in each role."""

from collections.abc import Iterator

import pytest

from tests.support.server import app
from tests.support.server.roles import ELSEWHERE, HOST, LEFT, PLAYER, SPECTATOR, World
from tobean.server.tables.live_table import LiveTable


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("permissions")
    with pytest.MonkeyPatch.context() as patch, app.server_client(folder) as client:
        # The server logs absences by time; such an entry would look as if a refused request had changed something.
        patch.setattr(LiveTable, "unreported_seats", lambda _: [])
        found = World(client, folder)
        for role, name in [
            (HOST, "Nina"),
            (PLAYER, "Timon"),
            (LEFT, "Keno"),
            (SPECTATOR, "Eiko"),
            (ELSEWHERE, "Paula"),
        ]:
            found.meet(role, name)
        yield found
