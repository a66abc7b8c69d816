"""Paged replays: each page equals its part of the whole, is computed from a nearby table, and the cache is bounded."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tests.support.paths import GOLDEN
from tests.support.server.app import ORIGIN, server_client
from tobean.record.record import parse_record
from tobean.server.tables.replays import LruCache, ReplayStore
from tobean.server.workers import replay_frames
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.replay_frames import MAX_FRAMES, MAX_LOG, ReplayCache
from tobean.session.replay import CHECKPOINT_INTERVAL, Replay
from tobean.session.viewer import Viewer

RECORDS = ["bohnanza-3", "rabohnzel-4", "excalibohn-5", "al-cabohne-2", "bohnedikt-3"]
VIEWERS = [Viewer(None, "en", open=True), Viewer(None, "de"), Viewer(1, "en")]


def record_text(name: str) -> str:
    return (GOLDEN / f"{name}.record").read_text(encoding="utf-8")


def encoded(values: Any) -> list[bytes]:
    return [msgspec.json.encode(value) for value in values]


@pytest.mark.long
@pytest.mark.parametrize("name", RECORDS)
def test_pages_of_frames_and_of_the_log_equal_the_whole(name: str) -> None:
    record = parse_record(record_text(name))
    replay = Replay(record)
    straight = Replay(record)
    straight.checkpoints = []  # from the deal on, without a cached table
    assert len(replay.checkpoints) == len(record.moves) // CHECKPOINT_INTERVAL
    for viewer in VIEWERS:
        frames, log = encoded(straight.frames(viewer)), encoded(straight.log(viewer))
        assert len(frames) == len(log) == replay.plies + 1
        for first in range(0, replay.plies + 1, 37):
            assert encoded(replay.frames(viewer, first, first + 36)) == frames[first : first + 37]
            assert encoded(replay.log(viewer, first, first + 36)) == log[first : first + 37]
        assert encoded(replay.frames(viewer, replay.plies + 1, replay.plies + 9)) == []


def test_a_page_is_computed_from_a_nearby_frame() -> None:
    replay = Replay(parse_record(record_text("bohnanza-3")))
    whole = encoded(replay.frames(Viewer(0), 600, 609))
    far: Any = None
    replay.record.moves[: 600 - CHECKPOINT_INTERVAL] = [far] * (600 - CHECKPOINT_INTERVAL)
    assert encoded(replay.frames(Viewer(0), 600, 609)) == whole
    with pytest.raises(AttributeError):
        list(replay.frames(Viewer(0), 100, 109))


def test_the_record_of_a_game_is_sent_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = record_text("al-cabohne-1")
    kept = ReplayCache()
    question = {"film": "one", "part": "about", "first": 0, "last": 0}
    assert kept.answer(question) == {"unknown": True}
    about = {"game": "al-cabohne", "players": ["Timon"], "plies": 138}
    assert msgspec.json.decode(kept.answer({**question, "text": text})["data"]) == about
    assert msgspec.json.decode(kept.answer(question)["data"]) == about
    monkeypatch.setattr(replay_frames, "MAX_TEXT", 2 * len(text) + 1)
    for name in ("two", "three"):
        kept.answer({**question, "film": name, "text": text})
    assert list(kept.replays) == ["two", "three"]
    assert kept.answer(question) == {"unknown": True}


def test_the_cache_is_bounded_in_bytes() -> None:
    kept: LruCache[bytes] = LruCache(100)
    for number in range(50):
        kept.put(b"x" * 10, 10, "page", number)
    assert kept.size == 100
    assert len(kept.values) == 10
    assert kept.get("page", 0) is None
    assert kept.get("page", 40) == b"x" * 10
    kept.put(b"y" * 20, 20, "page", 49)
    assert kept.get("page", 40) is not None
    assert kept.get("page", 41) is None
    assert kept.size == sum(size for _, size in kept.values.values()) <= 100
    kept.put(b"z" * 200, 200, "too", "large")
    assert kept.size == 0
    assert not kept.values


@pytest.mark.parametrize("part", ["page", "picture"])
async def test_what_was_being_computed_while_the_caches_were_cleared_is_not_kept(part: str) -> None:
    """It may have the name of a person who has been deleted."""

    class Pool:
        async def clear_replays(self) -> None: ...

        async def show(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
            await replays.forget()
            return {"data": "{}"}

        async def draw(self, requester: Requester, svg: str) -> bytes:
            return b"a name"

    async def svg() -> str:
        await replays.forget()
        return "<svg/>"

    registry: Any = SimpleNamespace(worker_pool=Pool())
    replays = ReplayStore(registry)
    if part == "page":
        assert await replays.frames("here", "game", VIEWERS[0], 0, 9)
    else:
        assert await replays.draw("here", "game", svg, "game", 0)
    assert not replays.responses.values
    assert not replays.pngs.values


@pytest.mark.long
def test_the_server_serves_replay_pages(tmp_path: Path) -> None:
    text = record_text("bohnedikt-3")
    whole = encoded(Replay(parse_record(text)).frames(VIEWERS[0]))
    with server_client(tmp_path) as client:
        sent = client.post("/replays", files={"record": text}, headers={"Origin": ORIGIN}, follow_redirects=False)
        assert sent.status_code == 303
        address = sent.headers["location"]
        for first in (0, 120, 690):
            answer = client.get(f"{address}/frames.json?first={first}&last=99999&language=en").json()["frames"]
            assert encoded(answer) == encoded(msgspec.json.decode(frame) for frame in whole[first : first + MAX_FRAMES])
            assert len(client.get(f"{address}/log.json?first={first}").json()["log"]) == min(MAX_LOG, 711 - first)
        assert client.get(f"{address}/frames.json?first=99999").json() == {"frames": []}
        for language in ("en", "de"):
            for view in ("open", "table", "0", "1", "2"):
                query = f"view={view}&language={language}"
                assert client.get(f"{address}/hello.json?{query}").json()["plies"] == 710
                assert len(client.get(f"{address}/frames.json?{query}").json()["frames"]) == MAX_FRAMES
        replays = client.app.state.site.registry.replays  # type: ignore[attr-defined]
        assert replays.responses.size < 2_000_000
        assert client.get("/replays/nothing/frames.json").status_code == 404
