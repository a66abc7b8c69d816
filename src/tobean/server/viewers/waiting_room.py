"""Connections of viewers in a waiting room. They are only told that the page has changed, so that it need not poll."""

from tobean.server.tables.live_table import LiveTable
from tobean.server.viewers.viewer_connection import ViewerConnection
from tobean.session.wire import messages


def waiting_room_version(live_table: LiveTable) -> str:
    """Return a text that changes whenever the page of the waiting room does."""
    return f"{live_table.session.state} {live_table.session.public_seq}"


class WaitingRoomConnection(ViewerConnection):
    """Connection of a viewer in a waiting room."""

    shows_table = False
    last_mark = ""

    def next_messages(self) -> list[bytes]:
        queued, self.queued_messages = self.queued_messages, []
        mark = waiting_room_version(self.live_table)
        if self.dropped or mark == self.last_mark:
            return queued
        self.last_mark = mark
        return [*queued, messages.encode({"type": "waiting", "mark": mark})]
