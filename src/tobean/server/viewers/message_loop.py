"""Message loop of a viewer's connection: reads and writes at the same time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.types import Receive, Send

from tobean.i18n import error_messages
from tobean.kernel.errors import TobeanError
from tobean.server.database.errors import DATABASE_ERRORS, is_timeout, log_database_error
from tobean.server.language import catalogue
from tobean.server.logs import log_error
from tobean.server.protection.rate_limits import MESSAGES
from tobean.server.store.write_errors import Conflict, NotStored, WriteFailed, WriteUnknown
from tobean.server.viewers.messages import AnyMessage
from tobean.server.viewers.viewer_connection import RECONNECT, ViewerConnection
from tobean.session.errors import Stale
from tobean.session.wire import messages

if TYPE_CHECKING:
    from tobean.server.site import Site

MAX_MESSAGE: Final = 16_384
NOT_FOUND: Final = 4404
DAMAGED: Final = 4409
TRY_LATER: Final = 1013
FIRST_PAUSE: Final = 0.02
MAX_PAUSE: Final = 2.0
"""Shortest and longest pause, in seconds, in reading from a client that sends too much; it doubles each time."""
MAX_REFUSALS: Final = 12
"""Messages refused in a row after which the connection is closed."""

_DECODER: Final[msgspec.json.Decoder[AnyMessage]] = msgspec.json.Decoder(AnyMessage)


class MessageLoop:
    """Serves the connections of viewers."""

    def __init__(self, site: Site) -> None:
        self.site = site

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
                connection.queue_message(
                    {"type": "error", "text": catalogue(connection.language).gettext("Not so fast, please.")}
                )
                # Nothing is read during that time: backpressure keeps a flood in the sender's buffers.
                await asyncio.sleep(pause)
                pause = min(MAX_PAUSE, 2 * pause)
        self.site.metrics.count("dropped")
        try:
            async with asyncio.timeout(MAX_PAUSE):
                await connection.send({"type": "websocket.close", "code": TRY_LATER, "reason": "Not so fast, please."})
        except (OSError, RuntimeError, TimeoutError):
            return  # the client has gone already, or does not read

    async def handle_message(self, connection: ViewerConnection, text: str | bytes) -> None:
        """Handle one message of a client. No message, however malformed, may harm the table."""
        site = self.site

        def gettext(english: str) -> str:
            return catalogue(connection.language).gettext(english)

        if len(text) > MAX_MESSAGE:
            connection.queue_message({"type": "error", "text": gettext("This message is too long.")})
            return
        try:
            message = _DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            connection.queue_message({"type": "error", "text": gettext("This message makes no sense here.")})
            return
        session = connection.live_table.session
        try:
            if await site.registry.revocations.is_valid(connection.visitor):
                await message.handle(site, connection)
        except Conflict:
            connection.queue_message(
                {"type": "stale", "text": gettext("The table has moved on."), "for": message.subject}
            )
            connection.request_update()
        except (WriteFailed, *DATABASE_ERRORS) as error:
            if not isinstance(error, WriteFailed):
                log_database_error("a message could not be handled: database error", error)
            if isinstance(error, NotStored):
                text = error_messages.error_text(error, (), connection.language)
            elif isinstance(error, WriteUnknown) or is_timeout(error):
                text = gettext("The server cannot use its database. The table shows what has happened once it can.")
            else:
                text = gettext("The server cannot write at the moment, so nothing has happened. Please try again.")
            connection.queue_message({"type": "error", "text": text})
        except TobeanError as error:
            site.metrics.count("stale" if isinstance(error, Stale) else "refused")
            connection.queue_message(messages.refused(session, connection.viewer, error, message.subject))
            if isinstance(error, Stale):
                connection.request_update()
        except Exception as error:  # a bug here must not end the table
            site.metrics.count("errors")
            log_error("a message could not be handled", error)
            connection.queue_message({"type": "error", "text": gettext("Something went wrong here. Please try again.")})


async def refuse(send: Send, code: int, reason: str) -> None:
    """Close with a reason that the page can show; browsers pass it on only if the socket was accepted first."""
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": reason})
