"""WebSocket endpoint of a table: admits a viewer, then reads and writes at the same time."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from starlette.datastructures import Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.types import Receive, Scope, Send

from tobean.i18n import LANGUAGES
from tobean.kernel.cards import is_number
from tobean.kernel.errors import GameNotInstalled, TobeanError
from tobean.play.session.errors import Stale
from tobean.play.wire import messages
from tobean.server.cluster.leases import NewerFormat, OwnedElsewhere
from tobean.server.database.database import DATABASE_ERRORS, LeaseExpired, is_timeout, log_database_error
from tobean.server.language import catalogue, chosen_language
from tobean.server.logs import log_error
from tobean.server.protection.connections import IMMEDIATE_SEND
from tobean.server.protection.middleware import address_of, refuse_after_delay
from tobean.server.protection.rate_limits import LONGEST_PAUSE as LONGEST_WAIT
from tobean.server.protection.rate_limits import MESSAGES, OPEN_SOCKETS, SOCKETS
from tobean.server.site import Site
from tobean.server.store.writer import Conflict, WriteFailed, WriteUnknown
from tobean.server.tables.errors import TableClosed
from tobean.server.tables.quarantine import TableDamaged
from tobean.server.viewers.messages import HANDLERS
from tobean.server.viewers.viewer_connection import RECONNECT, ViewerConnection
from tobean.server.viewers.waiting_room import WaitingRoomConnection

LARGEST_MESSAGE: Final = 16_384
FORBIDDEN: Final = 4403
NOT_FOUND: Final = 4404
DAMAGED: Final = 4409
TRY_LATER: Final = 1013
FIRST_PAUSE: Final = 0.02
LONGEST_PAUSE: Final = 2.0
"""Shortest and longest pause, in seconds, in reading from a client that sends too much; it doubles each time."""
MAX_REFUSALS: Final = 12
"""Messages refused in a row after which the connection is closed."""

_DECODER: Final = msgspec.json.Decoder(dict[str, Any])


class TableSocket:
    """An ASGI endpoint: `/tables/<id>/socket`."""

    def __init__(self, site: Site) -> None:
        self.site = site

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
            if pause > LONGEST_WAIT:
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
            await refuse(send, RECONNECT, "Another server looks after this table.")
            return
        except NewerFormat:
            await refuse(send, TRY_LATER, "A newer version of this server has looked after this table.")
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
        if live_table is None:
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

    async def serve(self, connection: ViewerConnection, receive: Receive) -> None:
        """Read and write at the same time: a socket that is not read does not notice when it is closed.

        Both are separate tasks. The task of the request has come through a dozen layers of middleware, all of which
        would be resumed for every message.
        """
        live_table = connection.live_table
        live_table.add_connection(connection)
        # Either may have happened while the table was loaded.
        if live_table.closed or self.site.registry.revocations.is_revoked(connection.visitor):
            connection.drop()
        connection.wake.set()
        reading = connection.task = asyncio.create_task(self.read(connection, receive))
        writing = asyncio.create_task(self.write(connection))
        try:
            await reading
        except asyncio.CancelledError:
            if not connection.dropped:
                raise
            # `ViewerConnection.abort` has cancelled the task: a regular end of the connection.
        finally:
            live_table.remove_connection(connection)
            writing.cancel()

    async def write(self, connection: ViewerConnection) -> None:
        """Send to the viewer until it is dropped, then close the socket, which ends the reading side."""
        try:
            await connection.run()
            await connection.send({"type": "websocket.close", "code": RECONNECT})
        except (OSError, RuntimeError):
            # The client has gone; the reading side notices too.
            return
        except Exception as error:  # a bug of the server
            connection.fail(error)

    async def read(self, connection: ViewerConnection, receive: Receive) -> None:
        pause, refusals = FIRST_PAUSE, 0
        while refusals < MAX_REFUSALS:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if self.site.limiter.allows(MESSAGES, connection.address, connection.visitor.id):
                text = message.get("text")
                await self.handle_message(connection, message.get("bytes") or b"" if text is None else text)
                pause, refusals = FIRST_PAUSE, 0
            else:
                refusals += 1
                self.site.metrics.count("limited")
                connection.answer(
                    {"type": "error", "text": catalogue(connection.language).gettext("Not so fast, please.")}
                )
                # Nothing is read during that time: backpressure keeps a flood in the sender's buffers.
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)
        self.site.metrics.count("dropped")
        try:
            async with asyncio.timeout(LONGEST_PAUSE):
                await connection.send({"type": "websocket.close", "code": TRY_LATER, "reason": "Not so fast, please."})
        except (OSError, RuntimeError, TimeoutError):
            return  # the client has gone already, or does not read

    async def handle_message(self, connection: ViewerConnection, text: str | bytes) -> None:
        """Handle one message of a client. No message, however malformed, may harm the table."""
        site = self.site

        def gettext(english: str) -> str:
            return catalogue(connection.language).gettext(english)

        if len(text) > LARGEST_MESSAGE:
            connection.answer({"type": "error", "text": gettext("This message is too long.")})
            return
        try:
            message = _DECODER.decode(text)
            kind = message.get("type")
            handler = HANDLERS.get(kind) if isinstance(kind, str) else None
            if handler is None:
                raise msgspec.ValidationError
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            connection.answer({"type": "error", "text": gettext("This message makes no sense here.")})
            return
        session = connection.live_table.session
        subject = message.get("action", kind)
        subject = subject if isinstance(subject, str) and len(subject) < 400 else ""
        try:
            if await site.registry.revocations.is_valid(connection.visitor):
                await handler(site, connection, message)
        except msgspec.ValidationError:
            connection.answer({"type": "error", "text": gettext("This message makes no sense here.")})
        except Conflict:
            connection.answer({"type": "stale", "text": gettext("The table has moved on."), "for": subject})
            connection.request_update()
        except (WriteFailed, *DATABASE_ERRORS) as error:
            if not isinstance(error, WriteFailed):
                log_database_error("a message could not be handled: database error", error)
            if isinstance(error, WriteUnknown) or is_timeout(error):
                text = gettext("The server cannot use its database. The table shows what has happened once it can.")
            else:
                text = gettext("The server cannot write at the moment, so nothing has happened. Please try again.")
            connection.answer({"type": "error", "text": text})
        except TobeanError as error:
            site.metrics.count("stale" if isinstance(error, Stale) else "refused")
            connection.answer(messages.refused(session, connection.viewer, error, subject))
            if isinstance(error, Stale):
                connection.request_update()
        except Exception as error:  # a bug here must not end the table
            site.metrics.count("errors")
            log_error("a message could not be handled", error)
            connection.answer({"type": "error", "text": gettext("Something went wrong here. Please try again.")})


async def refuse(send: Send, code: int, reason: str) -> None:
    """Close with a reason that the page can show; browsers pass it on only if the socket was accepted first."""
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": reason})
