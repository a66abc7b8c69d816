"""Who looks at a waiting room: told only that it looks different by now, so that nobody has to ask again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tobean.play.wire import wire
from tobean.server.tables.guest import Guest

if TYPE_CHECKING:
    from tobean.server.tables.room import Room


def mark(room: Room) -> str:
    """Changes whenever the waiting room looks different."""
    return f"{room.session.state} {room.session.news}"


class Waiting(Guest):
    """Somebody in a waiting room."""

    watches = False
    told = ""
    """The mark that was sent last."""

    def next_messages(self) -> list[bytes]:
        single, self.waiting = self.waiting, []
        found = mark(self.room)
        if self.dropped or found == self.told:
            return single
        self.told = found
        return [*single, wire.encode({"type": "waiting", "mark": found})]
