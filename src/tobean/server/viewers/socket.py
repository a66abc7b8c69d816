"""WebSocket endpoint of a table: admits a viewer."""

import asyncio
from collections.abc import Mapping
from typing import Final

from starlette.datastructures import Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.types import Receive, Scope, Send

from tobean.i18n import LANGUAGES
from tobean.kernel.errors import GameNotInstalled, TobeanError
from tobean.kernel.notation.input_limits import is_number
from tobean.server.cluster.errors import NewerFormat, OwnedElsewhere
from tobean.server.database.errors import DATABASE_ERRORS, LeaseExpired, log_database_error
from tobean.server.language import chosen_language
from tobean.server.protection.address_blocks import address_of
from tobean.server.protection.connections import IMMEDIATE_SEND
from tobean.server.protection.middleware import refuse_after_delay
from tobean.server.protection.rate_limits import MAX_PAUSE as MAX_WAIT
from tobean.server.protection.rate_limits import OPEN_SOCKETS, SOCKETS
from tobean.server.tables.quarantine import TableDamaged
from tobean.server.tables.table_registry import TableClosed
from tobean.server.viewers.message_loop import DAMAGED, NOT_FOUND, TRY_LATER, MessageLoop, refuse
from tobean.server.viewers.viewer_connection import RECONNECT, ViewerConnection
from tobean.server.viewers.waiting_room import WaitingRoomConnection

FORBIDDEN: Final = 4403


class TableSocket(MessageLoop):
    """An ASGI endpoint: `/tables/<id>/socket`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        site = self.site
        headers = Headers(scope=scope)
        message = await receive()
        if message["type"] != "websocket.connect":
            return
        if not site.hosts.is_own(scope, headers.get("origin", "")):
            await send({"type": "websocket.close", "code": FORBIDDEN})
            return
        cookies = cookie_parser(headers.get("cookie", ""))
        address, person = address_of(scope), site.identity.person_in_cookies(cookies)
        if not site.limiter.allows(SOCKETS, address, person) or not site.limiter.acquire(OPEN_SOCKETS, address, person):
            site.metrics.count("limited")
            await refuse_after_delay(site.limiter, address)
            await refuse(send, TRY_LATER, "Too many connections from here. Please wait a moment.")
            return
        try:
            pause = site.limiter.pause("sockets", address)
            if pause > MAX_WAIT:
                site.metrics.count("limited")
                await refuse(send, TRY_LATER, "Too many connections from here. Please wait a moment.")
                return
            await asyncio.sleep(pause)
            await self.serve_viewer(scope, receive, send, cookies, address)
        finally:
            site.limiter.release(OPEN_SOCKETS, address, person)

    async def serve_viewer(
        self, scope: Scope, receive: Receive, send: Send, cookies: Mapping[str, str], address: str
    ) -> None:
        """Load the table, accept the connection and serve it until it closes."""
        site = self.site
        headers = Headers(scope=scope)
        query = QueryParams(scope["query_string"])
        try:
            live_table = await site.registry.live_table(scope["path_params"]["table"])
            visitor = await site.identity.visitor(cookies)
        except TableDamaged:
            await refuse(send, DAMAGED, "The log of this table is damaged.")
            return
        except GameNotInstalled:
            await refuse(send, DAMAGED, "This game is not installed here.")
            return
        except OwnedElsewhere:
            await refuse(send, RECONNECT, "Another server runs this table.")
            return
        except NewerFormat:
            await refuse(send, TRY_LATER, "A newer version of this server runs this table.")
            return
        except TableClosed:
            await refuse(send, DAMAGED, "This table is closed.")
            return
        except LeaseExpired:
            await refuse(send, TRY_LATER, "The server cannot use its database at the moment.")
            return
        except (*DATABASE_ERRORS, TobeanError) as error:
            log_database_error("a table cannot be loaded", error)
            await refuse(send, TRY_LATER, "The table cannot be loaded at the moment.")
            return
        if live_table is None or not live_table.may_view(visitor.id):
            await refuse(send, NOT_FOUND, "There is no such table.")
            return
        language = query.get("language", "")
        if language not in LANGUAGES:
            language = chosen_language(cookies, headers.get("accept-language", ""))
        seat = query.get("seat", "")
        await send({"type": "websocket.accept"})
        wanted_seat = int(seat) if is_number(seat) else None
        kind = WaitingRoomConnection if "waiting" in query else ViewerConnection
        connection = kind(live_table, visitor, language, send, wanted_seat, site.hosts.base_url(scope), address)
        connection.send_immediately = scope.get("extensions", {}).get(IMMEDIATE_SEND, {}).get("send")
        since = query.get("since", "")
        connection.last_sent = int(since) if since.isascii() and since.isdigit() and len(since) < 7 else -1
        await self.serve(connection, receive)
