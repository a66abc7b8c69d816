"""Connections of pages to the tables of this device."""

from __future__ import annotations

from urllib.parse import parse_qs

from tobean.i18n import LANGUAGES
from tobean.i18n.catalogues import N_, SOURCE
from tobean.kernel.errors import GameNotInstalled
from tobean.kernel.notation.input_limits import is_number
from tobean.server.cluster.errors import OwnedElsewhere
from tobean.server.language import catalogue
from tobean.server.site import Site
from tobean.server.tables.quarantine import TableDamaged
from tobean.server.viewers.message_loop import DAMAGED, NOT_FOUND, MessageLoop, refuse
from tobean.server.viewers.viewer_connection import ViewerConnection
from tobean.server.viewers.waiting_room import WaitingRoomConnection
from tobean.site.local.asgi import LocalSocket

LOCKED = 4423
"""Close code for a table that another tab has open."""
IN_ANOTHER_TAB = N_("This table is open in another tab or window. Go on there, or close it and reload this page.")
NO_SUCH_TABLE = N_("There is no such table on this device.")


async def serve_table(site: Site, table: str, query: str, socket: LocalSocket) -> None:
    """Serve one connection of a page to a table until it closes."""
    fields = {name: values[-1] for name, values in parse_qs(query, keep_blank_values=True).items()}
    language = fields.get("language", SOURCE)
    language = language if language in LANGUAGES else SOURCE
    messages = catalogue(language)
    try:
        live_table = await site.registry.live_table(table)
    except OwnedElsewhere:
        await refuse(socket.send, LOCKED, messages.gettext(IN_ANOTHER_TAB))
        return
    except (TableDamaged, GameNotInstalled):
        await refuse(socket.send, DAMAGED, "")  # the reloaded page says what is wrong
        return
    if live_table is None:
        await refuse(socket.send, NOT_FOUND, messages.gettext(NO_SUCH_TABLE))
        return
    await socket.send({"type": "websocket.accept"})
    kind = WaitingRoomConnection if "waiting" in fields else ViewerConnection
    seat, since = fields.get("seat", ""), fields.get("since", "")
    wanted_seat = int(seat) if is_number(seat) else None
    connection = kind(live_table, await site.identity.visitor({}), language, socket.send, wanted_seat, "")
    connection.last_sent = int(since) if is_number(since) else -1
    await MessageLoop(site).serve(connection, socket.receive)
