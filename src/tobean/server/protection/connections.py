"""Connections below the application: how many there may be, and how long one may keep everybody waiting.

uvicorn closes an idle connection after an answer, but waits for ever for the head of a first request, and counts
nobody's connections. Here a connection has to say in time what it wants, one address holds only so many, and when there
are too many in all, the one that has kept quiet for longest makes room.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.protocol import State

from tobean.server.cluster.connection_routing import ForwardedConnection
from tobean.server.logs import log
from tobean.server.protection.address_blocks import address_block_of
from tobean.server.protection.rate_limits import PEOPLE_PER_ADDRESS, Bucket, Rate
from tobean.server.protection.websocket_frames import FrameTracker, single_text_frame, text_frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.frames import Frame

    from tobean.server.cluster.connection_routing import ConnectionRouter
    from tobean.server.metrics import Metrics

HEAD_SECONDS: Final = 10.0
"""So long the head of a request may take to arrive."""
IDLE_SECONDS: Final = 15
"""So long a connection may stay open after an answer."""
WRITE_TIMEOUT: Final = 30.0
"""So long somebody may take nothing of an answer."""
PING_SECONDS: Final = 20.0
"""A socket from which no text has come for so long is asked whether somebody is there, and has as long to say so."""
EACH: Final = PEOPLE_PER_ADDRESS * 8
"""So many connections one address may hold: everybody in a crowd has a few tabs open."""
SHARE: Final = 4
"""One address holds at most this fraction of all connections, so that there is room for others."""
MOST_FILES: Final = 65_536
USUAL_FILES: Final = 10_240
SPARE_FILES: Final = 256
"""So many open files are kept for the database, bots and pages."""
IMMEDIATE_SEND: Final = "tobean.at_once"
"""The extension of ASGI by which a socket is told something without waiting: see `WebSocketConnection.send_immediately`."""
FRAMES: Final = Rate(200, 20)
"""Frames of a socket that are not messages: browsers send an answer to each ping, and nothing more."""
BAD_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def most_files() -> int:
    """How many files and connections may be open at once; the system is asked for as many as it grants."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return USUAL_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_FILES
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    for wanted in (most, min(most, USUAL_FILES)):  # some systems name a hard limit that they do not grant
        if wanted > soft:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            except (OSError, ValueError):
                continue
            return wanted
    return min(soft, MOST_FILES)


