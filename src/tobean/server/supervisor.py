"""Supervisor of a server with several processes: passes connections to member processes and restarts them.

The members serve the tables; a member that gets a connection for a table of another one passes it on. A process that
ends is restarted, one that hangs is killed. SIGHUP replaces all of them one after the other, each only when its
successor is ready, so that a new version takes over without interruption.
"""

import asyncio
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from tobean.kernel.errors import BadInput
from tobean.server.archive.archive import archive_for
from tobean.server.cluster.peers import send_message
from tobean.server.database.database import database_at
from tobean.server.database.file_lock import ServerLock
from tobean.server.database.upgrade import announce_in_log, upgrade
from tobean.server.logs import log, log_error, start_logging
from tobean.server.process.fd_passing import CONNECTION, PeerMessage, can_pass_descriptors, send_to_peer
from tobean.server.settings import Settings, load_secret, prepare_folder
from tobean.server.workers.pool_client import PoolSupervisor
from tobean.server.workers.pool_protocol import PoolConfig
from tobean.temporary_folders import TemporaryFolder

START_SECONDS: Final = 300.0
CHECK_SECONDS: Final = 1.0
"""Seconds between two checks of the members."""
HANG_SECONDS: Final = 10.0
"""Seconds without an answer after which a member is killed."""
GRACE: Final = 20.0
"""Seconds a process may take to end."""
RETRY_SECONDS: Final = 0.25
"""Seconds before a connection that no member has taken is offered again."""
MAX_WAIT: Final = 30.0
"""Seconds that a connection waits for a member: longer than the restart of a process takes."""


@dataclass
class Member:
    """A process that serves tables."""

    socket_path: str
    process: asyncio.subprocess.Process
    last_answer: float
    """Time of its last answer to a liveness check."""


