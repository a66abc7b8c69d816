"""Several servers at one table, in any order that Hypothesis generates: no stale entry is ever written.

The live tables, the driver's handling of an answer and the database are real. Each write of a server is held back until
the state machine releases it, so that anything may happen in between.
"""

import asyncio
import contextlib
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.support.server.store_checks import first_entry, migrated_database, result_of_write
from tobean.kernel.errors import TobeanError
from tobean.record.position_entries import entries
from tobean.server.cluster.leases import Leases
from tobean.server.store.store import Store
from tobean.server.store.write_errors import ConditionalEntries, Conflict, WriteFailed, WriteFuture
from tobean.server.tables.driver import Driver
from tobean.server.tables.live_table import LiveTable
from tobean.session.bots.bot_scheduler import BotRequest, BotScheduler
from tobean.session.log.entries import Entry, entry_text
from tobean.session.log.reducer import FINISHED
from tobean.session.seats import bot_seat, person_seat
from tobean.session.session import Session, load_session
from tobean.session.setup import Setup

WRITTEN, LOST, LOST_ON_THE_WAY_BACK = "written", "lost", "lost on the way back"
FATES = (WRITTEN, WRITTEN, WRITTEN, LOST, LOST_ON_THE_WAY_BACK)


class DelayedStore:
    """Store of one server that holds back each write until its outcome is decided."""

    def __init__(self, store: Store, always: str = "") -> None:
        self.store = store
        self.held: list[asyncio.Future[str]] = []
        """Undecided writes: several if a late answer of a bot changes the table of an earlier lease."""
        self.always = always

    def lose(self) -> None:
        """Simulates the death of the server: held-back writes are discarded."""
        self.always = LOST
        for fate in self.held:
            fate.set_result(LOST)
        self.held.clear()

    def append(self, table: str, seq: int, entries: ConditionalEntries) -> WriteFuture:
        return result_of_write(self.write(table, seq, entries))

    async def write(self, table: str, seq: int, entries: ConditionalEntries) -> None:
        fate = self.always
        if not fate:
            held = asyncio.get_running_loop().create_future()
            self.held.append(held)
            fate = await held
        if fate != LOST:
            await self.store.append(table, seq, entries)
        if fate != WRITTEN:
            raise WriteFailed("the line to the database broke")

    async def entries(self, table: str) -> list[str]:
        return await self.store.entries(table)


