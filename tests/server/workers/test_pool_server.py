"""Bot workers: the cost of one that dies or hangs, the pool shared by all server processes, and late answers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from tests.support.engine.policy_nets import linear_net
from tests.support.server.app import bot_request_for
from tests.support.server.processes import child_processes
from tobean.kernel.errors import BadInput
from tobean.research import Setting
from tobean.research.pools.code_digest import code_version
from tobean.server.metrics import Metrics
from tobean.server.tables.driver import Driver
from tobean.server.workers import ray_pool
from tobean.server.workers import worker_queue as lane_module
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.pool_client import PoolClient, PoolSupervisor
from tobean.server.workers.pool_protocol import PoolConfig
from tobean.server.workers.ray_pool import RayWorker
from tobean.server.workers.worker import CRASH, DIED, OVERRUN, BotFailed, ProcessWorker
from tobean.server.workers.worker_pool import QueuedWorkerPool
from tobean.server.workers.worker_queue import WorkerQueue
from tobean.session.bots.bot_requests import CHOOSE
from tobean.session.bots.bot_scheduler import BotRequest

NINA, TIMON = Requester("home", "nina", "t"), Requester("home", "timon", "u")


class Scripted:
    """Follows the script, request by request, then answers."""

    def __init__(self, *faults: str) -> None:
        self.faults = list(faults)
        self.seconds_taken = 0.1
        self.asked: list[str] = []

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        self.asked.append(request["bot"])
        if self.faults:
            raise BotFailed(self.faults.pop(0), "as the script says")
        return {"do": request["bot"]}

    async def end(self) -> None:
        pass


def pool_of(quick: Scripted, slow: Scripted, spare: Scripted | None = None) -> QueuedWorkerPool:
    found = QueuedWorkerPool(2)
    found.quick, found.slow = WorkerQueue([quick]), WorkerQueue([slow])
    found.spare = found.quick if spare is None else WorkerQueue([spare])
    return found


@pytest.mark.parametrize(
    ("faults", "asked", "answer"),
    [
        ([DIED], ["sage@1", "sage@1"], "sage@1"),
        ([DIED, DIED], ["sage@1", "sage@1"], "merchant"),
        ([OVERRUN], ["sage@1"], "merchant"),
        ([CRASH], ["sage@1"], ""),
    ],
)
def test_a_crashing_request_is_retried_once_and_then_answered_by_a_quick_bot(
    faults: list[str], asked: list[str], answer: str
) -> None:
    slow = Scripted(*faults)

    async def main() -> str:
        with contextlib.suppress(BotFailed):
            return str((await pool_of(Scripted(), slow).ask(NINA, {"bot": "sage@1"}, 1.0))["do"])
        return ""

    assert asyncio.run(main()) == answer
    assert slow.asked == asked


@pytest.mark.parametrize(
    ("faults", "elsewhere", "answered"),
    [([DIED], False, True), ([DIED, DIED], False, False), ([OVERRUN], False, False), ([OVERRUN], True, True)],
)
def test_a_quick_bot_is_asked_again_locally_if_the_cluster_fails(
    faults: list[str], elsewhere: bool, answered: bool
) -> None:
    spare = Scripted() if elsewhere else None
    worker_pool = pool_of(Scripted(*faults), Scripted(), spare)

    async def main() -> bool:
        try:
            return bool((await worker_pool.ask(NINA, {"bot": "sprout"}, None))["do"] == "sprout")
        except BotFailed:
            return False

    assert asyncio.run(main()) is answered
    assert spare is None or spare.asked == ["sprout"]


@pytest.fixture
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevents timeouts on a busy machine."""
    monkeypatch.setattr(lane_module, "MARGIN", 600.0)


