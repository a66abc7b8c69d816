"""Bot workers on a real Ray: the pool server uses actors, some of which are killed, and a server plays with them."""

import asyncio
import os
import signal
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.engine.policy_nets import linear_net
from tests.support.server.app import bot_request_for, next_message, server_process
from tests.support.server.processes import processes_named
from tobean.kernel.errors import BadInput
from tobean.research import Setting
from tobean.server.client.table_client import TableClient, post
from tobean.server.runner import free_port
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.pool_client import PoolClient, PoolSupervisor
from tobean.server.workers.pool_protocol import PoolConfig

NINA = Requester("home", "nina", "t")


def worker_processes() -> list[int]:
    return processes_named("ray::WorkerActor")


def all_workers_ended() -> bool:
    """Waits until no worker is left: Ray ends its processes shortly after its driver."""
    end = time.monotonic() + 30
    while worker_processes() and time.monotonic() < end:
        time.sleep(0.1)
    return not worker_processes()


def test_a_killed_actor_loses_only_its_request(tmp_path: Path) -> None:
    async def main() -> None:
        supervisor = PoolSupervisor(PoolConfig(str(tmp_path / "pool"), 2, "ray", "error"))
        caller = PoolClient(supervisor.config.socket_path)
        await supervisor.start()
        try:
            assert (await caller.ask(NINA, bot_request_for("sprout"), None))["do"]
            (quick,) = worker_processes()
            slow = asyncio.create_task(caller.ask(NINA, bot_request_for("sage@3"), 3.0))
            while not (found := [each for each in worker_processes() if each != quick]):
                await asyncio.sleep(0.1)
            for each in (quick, *found):
                os.kill(each, signal.SIGKILL)
            assert (await slow)["do"]
            assert (await caller.ask(NINA, bot_request_for("sprout"), None))["do"]
            metrics_text = await caller.metrics_text()
            assert metrics_text is not None
            assert b'bot="sage",lane="slow"' in metrics_text[1]
        finally:
            await caller.stop()
            await supervisor.stop()

    asyncio.run(main())
    assert all_workers_ended()


def test_actors_play_a_policy_of_the_operator(tmp_path: Path) -> None:
    net = linear_net(tmp_path / "net.onnx", Setting("bohnanza", 4))
    program = tmp_path / "mine.py"
    program.write_text(f"from tobean.research import policy_bot\nbot = policy_bot({str(net)!r})\n", encoding="utf-8")

    async def main() -> None:
        bots = (f"rookie={net}", f"mine={program}")
        supervisor = PoolSupervisor(PoolConfig(str(tmp_path / "pool"), 2, "ray", "error", bots))
        caller = PoolClient(supervisor.config.socket_path)
        await supervisor.start()
        try:
            found = [await caller.ask(NINA, bot_request_for(bot), None) for bot in ("rookie", "mine")]
            assert found[0]["do"]
            assert found[0]["do"] == found[1]["do"]
        finally:
            await caller.stop()
            await supervisor.stop()

    asyncio.run(main())
    assert all_workers_ended()


def test_a_missing_cluster_is_reported_in_a_sentence(tmp_path: Path) -> None:
    config = PoolConfig(str(tmp_path / "pool"), 2, f"ray://127.0.0.1:{free_port()}", "error")
    with pytest.raises(BadInput, match="the worker pool is unavailable: the cluster ray://.* cannot be reached"):
        asyncio.run(PoolSupervisor(config).start())


def test_a_server_runs_its_bots_on_a_cluster(tmp_path: Path) -> None:
    port = free_port()
    with server_process(tmp_path, port, "--bot-pool", "ray") as process:
        url = f"http://localhost:{port}"
        while process.poll() is None:  # Ray has to start first
            with suppress(OSError):
                urllib.request.urlopen(f"{url}/health", timeout=10).close()
                break
            time.sleep(0.5)
        seats = {"seat1": "sprout", "seat2": "sprout", "seat3": "none", "seat4": "none"}
        path, cookie = post(
            url, "/open", {"game": "bohnanza", "name": "Nina", "details": "yes", "tempo": "100", **seats}
        )
        post(url, f"{path}/start", {}, cookie)

        async def version() -> int:
            async with TableClient(url, path.rpartition("/")[2], "") as spectator, asyncio.timeout(120):
                # Bots continue for the person who leaves as long as another viewer is connected.
                await next_message(spectator, "hello")
                await asyncio.to_thread(post, url, f"{path}/leave", {"seat": "0"}, cookie)
                async for message in spectator.messages():
                    if message["type"] == "update" and message["version"] > 10:
                        return int(message["version"])
            return 0

        assert asyncio.run(version()) > 10
        text = urllib.request.urlopen(f"{url}/metrics", timeout=30).read().decode()
        assert 'tobean_think_seconds_count{bot="sprout",lane="quick"' in text
        assert 'bot="sprout",lane="spare"' not in text
        process.terminate()
        assert process.wait(60) == 0
    assert all_workers_ended()