class Supervisor:
    """First process of a server with several."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        if not can_pass_descriptors():
            raise BadInput("on this system a server has one process only")
        self.settings = settings
        self.listening = listening
        self.members: list[Member] = []
        self.all: list[asyncio.subprocess.Process] = []
        """Includes processes that are still starting."""
        self.next = 0
        self.started = 0
        self.ending = asyncio.Event()
        self.starting = asyncio.Lock()
        """Held while members are restarted or replaced: of two processes started for one index, one would leak."""
        self.temporary = TemporaryFolder()
        self.folder = self.temporary.path
        self.pools = [self.new_pool()]
        """Worker pools: the last one is current; earlier ones remain during a restart while members still use them."""
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self, ready: Callable[[str], None]) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.ending.set)
        loop.add_signal_handler(signal.SIGHUP, lambda: self.start_task(self.rolling_restart()))
        try:
            await self.pools[-1].start()
            self.members = list(await asyncio.gather(*[self.start() for _ in range(self.settings.processes)]))
            self.listening.listen(socket.SOMAXCONN)
            self.listening.setblocking(False)
            accepting = asyncio.create_task(self.accept())
            watching = asyncio.create_task(self.watch())
            await asyncio.to_thread(ready, "/")
            await self.ending.wait()
            accepting.cancel()
            watching.cancel()
            self.listening.close()
        finally:
            await asyncio.gather(*[self.end(process) for process in self.all])
            for pool in self.pools:
                await pool.stop()
            self.temporary.remove()

    def start_task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # --- connections --------------------------------------------------------------------------------------------

    async def accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(self.listening)
            except OSError as error:  # too many open files, for example
                log_error("a connection could not be accepted", error)
                await asyncio.sleep(CHECK_SECONDS)
                continue
            self.start_task(self.dispatch(connection))

    async def dispatch(self, connection: socket.socket) -> None:
        """Pass a connection to the next member that takes it. It waits while all members restart or are busy."""
        self.next += 1
        index, end = self.next, time.monotonic() + MAX_WAIT
        with connection:
            while time.monotonic() < end:
                for _ in self.members:
                    if await self.accepts(self.members[index % len(self.members)], connection):
                        return
                    index += 1
                await asyncio.sleep(RETRY_SECONDS)
        log("a connection was not taken by any process", logging.WARNING)

    async def accepts(self, member: Member, connection: socket.socket) -> bool:
        try:
            return await send_to_peer(member.socket_path, PeerMessage(CONNECTION), connection.fileno()) is not None
        except OSError:
            return False  # the member is restarting

    # --- processes ----------------------------------------------------------------------------------------------

    def new_pool(self) -> PoolSupervisor:
        number, self.started = self.started, self.started + 1
        settings = self.settings
        return PoolSupervisor(
            PoolConfig(
                str(self.folder / f"{number}"), settings.workers, settings.bot_pool, settings.log_level, settings.bots
            )
        )

    async def start(self) -> Member:
        """Start a member process and wait until it is ready."""
        number, self.started = self.started, self.started + 1
        socket_path = str(self.folder / f"{number}")
        settings = replace(self.settings, socket_path=socket_path, pool_socket=self.pools[-1].config.socket_path)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tobean.server.member_process",
            stdin=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert process.stdin is not None
        # Not on the command line, which everyone on the machine can read: the settings may contain a password.
        # The pipe stays open: the member notices by its end that this process is gone.
        process.stdin.write(msgspec.json.encode(settings, enc_hook=str) + b"\n")
        self.all.append(process)
        end = time.monotonic() + START_SECONDS
        while await send_message(socket_path, "there") is None:
            if process.returncode is not None or time.monotonic() > end:
                await self.end(process)
                raise BadInput("a process of the server did not start")
            await asyncio.sleep(0.05)
        log("process started", process=process.pid)
        self.all = [started for started in self.all if started.returncode is None]
        return Member(socket_path, process, time.monotonic())

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            async with self.starting:
                await asyncio.gather(*[self.check_member(index) for index in range(len(self.members))])

    async def check_member(self, index: int) -> None:
        member = self.members[index]
        if member.process.returncode is None:
            if await send_message(member.socket_path, "there") is not None:
                member.last_answer = time.monotonic()
            elif time.monotonic() - member.last_answer > HANG_SECONDS and member.process.returncode is None:
                log("a process hangs and is ended", logging.WARNING, process=member.process.pid)
                member.process.kill()
            return
        if self.ending.is_set():
            return
        log(
            "a process has ended and is started again",
            logging.WARNING,
            process=member.process.pid,
            code=member.process.returncode,
        )
        try:
            self.members[index] = await self.start()
        except (BadInput, OSError) as error:
            log_error("a process could not be started again", error)

    async def rolling_restart(self) -> None:
        """Replace all members one after the other, each when its successor is ready, after starting a new worker pool.

        If a process does not start, the remaining old members keep running with the old pool.
        """
        async with self.starting:
            pool = self.new_pool()
            try:
                await pool.start()
                self.pools.append(pool)
                for index in range(len(self.members)):
                    successor = await self.start()
                    old, self.members[index] = self.members[index], successor
                    await self.end(old.process)
            except (BadInput, OSError) as error:
                log_error("the processes could not be replaced; those that run go on", error)
                return
            for old_pool in self.pools[:-1]:
                await old_pool.stop()
            del self.pools[:-1]

    async def end(self, process: asyncio.subprocess.Process) -> None:
        if process.returncode is None:
            process.terminate()
            try:
                async with asyncio.timeout(GRACE):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()


def serve_in_processes(settings: Settings, listening: socket.socket, ready: Callable[[str], None]) -> None:
    """Serve in several processes until a signal arrives; calls `ready` with the first path to open."""
    start_logging(settings.log_level)
    folder = prepare_folder(settings.folder)
    database = database_at(settings.database, folder, settings.database_timeout)
    server_lock = ServerLock(database) if database.is_sqlite else None
    try:
        upgrade(database, folder, announce_in_log)
        archive_for(settings, database)
        load_secret(settings)
        asyncio.run(run(settings, listening, ready))
    finally:
        if server_lock is not None:
            server_lock.end()


async def run(settings: Settings, listening: socket.socket, ready: Callable[[str], None]) -> None:
    await Supervisor(settings, listening).run(ready)