@pytest.mark.usefixtures("_patience")
async def test_a_killed_process_loses_only_its_request() -> None:
    metrics = Metrics()
    worker_pool = QueuedWorkerPool(1, metrics)
    (worker,) = worker_pool.slow.workers
    assert isinstance(worker, ProcessWorker)
    try:
        asked = asyncio.create_task(worker_pool.ask(NINA, bot_request_for("sage@0.01"), 0.01))
        while worker.process is None:
            await asyncio.sleep(0.01)
        process = worker.process
        os.kill(process.pid, signal.SIGKILL)
        assert (await asked)["do"]
        assert worker.process is not None
        assert worker.process.pid != process.pid
        assert not worker_pool.slow.fair_queue.running
        count = "tobean_think_seconds_count"
        assert metrics.registry.get_sample_value(count, {"lane": "slow", "bot": "sage"}) == 2
        assert metrics.registry.get_sample_value("tobean_questions", {"lane": "slow"}) == 0
    finally:
        await worker_pool.stop()


# --- pool server -----------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def pool_servers(folder: Path, *bots: str) -> AsyncIterator[tuple[PoolSupervisor, PoolClient, PoolClient]]:
    """A pool server with these bots of the operator, and two server processes as its clients."""
    supervisor = PoolSupervisor(PoolConfig(str(folder / "office"), 2, "local", "error", bots))
    callers = PoolClient(supervisor.config.socket_path), PoolClient(supervisor.config.socket_path)
    await supervisor.start()
    try:
        yield (supervisor, *callers)
    finally:
        for caller in callers:
            await caller.stop()
        await supervisor.stop()


@pytest.mark.long
async def test_processes_of_a_server_share_a_pool_server_that_may_die(tmp_path: Path) -> None:
    async with pool_servers(tmp_path) as (supervisor, one, other):
        request = bot_request_for("sprout")
        found = await asyncio.gather(one.ask(NINA, request, None), other.ask(TIMON, request, None))
        assert found[0] == found[1]
        assert found[0]["do"]
        with pytest.raises(BotFailed) as failed:
            await one.ask(NINA, {**request, "bot": "nobody"}, None)
        assert failed.value.fault == CRASH
        metrics_text = await other.metrics_text()
        assert metrics_text is not None
        assert b'tobean_think_seconds_count{bot="sprout",lane="quick"} 2.0' in metrics_text[1]

        assert supervisor.process is not None
        before = supervisor.process
        supervisor.config.bot_pool = "roy"  # this pool does not exist: the next pool server starts without it
        asked = asyncio.create_task(one.ask(NINA, bot_request_for("sage@0.01"), 0.01))
        while not one.waiting:
            await asyncio.sleep(0.01)
        before.kill()
        assert (await asked)["do"]
        assert await other.ask(TIMON, request, None) == found[1]
        assert supervisor.process.pid != before.pid


@pytest.mark.long
async def test_processes_of_a_server_play_a_policy_of_the_operator(tmp_path: Path) -> None:
    net = linear_net(tmp_path / "net.onnx", Setting("bohnanza", 4))
    request = bot_request_for("rookie")
    async with pool_servers(tmp_path, f"rookie={net}") as (_, one, other):
        found = await asyncio.gather(one.ask(NINA, request, None), other.ask(TIMON, request, None))
    assert found[0] == found[1]
    assert found[0]["do"]


def test_a_pool_server_ends_with_its_server(tmp_path: Path) -> None:
    async def main() -> list[int]:
        async with pool_servers(tmp_path) as (supervisor, one, _):
            await one.ask(NINA, bot_request_for("sprout"), None)
            assert supervisor.process is not None
            return [supervisor.process.pid, *child_processes(supervisor.process.pid)]

    processes = asyncio.run(main())
    assert len(processes) > 1
    for process in processes:
        while Path(f"/proc/{process}").exists():
            time.sleep(0.05)


def test_a_pool_server_without_its_cluster_reports_it_in_a_sentence(tmp_path: Path) -> None:
    config = PoolConfig(str(tmp_path / "office"), 2, "roy", "error")
    with pytest.raises(BadInput, match="the worker pool is unavailable: .*local, ray or ray://host:port"):
        asyncio.run(PoolSupervisor(config).start())


# --- late answers ----------------------------------------------------------------------------------------------------


