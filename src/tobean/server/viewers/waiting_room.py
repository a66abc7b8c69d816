"""Who looks at a waiting room: told only that it looks different by now, so that nobody has to ask again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tobean.play.wire import messages
from tobean.server.viewers.viewer_connection import ViewerConnection

if TYPE_CHECKING:
    from tobean.server.tables.live_table import LiveTable


def mark(live_table: LiveTable) -> str:
    """Changes whenever the waiting room looks different."""
    return f"{live_table.session.state} {live_table.session.public_seq}"


class WaitingRoomConnection(ViewerConnection):
    """Somebody in a waiting room."""

    watches = False
    last_mark = ""
    """The mark that was sent last."""

    def next_messages(self) -> list[bytes]:
        single, self.waiting = self.waiting, []
        found = mark(self.live_table)
        if self.dropped or found == self.last_mark:
            return single
        self.last_mark = found
        return [*single, messages.encode({"type": "waiting", "mark": found})]