class NullObject:
    """Replaces metrics and the driver, which do not matter here."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *args, **kwargs: None


class Server:
    """A minimal server with one table."""

    def __init__(self, store: Store, table: str, lines: list[str]) -> None:
        self.store = DelayedStore(store)
        self.leases = Leases(store, alone=False)
        self.metrics = self.driver = NullObject()
        self.live_table = self.loaded(table, lines)
        self.pending_requests: list[PendingRequest] = []

    def loaded(self, table: str, lines: list[str], fence: int | None = 0) -> LiveTable:
        """The table as loaded by this server. A fencing token of 0 owns nothing."""
        return LiveTable(table, self, load_session(lines), "ada", False, 0.0, fence)  # type: ignore[arg-type]

    def mark_changed(self, live_table: LiveTable, *, only_moved: bool = False) -> None:
        pass

    def close(self, live_table: LiveTable) -> None:
        live_table.closed = True


@dataclass
class PendingRequest:
    """An answer of a bot, and the version that its server had at the request."""

    live_table: LiveTable
    session: Session
    bot_scheduler: BotScheduler
    ask: BotRequest
    do: str


@dataclass
class Attempt:
    """A pending change of the table."""

    server: Server
    task: asyncio.Task[Any]
    entries: list[str] = field(default_factory=list)


def comparable_state(session: Session) -> tuple[object, ...]:
    """State that two sessions of the same log must share."""
    return entries(session.table), session.version, session.seats, session.chat


class Races(RuleBasedStateMachine):
    """Two or three servers, a table with a person and two bots."""

    loop: asyncio.AbstractEventLoop
    stores: list[Store]
    tables = 0

    @initialize(count=st.integers(2, 3), start=st.integers(0, 2))
    def open(self, count: int, start: int) -> None:
        seats = (person_seat("Ada", "ada"), bot_seat("Ben", "sprout"), bot_seat("Cleo", "sprout"))
        session, begun = Session.open(Setup("bohnanza", seats, tempo=0, start=start), 0.0)
        begun += session.start(0.0, "5")
        Races.tables += 1
        self.table = f"table{Races.tables}"
        self.log = [entry_text(entry).decode() for entry in begun]
        self.wait(self.stores[0].append(self.table, 0, first_entry(*self.log)))
        self.servers = [Server(store, self.table, self.log) for store in self.stores[:count]]
        self.attempts: list[Attempt] = []
        self.clock = 1.0

    # --- helpers ---------------------------------------------------------------------------------------------------

    def wait(self, what: Any) -> Any:
        return self.loop.run_until_complete(what)

    def settle(self) -> None:
        """Runs all tasks until they wait for an outcome or are done."""

        async def run() -> None:
            while any(not each.task.done() and not each.server.store.held for each in self.attempts):
                await asyncio.sleep(0.0005)

        self.wait(run())

    def attempt(self, server: Server, act: Callable[[Session, float], list[Entry]]) -> None:
        live_table, wanted = server.live_table, Attempt(server, None)  # type: ignore[arg-type]

        def noted(session: Session, now: float) -> list[Entry]:
            self.clock += 1
            made = act(session, self.clock)
            wanted.entries = [entry_text(entry).decode() for entry in made]
            return made

        async def change() -> None:
            await live_table.change(noted)

        wanted.task = self.loop.create_task(change())
        self.attempts.append(wanted)
        self.settle()

    def server(self, number: int) -> Server:
        return self.servers[number % len(self.servers)]

    # --- rules ---------------------------------------------------------------------------------------------------

    @rule(number=st.integers(0, 2), pick=st.integers(0, 30))
    def a_player_acts(self, number: int, pick: int) -> None:
        server = self.server(number)

        def act(session: Session, now: float) -> list[Entry]:
            if session.state == FINISHED:
                return []
            actions = session.table.legal_actions(session.table.awaited)
            return session.take(actions[pick % len(actions)], session.version, now, f"{now}")

        self.attempt(server, act)

    @rule(number=st.integers(0, 2))
    def a_player_undoes(self, number: int) -> None:
        self.attempt(self.server(number), lambda session, now: session.undo(0, session.version, now))

    @rule(number=st.integers(0, 2))
    def a_player_chats(self, number: int) -> None:
        self.attempt(self.server(number), lambda session, now: session.say(0, "Ada", "hello", now))

    @rule(number=st.integers(0, 2), pick=st.integers(0, 30))
    def a_bot_thinks(self, number: int, pick: int) -> None:
        server = self.server(number)
        live_table = server.live_table
        ask = live_table.bot_scheduler.next(self.clock, {0})
        if ask is not None:
            actions = live_table.session.table.legal_actions(ask.seat)
            do = repr(actions[pick % len(actions)]) if actions else ""
            server.pending_requests.append(
                PendingRequest(live_table, live_table.session, live_table.bot_scheduler, ask, do)
            )

    @rule(number=st.integers(0, 2), pick=st.integers(0, 5))
    def a_bot_answers(self, number: int, pick: int) -> None:
        """Handled as by the driver, also if the table has changed since the request."""
        server = self.server(number)
        if server.pending_requests:
            thought = server.pending_requests.pop(pick % len(server.pending_requests))
            driver = Driver(server)  # type: ignore[arg-type]
            answer = {"do": thought.do, "remark": None}
            task = self.loop.create_task(driver.reply(thought.live_table, thought.session, thought.ask, answer))
            self.attempts.append(Attempt(server, task))
            self.settle()

    @rule(number=st.integers(0, 2), pick=st.integers(0, 5))
    def a_careless_driver_answers(self, number: int, pick: int) -> None:
        """With the scheduler state of the request: the live table itself must refuse it."""
        server = self.server(number)
        if server.pending_requests:
            thought = server.pending_requests.pop(pick % len(server.pending_requests))
            self.attempt(
                server, lambda session, now: thought.bot_scheduler.play(thought.ask, thought.do, now, f"{now}")
            )

    @precondition(lambda self: any(server.store.held for server in self.servers))
    @rule(pick=st.integers(0, 2), fate=st.sampled_from(FATES))
    def something_is_written(self, pick: int, fate: str) -> None:
        waiting = [(server.store, held) for server in self.servers for held in server.store.held]
        store, held = waiting[pick % len(waiting)]
        store.held.remove(held)
        held.set_result(fate)
        self.settle()

    @rule(number=st.integers(0, 2))
    def a_server_takes_the_table(self, number: int) -> None:
        """The former owner is not notified yet."""
        server = self.server(number)
        if not server.live_table.lock.locked():
            fence = self.wait(server.leases.claim(self.table))
            server.live_table = server.loaded(self.table, self.wait(server.store.entries(self.table)), fence)

    @rule(number=st.integers(0, 2))
    def a_server_is_killed_and_started_again(self, number: int) -> None:
        server = self.server(number)

        async def kill() -> None:
            own = [each for each in self.attempts if each.server is server]
            # Pending changes are lost; only the database knows whether they were written.
            server.store.lose()
            for each in own:
                each.task.cancel()
                with contextlib.suppress(asyncio.CancelledError, TobeanError):
                    await each.task
                self.attempts.remove(each)
            server.pending_requests.clear()
            server.store = DelayedStore(server.store.store)
            fence = await server.leases.claim(self.table)
            server.live_table = server.loaded(self.table, await server.store.entries(self.table), fence)

        self.wait(kill())

    # --- invariants ----------------------------------------------------------------------------------------------

    @invariant()
    def nothing_is_lost_or_stale(self) -> None:
        if hasattr(self, "log"):
            self.the_log_only_grows_and_can_be_replayed()
            self.accepted_entries_are_stored_once()
            self.no_server_shows_unwritten_entries()

    def the_log_only_grows_and_can_be_replayed(self) -> None:
        now = self.wait(self.stores[-1].entries(self.table))
        assert now[: len(self.log)] == self.log
        self.log = now
        load_session(now)

    def accepted_entries_are_stored_once(self) -> None:
        for each in [each for each in self.attempts if each.task.done()]:
            self.attempts.remove(each)
            error = each.task.exception()
            assert error is None or isinstance(error, TobeanError), error
            if error is None:
                assert all(self.log.count(entry) == 1 for entry in each.entries)
            elif isinstance(error, Conflict):
                assert all(entry not in self.log for entry in each.entries)

    def no_server_shows_unwritten_entries(self) -> None:
        for live_table in [server.live_table for server in self.servers]:
            if not live_table.lock.locked() and not live_table.closed:
                assert live_table.session.last_line == self.log[live_table.session.seq - 1]
                assert comparable_state(live_table.session) == comparable_state(
                    load_session(self.log[: live_table.session.seq])
                )

    def teardown(self) -> None:
        for server in getattr(self, "servers", []):
            server.store.lose()
            server.store = DelayedStore(server.store.store, LOST)
        for each in getattr(self, "attempts", []):
            each.task.cancel()
            with contextlib.suppress(asyncio.CancelledError, TobeanError):
                self.wait(each.task)


@pytest.fixture(scope="module", autouse=True)
def database() -> Iterator[None]:
    """One SQLite database for all tables, and three stores on it."""
    with tempfile.TemporaryDirectory() as folder:
        Races.loop = asyncio.new_event_loop()
        Races.stores = [Store(migrated_database(Path(folder))) for _ in range(3)]

        async def start() -> None:
            for store in Races.stores:
                store.start()

        Races.loop.run_until_complete(start())
        yield
        for store in Races.stores:
            Races.loop.run_until_complete(store.close())
        Races.loop.close()


TestRaces = pytest.mark.long(Races.TestCase)
TestRaces.settings = settings(max_examples=25, stateful_step_count=40, suppress_health_check=list(HealthCheck))
