"""The fair queue of bot requests: shares by address, person and table; slow bots never block quick ones."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

import tobean
from tobean.bots.coach.review_data import ReviewMoment, ReviewText
from tobean.server.workers import worker_pool
from tobean.server.workers import worker_queue as lane_module
from tobean.server.workers.fair_queue import ConcurrencyLimits, FairQueue, Requester
from tobean.server.workers.worker import BotFailed
from tobean.server.workers.worker_pool import QueuedWorkerPool
from tobean.server.workers.worker_queue import WorkerQueue
from tobean.session.bots.bot_requests import CHOOSE, build_request

GOOD = msgspec.to_builtins(ReviewMoment(0, 1, 3, 2, 0.5, "+0.5", "good", "good", ""))


def requester_at(address_block: str, table: str, person: str = "somebody") -> Requester:
    return Requester(address_block, person, table)


def served(fair_queue: FairQueue[str]) -> list[str]:
    found = []
    while (turn := fair_queue.next()) is not None:
        found.append(turn[1])
        fair_queue.over(turn[0], 0.0)
    return found


def test_address_blocks_take_turns_regardless_of_their_number_of_tables() -> None:
    fair_queue: FairQueue[str] = FairQueue()
    for table in range(15):
        fair_queue.add(requester_at("many", f"table {table}"), f"many {table}", 1.0)
    for job in range(3):
        fair_queue.add(requester_at("few", "table"), f"few {job}", 1.0)
    order = served(fair_queue)
    assert len(order) == 18
    assert [order.index(f"few {job}") for job in range(3)] == [0, 2, 4]


def test_a_new_requester_is_served_after_the_running_request() -> None:
    fair_queue: FairQueue[str] = FairQueue()
    for table in range(15):
        fair_queue.add(requester_at("many", f"table {table}"), f"many {table}", 1.0)
    assert [fair_queue.next() for _ in range(5)]
    fair_queue.add(requester_at("late", "table"), "late", 1.0)
    assert len(fair_queue) == 11
    assert served(fair_queue)[0] == "late"


def test_tables_of_an_address_block_take_turns() -> None:
    fair_queue: FairQueue[str] = FairQueue()
    for table in ("a", "b"):
        for job in range(3):
            fair_queue.add(requester_at("house", table), f"{table}{job}", 1.0)
    assert served(fair_queue) == ["a0", "b0", "a1", "b1", "a2", "b2"]


def test_people_behind_one_address_take_turns() -> None:
    fair_queue: FairQueue[str] = FairQueue()
    for table in range(20):
        fair_queue.add(requester_at("club", f"table {table}", "eve"), f"eve {table}", 1.0)
    for job in range(2):
        fair_queue.add(requester_at("club", "her table", "nina"), f"nina {job}", 1.0)
    order = served(fair_queue)
    assert [order.index(f"nina {job}") for job in range(2)] == [1, 3]


def test_concurrent_requests_are_limited_per_person_and_table() -> None:
    fair_queue: FairQueue[str] = FairQueue(ConcurrencyLimits(person=2, table=1))
    for table in ("a", "a", "b", "c"):
        fair_queue.add(requester_at("house", table, "eve"), table, 1.0)
    assert [fair_queue.next(), fair_queue.next(), fair_queue.next()] == [
        (requester_at("house", "a", "eve"), "a"),
        (requester_at("house", "b", "eve"), "b"),
        None,
    ]
    fair_queue.add(requester_at("house", "d", "nina"), "d", 1.0)
    assert fair_queue.next() == (requester_at("house", "d", "nina"), "d")
    fair_queue.over(requester_at("house", "b", "eve"), 0.0)
    assert fair_queue.next() == (
        requester_at("house", "c", "eve"),
        "c",
    )  # the other question of table a waits for the first
    fair_queue.over(requester_at("house", "a", "eve"), 0.0)
    assert fair_queue.next() == (requester_at("house", "a", "eve"), "a")
    for table in "acd":
        fair_queue.over(requester_at("house", table, "nina" if table == "d" else "eve"), 0.0)
    assert not fair_queue.running


def test_turns_are_shared_by_time_not_by_requests() -> None:
    fair_queue: FairQueue[str] = FairQueue()
    for job in range(4):
        fair_queue.add(requester_at("slow", "s"), f"slow {job}", 3.0)
    for job in range(9):
        fair_queue.add(requester_at("quick", "q"), f"quick {job}", 1.0)
    order = served(fair_queue)
    assert 5 <= order.index("slow 2") <= 9


def test_unused_turns_are_not_saved_up() -> None:
    fair_queue: FairQueue[str] = FairQueue()
    fair_queue.add(requester_at("idle", "i"), "first", 1.0)
    for job in range(20):
        fair_queue.add(requester_at("busy", "b"), f"busy {job}", 1.0)
    for _ in range(12):
        fair_queue.next()
    for job in range(3):
        fair_queue.add(requester_at("idle", "i"), f"idle {job}", 1.0)
    order = served(fair_queue)
    assert [order.index(f"idle {job}") for job in range(3)] == [0, 2, 4]


def test_unused_estimated_time_is_refunded() -> None:
    fair_queue: FairQueue[str] = FairQueue()
    for address_block in ("a", "b"):
        for job in range(2):
            fair_queue.add(requester_at(address_block, "t"), f"{address_block}{job}", 10.0)
    assert fair_queue.next() == (requester_at("a", "t"), "a0")
    fair_queue.over(requester_at("a", "t"), -9.9)
    assert served(fair_queue) == ["b0", "a1", "b1"]


def test_abandoned_requests_are_dropped_and_idle_requesters_forgotten() -> None:
    fair_queue: FairQueue[str] = FairQueue()
    fair_queue.add(requester_at("a", "t"), "dropped", 1.0)
    fair_queue.add(requester_at("a", "t"), "kept", 1.0)
    fair_queue.drop(requester_at("a", "t"), "dropped")
    fair_queue.drop(requester_at("a", "nowhere"), "dropped")
    assert len(fair_queue) == fair_queue.of("a") == 1
    assert served(fair_queue) == ["kept"]
    for address_block in range(50):
        fair_queue.add(requester_at(f"house {address_block}", "t"), "job", 1.0)
    served(fair_queue)
    fair_queue.add(requester_at("one", "t"), "more", 1.0)
    for _ in range(3):
        fair_queue.add(requester_at("one", "t"), "more", 5.0)
        fair_queue.next()
    assert len(fair_queue.all.parts) < 50


# --- queues in front of the processes ------------------------------------------------------------------------------


class ManualWorker:
    """Records requests and answers them on demand."""

    def __init__(self) -> None:
        self.seconds_taken = 0.1
        self.asked: list[Any] = []
        self.may_answer = asyncio.Semaphore(0)

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        self.asked.append(request["bot"])
        async with asyncio.timeout(20):
            await self.may_answer.acquire()
        return {"do": request["bot"]}

    async def end(self) -> None:
        pass


async def test_fifteen_slow_tables_of_one_address_delay_others_by_one_request() -> None:
    slate = ManualWorker()
    lane = WorkerQueue([slate])
    many = [asyncio.create_task(lane.ask(requester_at("eve", f"t{n}"), {"bot": f"eve {n}"}, 1.0)) for n in range(15)]
    await asyncio.sleep(0)
    nina = asyncio.create_task(lane.ask(requester_at("nina", "n"), {"bot": "nina"}, 1.0))
    await asyncio.sleep(0)
    assert len(lane.fair_queue) == 15
    for _ in range(2):
        slate.may_answer.release()
    assert await nina == {"do": "nina"}
    assert slate.asked[:2] == ["eve 0", "nina"]
    for _ in range(15):
        slate.may_answer.release()
    await asyncio.gather(*many)
    assert not lane.fair_queue
    assert lane.idle == [slate]


async def test_a_cancelled_request_frees_its_turn() -> None:
    slate = ManualWorker()
    lane = WorkerQueue([slate])
    first, second, third = [
        asyncio.create_task(lane.ask(requester_at("eve", f"t{n}"), {"bot": f"{n}"}, 1.0)) for n in range(3)
    ]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    second.cancel()
    first.cancel()
    for _ in range(2):  # a request under way is finished after its client has left
        slate.may_answer.release()
    assert await third == {"do": "2"}
    assert slate.asked == ["0", "2"]
    assert lane.idle == [slate]


async def test_a_slow_bot_that_waits_too_long_is_replaced_by_a_quick_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "MAX_WAIT", 0.01)
    pool = QueuedWorkerPool(2)
    slow, quick = ManualWorker(), ManualWorker()
    pool.slow, pool.quick = WorkerQueue([slow]), WorkerQueue([quick])
    quick.may_answer.release()
    stuck = asyncio.create_task(pool.ask(requester_at("eve", "t0"), {"bot": "sage@5"}, 5.0))
    await asyncio.sleep(0)
    assert await pool.ask(requester_at("eve", "t1"), {"bot": "sage@5"}, 5.0) == {"do": "merchant"}
    assert slow.asked == ["sage@5"]
    slow.may_answer.release()
    assert await stuck == {"do": "sage@5"}


async def test_waiting_reviews_are_limited_per_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "MAX_WAITING", 1)
    pool = QueuedWorkerPool(2)

    class Coach(ManualWorker):
        async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
            await super().ask({"bot": request["record"]}, seconds)
            return {"review": {"moments": [GOOD]}}

    coach = Coach()
    pool.coach = WorkerQueue([coach])
    reviews = [asyncio.create_task(pool.review(requester_at("eve", f"g{n}"), f"{n}", "en")) for n in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(BotFailed) as refused:
        await pool.review(requester_at("eve", "g2"), "2", "en")
    assert refused.value.fault == "busy"
    other = asyncio.create_task(pool.review(requester_at("nina", "g3"), "3", "en"))
    await asyncio.sleep(0)
    for _ in range(3):
        coach.may_answer.release()
    await asyncio.gather(*reviews)
    assert await other == ReviewText([msgspec.convert(GOOD, ReviewMoment)])
    assert coach.asked == ["0", "3", "1"]


class Artist(ManualWorker):
    """Answers what a worker for replays and pictures is asked."""

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        await super().ask({"bot": request.get("picture", "replay")}, seconds)
        return {"png": "YmVhbg=="}


async def test_pictures_have_a_worker_of_their_own_so_that_replays_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "MAX_WAITING", 1)
    pool = QueuedWorkerPool(2)
    drawing, showing = Artist(), Artist()
    pool.pictures, pool.replays = WorkerQueue([drawing]), WorkerQueue([showing])
    pictures = [asyncio.create_task(pool.draw(requester_at("eve", f"g{n}"), f"{n}")) for n in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(BotFailed) as refused:
        await pool.draw(requester_at("eve", "g2"), "2")
    assert refused.value.fault == "busy"
    showing.may_answer.release()
    assert await pool.show(requester_at("eve", "g0"), {"film": "g0", "part": "svg"})
    assert not any(picture.done() for picture in pictures)
    for _ in pictures:
        drawing.may_answer.release()
    assert await asyncio.gather(*pictures) == [b"bean", b"bean"]
    assert (drawing.asked, showing.asked) == (["0", "1"], ["replay"])


@pytest.mark.long
async def test_real_bots_share_worker_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "MAX_WAIT", 600.0)
    monkeypatch.setattr(lane_module, "MARGIN", 600.0)  # on a busy machine
    table = tobean.new_game("bohnanza", 4, seed=5)
    while len(table.legal_actions(table.awaited)) < 2:
        table.apply(table.legal_actions(table.awaited)[0])
    pool = QueuedWorkerPool(2)
    done: list[str] = []

    async def ask(address_block: str, name: str, bot: str, seconds: float | None) -> None:
        asked = build_request(table, table.awaited, bot, CHOOSE, 1)
        answer = await pool.ask(requester_at(address_block, name), {**asked, "table": name}, seconds)
        assert answer["do"]
        done.append(address_block)

    try:
        slow = [asyncio.create_task(ask("eve", f"t{n}", "sage@0.2", 0.2)) for n in range(5)]
        await asyncio.sleep(0)
        await asyncio.gather(ask("nina", "n", "sage@0.2", 0.2), ask("timon", "q", "merchant", None), *slow)
        done.remove("timon")  # it waits for no other request, only for its process to start
        assert done == ["eve", "nina", "eve", "eve", "eve", "eve"]
        assert not any(pool.waiting().values())
    finally:
        await pool.stop()
