"""Limits on connections below the application: their number, and how long they may block resources.

uvicorn closes an idle connection after a response, but waits forever for the head of a first request and does not
count connections. Here a request head has to arrive in time, one address has a limited number of connections, and when
there are too many in all, the one that has been idle longest is closed.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from tobean.server.cluster.connection_routing import ConnectionRouter, ForwardedConnection
from tobean.server.logs import log_client_warning
from tobean.server.metrics import Metrics
from tobean.server.protection.address_blocks import address_block_of
from tobean.server.protection.rate_limits import PEOPLE_PER_ADDRESS, Bucket, Rate
from tobean.server.protection.websocket_frames import FrameTracker, single_text_frame, text_frame

HEAD_SECONDS: Final = 10.0
"""Seconds in which the head of a request has to arrive."""
IDLE_SECONDS: Final = 15
"""Seconds that a connection may stay open after a response."""
WRITE_TIMEOUT: Final = 30.0
"""Seconds without progress after which a blocked write is aborted."""
PING_SECONDS: Final = 20.0
"""Seconds without a message after which a socket is pinged, and has as long to answer."""
MAX_PER_ADDRESS: Final = PEOPLE_PER_ADDRESS * 8
"""Connections of one address: everyone behind a shared address has a few tabs open."""
ADDRESS_SHARE: Final = 4
"""One address may have at most this fraction (1/n) of all connections."""
MAX_FILES: Final = 65_536
DEFAULT_FILES: Final = 10_240
SPARE_FILES: Final = 256
"""Open files reserved for the database, bots and pages."""
IMMEDIATE_SEND: Final = "tobean.at_once"
"""ASGI extension for sending on a socket without waiting: see `WebSocketConnection.send_immediately`."""
FRAMES: Final = Rate(200, 20)
"""Rate of frames that are not messages. Browsers send an answer to each ping and nothing more."""
BAD_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def max_open_files() -> int:
    """Return how many files and connections may be open; raises the system's limit as far as it allows."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return DEFAULT_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MAX_FILES
    most = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    for limit in (most, min(most, DEFAULT_FILES)):  # some systems name a hard limit that they do not grant
        if limit > soft:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            except (OSError, ValueError):
                continue
            return limit
    return min(soft, MAX_FILES)