class ConnectionLimiter:
    """All connections of a server."""

    def __init__(self, most: int, metrics: Metrics) -> None:
        self.most = most
        self.each = max(1, min(EACH, self.most // SHARE))
        self.metrics = metrics
        self.is_proxy: Callable[[str], bool] = lambda host: False
        """Does this host bring many people? They are counted when it is known who they are, by `limits`."""
        self.address_blocks: dict[asyncio.Transport, str] = {}
        """Where each connection comes from; "" for a proxy."""
        self.counts: Counter[str] = Counter()
        self.ended = 0
        """How many there were that are gone."""
        self.idle: OrderedDict[asyncio.Transport, None] = OrderedDict()
        """Those that have not said what they want, longest first."""
        self.connection_router: ConnectionRouter | None = None
        """Knows of other servers."""
        self.clients: dict[asyncio.Transport, tuple[str, int]] = {}
        """Who is at the other end of what another machine has passed on."""
        metrics.gauge("connections", lambda: len(self.address_blocks))

    def admit(self, transport: asyncio.Transport) -> bool:
        """One more, if there is room; whoever is refused is closed at once."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        address_block = "" if self.is_proxy(host) else address_block_of(host)
        if address_block and self.counts[address_block] >= self.each:
            return self.refuse(transport)
        if len(self.address_blocks) >= self.most:
            if not self.idle:
                return self.refuse(transport)
            oldest = next(iter(self.idle))
            self.forget(oldest)
            self.refuse(oldest)
        self.address_blocks[transport] = address_block
        self.counts[address_block] += 1
        self.idle[transport] = None
        return True

    def refuse(self, transport: asyncio.Transport) -> bool:
        self.metrics.count("refused_connections")
        transport.abort()
        return False

    def mark_busy(self, transport: asyncio.Transport) -> None:
        """A request is there: it is worked at."""
        self.idle.pop(transport, None)

    def mark_idle(self, transport: asyncio.Transport) -> None:
        """It is answered."""
        if transport in self.address_blocks:
            self.idle[transport] = None
            self.idle.move_to_end(transport)

    def set_client(self, transport: asyncio.Transport, client: tuple[str, int]) -> None:
        """A server on another machine has passed this one on: it is not counted among that server's own."""
        self.clients[transport] = client
        address_block = self.address_blocks.get(transport, "")
        if address_block:
            self.counts[address_block] -= 1
            self.counts[""] += 1
            self.address_blocks[transport] = ""

    def forget(self, transport: asyncio.Transport) -> None:
        self.clients.pop(transport, None)
        address_block = self.address_blocks.pop(transport, None)
        self.idle.pop(transport, None)
        if address_block is not None:
            self.ended += 1
            self.counts[address_block] -= 1
            if not self.counts[address_block]:
                del self.counts[address_block]


class HttpConnection(H11Protocol):
    """A connection until it becomes a socket."""

    def __init__(self, limiter: ConnectionLimiter, *args: Any, **named: Any) -> None:
        self.limiter = limiter
        self.admitted = False
        self.head_timer: asyncio.TimerHandle | None = None
        self.write_timer: asyncio.TimerHandle | None = None
        self.routing: asyncio.Task[None] | None = None
        """Looks for the server that owns the table which is asked for."""
        self.forwarded: ForwardedConnection | None = None
        """Where all that comes goes, if that is another machine."""
        self.served_here = False
        """The next request is ours, whoever owns its table: another server has passed it on."""
        self.initial_data = b""
        """What another process has read of it already."""
        self.initialise = partial(super().__init__, *args, **named)
        """The rest is built for who is let in: to refuse a flood shall cost next to nothing."""

    @property
    def is_idle(self) -> bool:
        """Is no request being worked at?"""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.admitted = self.limiter.admit(transport)
        if self.admitted:
            self.initialise()
            super().connection_made(transport)
            self.start_head_timer()
            if self.initial_data:
                self.data_received(self.initial_data)  # before anything else is read

    def connection_lost(self, exc: Exception | None) -> None:
        if self.admitted:
            self.stop(self.head_timer)
            self.stop(self.write_timer)
            if self.forwarded is not None:
                self.forwarded.end()
            self.limiter.forget(self.transport)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.admitted:
            return
        if self.forwarded is not None:
            self.forwarded.send(data)
            return
        if self.is_idle and self.head_timer is None:
            self.start_head_timer()
        connection_router = self.limiter.connection_router
        if connection_router is not None and self.is_idle and self.routing is None and not self.conn.trailing_data[0]:
            data, client = connection_router.unwrap_forwarded(data)
            if client is not None:
                self.client, self.served_here = client, True
                self.limiter.set_client(self.transport, client)
            table = "" if self.served_here else connection_router.asked(data)
            self.served_here = False
            if table:
                self._unset_keepalive_if_required()
                self.transport.pause_reading()
                self.routing = self.loop.create_task(self.route(connection_router, table, data))
                return
        self.take(data)

    def take(self, data: bytes) -> None:
        """Work at what has come."""
        super().data_received(data)
        if not self.is_idle:
            self.head_received()

    async def route(self, connection_router: ConnectionRouter, table: str, data: bytes) -> None:
        """Bring the connection to whoever owns the table; nothing is read of it meanwhile."""
        found = await connection_router.route_connection(self.transport, table, data)
        self.routing = None
        if isinstance(found, ForwardedConnection):
            self.forwarded = found
            self.head_received()
        if found is True or self.transport.is_closing():
            return
        self.transport.resume_reading()
        if found is False:
            self.take(data)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self.head_received()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.is_idle:
            self.limiter.mark_idle(self.transport)
        else:
            self.head_received()  # the next request was there already

    def shutdown(self) -> None:
        if self.forwarded is not None:
            self.transport.close()
        else:
            super().shutdown()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.forwarded is not None:
            self.forwarded.set_backpressure(full=True)
        self.start_write_timer()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.forwarded is not None:
            self.forwarded.set_backpressure(full=False)
        if not self.transport.is_closing():
            self.stop(self.write_timer)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.start_write_timer()  # closing waits until all that was sent has been taken

    # --- patience -------------------------------------------------------------------------------------------------

    def start_head_timer(self) -> None:
        self.head_timer = self.loop.call_later(HEAD_SECONDS, self.give_up)

    def head_received(self) -> None:
        """A whole head is there."""
        self.stop(self.head_timer)
        self.head_timer = None
        self.limiter.mark_busy(self.transport)

    def start_write_timer(self) -> None:
        """Something has to be taken of what was sent."""
        self.stop(self.write_timer)
        left = self.transport.get_write_buffer_size()
        self.write_timer = self.loop.call_later(WRITE_TIMEOUT, self.check_write_progress, left)

    def check_write_progress(self, before: int) -> None:
        if self.transport.get_write_buffer_size() < before:
            self.start_write_timer()
        else:
            self.give_up()

    def give_up(self) -> None:
        self.limiter.metrics.count("expired_connections")
        self.transport.abort()

    def stop(self, timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a socket."""

    def __init__(self, limiter: ConnectionLimiter, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.limiter = limiter
        self.control_frames = Bucket(FRAMES)
        self.write_timer: asyncio.TimerHandle | None = None
        self.frame_tracker = FrameTracker()
        self.within_text = False
        """Is a text under way that comes in several frames?"""
        self.received_since_ping = False
        """Has a text come since it was last thought of asking whether somebody is there?"""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.client = self.limiter.clients.get(transport, self.client)

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), IMMEDIATE_SEND: {"send": self.send_immediately}}
        await super().run_asgi()
        # Closing waits until all that was sent has been taken; who takes nothing is not waited for.
        self.write_timer = self.loop.call_later(WRITE_TIMEOUT, self.transport.abort)

    def send_immediately(self, text: bytes) -> bool:
        """Send a text now, without a task and its turn; False: it has to go the usual way, perhaps wait."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(text_frame(text))
        return True

    def data_received(self, data: bytes) -> None:
        """What is just one text goes the short way, all else the usual one."""
        if self.handshake_complete:
            if self.frame_tracker.at_start and self.deliver_text(data):
                return
            self.frame_tracker.feed(data)
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.refuse_handshake()

    def refuse_handshake(self) -> None:
        """Answer a malformed request to open a socket. uvicorn would leave the connection open, without an answer."""
        log("malformed socket request", logging.WARNING)
        self.handshake_complete = self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()) or BAD_REQUEST)
        self.transport.close()

    def send_receive_event_to_app(self) -> None:
        if not self.close_sent and self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:  # uvicorn would log its own traceback
                self.frames = []
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """Close a socket after a malformed frame."""
        close = self.conn.close_sent
        log("malformed frame on a socket", logging.WARNING, code=close.code if close is not None else None)
        super().handle_parser_exception()

    def deliver_text(self, data: bytes) -> bool:
        """Give a text to the application; False: it is none, or not as it should be."""
        if self.within_text or self.close_sent or self.conn.state is not State.OPEN:
            return False
        text = single_text_frame(data)
        if text is None:
            return False
        try:
            message = text.decode()
        except UnicodeDecodeError:
            return False
        self.received_since_ping = True
        self.queue.put_nowait({"type": "websocket.receive", "text": message})
        if not self.read_paused and self.queue.qsize() > 1:  # one may wait: mostly it is taken at once
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def handle_text(self, event: Frame) -> None:
        self.within_text = not event.fin
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self.within_text = not event.fin
        super().handle_bytes(event)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.write_timer is not None:
            self.write_timer.cancel()
        self.limiter.forget(self.transport)
        super().connection_lost(exc)

    def handle_cont(self, event: Frame) -> None:
        self.within_text = not event.fin
        if self.allow_control_frame():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self.allow_control_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self.allow_control_frame():
            super().handle_pong(event)

    def allow_control_frame(self) -> bool:
        """One more frame that is not a message; whoever floods with them is closed."""
        fine = self.control_frames.take()
        if not fine and not self.transport.is_closing():
            self.limiter.refuse(self.transport)
        return fine

    def send_keepalive_ping(self) -> None:
        """Ask whether somebody is there, unless that is known already: a ping and its answer cost half an action."""
        if self.received_since_ping:
            self.received_since_ping = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.limiter.metrics.count("expired_connections")
        self.transport.abort()  # closing would wait until all that was sent has been taken