class Table:
    """A minimal table and registry for a driver: a bot is asked, and thinks until it is cancelled."""

    def __init__(self) -> None:
        self.id, self.closed, self.requester, self.needs_no_scheduling = "t", False, NINA, False
        self.session: Any = object()
        self.changed_event = asyncio.Event()
        self.ask_next: BotRequest | None = BotRequest(0, "sage@1", CHOOSE, 0.0, 7)
        self.bot_scheduler = self.registry = self.worker_pool = self.reply_scheduler = self
        self.begun = 0
        self.may_answer = asyncio.Event()

    def next(self, now: float, present: set[int]) -> BotRequest | None:
        return self.ask_next

    def present_seats(self) -> set[int]:
        return set()

    def due(self, now: float) -> list[Any]:
        return []

    def build_request(self, ask: BotRequest, seed: str) -> dict[str, object]:
        return {}

    async def ask(self, requester: Requester, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        self.begun += 1
        await self.may_answer.wait()
        return {"do": "something"}


async def test_only_requests_for_old_positions_are_dropped() -> None:
    table: Any = Table()
    driver = Driver(table)

    async def thought(ask: BotRequest) -> asyncio.Task[dict[str, Any] | None]:
        table.ask_next = ask
        found = asyncio.create_task(driver.think(table, ask))
        while "t" not in driver.pending_requests:
            await asyncio.sleep(0)
        driver.tasks["t"] = found  # type: ignore[assignment]
        return found

    thinking = await thought(BotRequest(0, "sage@1", CHOOSE, 0.0, 7))
    table.ask_next = BotRequest(0, "sage@1", CHOOSE, 3.0, 7)  # a viewer has joined or left
    driver.schedule(table)
    assert not table.changed_event.is_set()
    table.may_answer.set()
    assert await thinking == {"do": "something"}

    table.may_answer.clear()
    thinking = await thought(BotRequest(0, "sage@1", CHOOSE, 0.0, 7))
    table.ask_next = BotRequest(0, "sage@1", CHOOSE, 0.0, 8)
    driver.schedule(table)
    assert table.changed_event.is_set()
    assert await thinking is None
    assert not driver.pending_requests


# --- a stubbed cluster; tests/cluster has a real one -----------------------------------------------------------------


class Actor:
    """Stub of a Ray actor."""

    def __init__(self, edition: str, answers: list[Any]) -> None:
        self.edition, self.answers = edition, answers
        self.node_info, self.think = self, self

    def remote(self, *line: bytes) -> Actor:
        self.asked = bool(line)
        return self

    def future(self) -> Future[Any]:
        found: Future[Any] = Future()
        answer = self.answers.pop(0) if self.asked else ("a node", self.edition)
        if isinstance(answer, Exception):
            found.set_exception(answer)
        elif answer is not None:
            found.set_result(answer)
        return found


@pytest.mark.parametrize(
    ("theirs", "answer", "fault"),
    [
        ("", b'{"do":"pass"}', ""),
        ("another tobean", b"", DIED),
        ("", ConnectionError("the actor died"), DIED),
        ("", None, OVERRUN),
        ("", b'{"fault":"ValueError"}', CRASH),
    ],
)
def test_an_actor_answers_or_loses_only_its_request(
    monkeypatch: pytest.MonkeyPatch, theirs: str, answer: Any, fault: str
) -> None:
    ended: list[Actor] = []
    made = [Actor(theirs or code_version(), [answer]), Actor(code_version(), [b'{"do":"again"}'])]
    monkeypatch.setattr(RayWorker, "new_actor", lambda self: made.pop(0))
    monkeypatch.setattr(ray_pool, "kill_actor", ended.append)

    async def main() -> tuple[str, str]:
        worker = RayWorker("", 0, 0)
        try:
            return str((await worker.ask({}, 0.05))["do"]), ""
        except BotFailed as error:
            if error.fault == CRASH:
                return "", CRASH  # the bot failed, not its actor
            return str((await worker.ask({}, 5.0))["do"]), error.fault

    assert asyncio.run(main()) == ("pass" if not fault else "" if fault == CRASH else "again", fault)
    assert len(ended) == (fault in (DIED, OVERRUN))