class ConnectionLimiter:
    """Counts and limits the connections of a server."""

    def __init__(self, max_connections: int, metrics: Metrics) -> None:
        self.max_connections = max_connections
        self.max_per_address = max(1, min(MAX_PER_ADDRESS, self.max_connections // ADDRESS_SHARE))
        self.metrics = metrics
        self.is_proxy: Callable[[str], bool] = lambda host: False
        """Whether a host is a proxy. Its clients are counted by `rate_limits`, once their addresses are known."""
        self.address_blocks: dict[asyncio.Transport, str] = {}
        """Address block of each connection; "" for a proxy."""
        self.counts: Counter[str] = Counter()
        self.ended = 0
        self.idle: OrderedDict[asyncio.Transport, None] = OrderedDict()
        """Connections without a request, the longest idle first."""
        self.connection_router: ConnectionRouter | None = None
        """Knows the other servers."""
        self.clients: dict[asyncio.Transport, tuple[str, int]] = {}
        """Client addresses of connections that another machine has forwarded."""
        metrics.gauge("connections", lambda: len(self.address_blocks))

    def admit(self, transport: asyncio.Transport) -> bool:
        """Admit a new connection, evicting the longest-idle one if the server is full.

        Abort it and return False if there is no room.
        """
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        address_block = "" if self.is_proxy(host) else address_block_of(host)
        if address_block and self.counts[address_block] >= self.max_per_address:
            return self.refuse(transport)
        if len(self.address_blocks) >= self.max_connections:
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
        self.idle.pop(transport, None)

    def mark_idle(self, transport: asyncio.Transport) -> None:
        if transport in self.address_blocks:
            self.idle[transport] = None
            self.idle.move_to_end(transport)

    def set_client(self, transport: asyncio.Transport, client: tuple[str, int]) -> None:
        """Set the client of a connection forwarded by another server; it does not count for that server's address."""
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
    """HTTP connection, until it becomes a WebSocket."""

    def __init__(self, limiter: ConnectionLimiter, *args: Any, **named: Any) -> None:
        self.limiter = limiter
        self.admitted = False
        self.head_timer: asyncio.TimerHandle | None = None
        self.write_timer: asyncio.TimerHandle | None = None
        self.routing: asyncio.Task[None] | None = None
        """Looks up the server that owns the requested table."""
        self.forwarded: ForwardedConnection | None = None
        """Destination of all data, if the connection is forwarded to another machine."""
        self.served_here = False
        """Whether the next request is served here in any case: another server has routed it here."""
        self.initial_data = b""
        """Bytes that another process has already read."""
        self.initialise = partial(super().__init__, *args, **named)
        """Runs uvicorn's constructor, which creates the parser. Deferred, so that a refused connection is cheap."""

    @property
    def is_idle(self) -> bool:
        """Whether no request is being processed."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # TCP only
        self.admitted = self.limiter.admit(transport)
        if self.admitted:
            self.initialise()
            super().connection_made(transport)
            self.start_head_timer()
            if self.initial_data:
                self.data_received(self.initial_data)  # before anything else is read

    def connection_lost(self, exc: Exception | None) -> None:
        if self.admitted:
            self.cancel_timer(self.head_timer)
            self.cancel_timer(self.write_timer)
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
            table = "" if self.served_here else connection_router.requested_table(data)
            self.served_here = False
            if table:
                self._unset_keepalive_if_required()
                self.transport.pause_reading()
                self.routing = self.loop.create_task(self.route(connection_router, table, data))
                return
        self.process(data)

    def process(self, data: bytes) -> None:
        """Process received bytes here."""
        super().data_received(data)
        if not self.is_idle:
            self.head_received()

    async def route(self, connection_router: ConnectionRouter, table: str, data: bytes) -> None:
        """Route the connection to the owner of the table; reading is paused until then."""
        outcome = await connection_router.route_connection(self.transport, table, data)
        self.routing = None
        if isinstance(outcome, ForwardedConnection):
            self.forwarded = outcome
            self.head_received()
        if outcome is True or self.transport.is_closing():
            return
        self.transport.resume_reading()
        if outcome is False:
            self.process(data)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self.head_received()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer a malformed request and close. The application may be working on it, but can no longer answer.

        uvicorn would raise errors where the application answers later, or has done so, or where the method is HEAD.
        """
        self.limiter.metrics.count("malformed")
        if not self.is_idle:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(BAD_REQUEST)
        self.transport.close()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.is_idle:
            self.limiter.mark_idle(self.transport)
        else:
            self.head_received()  # the next request was pipelined

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
            self.cancel_timer(self.write_timer)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.start_write_timer()  # closing waits until all data is sent

    # --- timeouts -------------------------------------------------------------------------------------------------

    def start_head_timer(self) -> None:
        self.head_timer = self.loop.call_later(HEAD_SECONDS, self.abort_expired)

    def head_received(self) -> None:
        """Stop the timer once the head of a request is complete."""
        self.cancel_timer(self.head_timer)
        self.head_timer = None
        self.limiter.mark_busy(self.transport)

    def start_write_timer(self) -> None:
        """Abort the connection unless the client takes some of the data in time."""
        self.cancel_timer(self.write_timer)
        left = self.transport.get_write_buffer_size()
        self.write_timer = self.loop.call_later(WRITE_TIMEOUT, self.check_write_progress, left)

    def check_write_progress(self, before: int) -> None:
        if self.transport.get_write_buffer_size() < before:
            self.start_write_timer()
        else:
            self.abort_expired()

    def abort_expired(self) -> None:
        self.limiter.metrics.count("expired_connections")
        self.transport.abort()

    def cancel_timer(self, timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()


class WebSocketConnection(WebSocketsSansIOProtocol):
    """Sends and receives single text frames without the parser, and aborts clients that take nothing."""

    def __init__(self, limiter: ConnectionLimiter, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.limiter = limiter
        self.control_frames = Bucket(FRAMES)
        self.write_timer: asyncio.TimerHandle | None = None
        self.frame_tracker = FrameTracker()
        self.within_text = False
        """Whether a fragmented message is being received."""
        self.received_since_ping = False
        """Whether a message has arrived since the last keepalive check."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # TCP only
        super().connection_made(transport)
        self.client = self.limiter.clients.get(transport, self.client)

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), IMMEDIATE_SEND: {"send": self.send_immediately}}
        await super().run_asgi()
        # Closing waits until all data is sent; a client that takes nothing is not waited for.
        self.write_timer = self.loop.call_later(WRITE_TIMEOUT, self.transport.abort)

    def send_immediately(self, text: bytes) -> bool:
        """Send a text without scheduling a task; False if it has to be sent the normal way, which may wait."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(text_frame(text))
        return True

    def data_received(self, data: bytes) -> None:
        """Take a shortcut for a single text frame; everything else goes through the parser."""
        if self.handshake_complete:
            if self.frame_tracker.at_start and self.deliver_text(data):
                return
            self.frame_tracker.feed(data)
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.refuse_handshake()

    def refuse_handshake(self) -> None:
        """Answer a malformed request to open a socket. uvicorn would leave the connection open, without an answer."""
        self.limiter.metrics.count("malformed")
        log_client_warning("malformed socket request")
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
        self.limiter.metrics.count("malformed")
        log_client_warning("malformed frame on a socket", code=close.code if close is not None else None)
        super().handle_parser_exception()

    def deliver_text(self, data: bytes) -> bool:
        """Pass a single text frame to the application; False if the data is anything else."""
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
        if not self.read_paused and self.queue.qsize() > 1:  # one queued message is normal
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
        """Count a frame that is not a message; a flood of them closes the connection."""
        allowed = self.control_frames.take()
        if not allowed and not self.transport.is_closing():
            self.limiter.refuse(self.transport)
        return allowed

    def send_keepalive_ping(self) -> None:
        """Send a ping unless a message shows that the client is alive: ping and pong cost half as much as an action."""
        if self.received_since_ping:
            self.received_since_ping = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.limiter.metrics.count("expired_connections")
        self.transport.abort()  # closing would wait until all data is sent
