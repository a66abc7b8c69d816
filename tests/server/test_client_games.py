"""Complete games by the client of docs/protocol.md over the network, and the pages after them."""

import asyncio
import contextlib
import random
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient

from tests.support.paths import DOCS
from tests.support.server.app import finished_game, next_socket_message, post_form, server_client, table_socket
from tobean.games import GAMES
from tobean.i18n import LANGUAGES
from tobean.kernel.errors import BadInput
from tobean.record.record import parse_record
from tobean.server.app import create_app
from tobean.server.client.table_client import ServerRefused, TableClient, join, play, post, watch
from tobean.server.pages.replays.result import rival_position
from tobean.server.runner import bound_socket
from tobean.server.settings import Settings
from tobean.server.tables import seating
from tobean.server.tables.bot_seats import new_bot_seat
from tobean.server.workers.worker import BotFailed, ProcessWorker
from tobean.session.setup import Setup


@contextlib.contextmanager
def real_server(folder: Path) -> Iterator[str]:
    """A uvicorn on a separate socket, in a thread."""
    listening = bound_socket("localhost", 0)
    listening.listen()
    port = listening.getsockname()[1]
    settings = Settings(folder, port=port, limits=0.0, workers=1)
    config = uvicorn.Config(create_app(settings), ws="websockets-sansio", log_config=None, lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: server.run(sockets=[listening]), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.02)
    yield f"http://localhost:{port}"
    server.should_exit = True
    thread.join(30)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with real_server(tmp_path_factory.mktemp("server")) as address:
        yield address


def open_table(server: str, game: str, seats: list[str], tempo: str = "0") -> tuple[str, str]:
    """Opens a table with these choices for the further seats; returns its id and the host's cookie."""
    wishes = {f"seat{number}": wish for number, wish in enumerate(seats, start=1)}
    wishes |= {f"seat{number}": "none" for number in range(len(seats) + 1, 5)}
    path, cookie = post(server, "/open", {"game": game, "name": "Nina", "tempo": tempo, "public": "yes", **wishes})
    return path.rpartition("/")[2], cookie


async def play_to_the_end(seat: TableClient, chance: random.Random) -> dict[str, Any]:
    """Takes any legal action until the end of the game."""
    last: dict[str, Any] = {}
    async with seat:
        async for update in seat.updates():
            last = update
            if update["asked"]["you"] and update["actions"]:
                await seat.act(chance.choice(update["actions"])["do"])
    return last


@pytest.mark.long
@pytest.mark.parametrize("game", list(GAMES))
def test_a_whole_game_against_bots(server: str, game: str) -> None:
    bots = ["random"] * (min(GAMES[game].players) - 1) or ["random"]
    table, cookie = open_table(server, game, bots)
    post(server, f"/tables/{table}/start", {}, cookie)
    last = asyncio.run(play_to_the_end(TableClient(server, table, cookie), random.Random(game)))
    assert last["view"]["over"]
    assert last["view"]["result"]["thalers"]


def test_friends_join_by_the_link_and_play_and_a_stranger_watches(server: str) -> None:
    table, cookie = open_table(server, "bohnanza", ["open", "open"])

    async def everybody() -> list[dict[str, Any]]:
        ben = await join(server, table, 1, "Ben")
        cleo = await join(server, table, 2, "Nina")
        with pytest.raises(ServerRefused):
            await join(server, table, 1, "Dov")
        await asyncio.to_thread(post, server, f"/tables/{table}/start", {}, cookie)
        nina = TableClient(server, table, cookie)
        chances = [random.Random(seat) for seat in range(3)]
        games = [play_to_the_end(seat, chance) for seat, chance in zip((nina, ben, cleo), chances, strict=True)]
        onlooker = watched(watch(server, table))
        return list(await asyncio.gather(*games, onlooker))

    async def watched(seat: TableClient) -> dict[str, Any]:
        last: dict[str, Any] = {}
        async with seat:
            async for update in seat.updates():
                last = update
                if not update["view"]["over"]:
                    assert {card for each in update["view"]["seats"] for card in each["hand"]} <= {-1}
        assert [each["name"] for each in (seat.hello or {})["table"]["seats"]] == ["Nina", "Ben", "Nina 2"]
        return last

    ends = asyncio.run(everybody())
    assert all(end["view"]["over"] for end in ends)
    assert len({str(end["view"]["result"]) for end in ends}) == 1


# --- after the game --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, str]]:
    """A server with a finished game of two people on one device."""
    with server_client(tmp_path_factory.mktemp("finished")) as client:
        yield client, finished_game(client)


def test_result_page(finished: tuple[TestClient, str]) -> None:
    client, table = finished
    for language in LANGUAGES:
        page = client.get(f"/tables/{table}/result", headers={"Accept-Language": language})
        assert page.status_code == 200
        assert "Nina 2" in page.text
        assert "polyline" in page.text
    assert table in client.get("/mine").text
    assert table in client.get("/replays").text


@pytest.mark.parametrize(
    ("ranks", "before"),
    [([1, 2], 2), ([1, 3], 1), ([2, 3], 0), ([2], 0), ([1], 1), ([1, 1, 4], 2), ([1, 1, 3], 3)],
)
def test_a_scripted_opponent_has_the_rank_that_no_seat_has(ranks: list[int], before: int) -> None:
    assert rival_position(sorted(range(len(ranks)), key=lambda seat: ranks[seat]), ranks) == before


def test_a_replay_shows_each_viewer_its_observations(finished: tuple[TestClient, str]) -> None:
    client, table = finished
    assert client.get(f"/replays/{table}?at=5").status_code == 200
    hello = client.get(f"/replays/{table}/hello.json?view=open").json()
    frames = client.get(f"/replays/{table}/frames.json?view=open&first=2&last=4").json()["frames"]
    assert [frame["ply"] for frame in frames] == [2, 3, 4]
    assert hello["plies"] > 4
    with table_socket(client, table) as socket:
        seats = next_socket_message(socket, "hello")["table"]["seats"]
    assert [seat["face"] for seat in hello["table"]["seats"]] == [seat["face"] for seat in seats]
    assert -1 not in frames[0]["view"]["seats"][1]["hand"]
    seen = client.get(f"/replays/{table}/frames.json?view=0&first=2&last=2").json()["frames"][0]["view"]
    assert set(seen["seats"][1]["hand"]) == {-1}
    everybody = client.get(f"/replays/{table}/frames.json?view=table&first=2&last=2").json()["frames"][0]["view"]
    assert set(everybody["seats"][0]["hand"]) == {-1}
    for rubbish in ("view=99", "first=x&last=-1", "first=999999"):
        assert client.get(f"/replays/{table}/frames.json?{rubbish}").status_code == 200


def test_a_record_is_downloaded_uploaded_and_played_on(finished: tuple[TestClient, str]) -> None:
    client, table = finished
    text = client.get(f"/replays/{table}/record").text
    assert parse_record(text).game == "al-cabohne"
    origin = {"Origin": "http://testserver"}
    answer = client.post("/replays", files={"record": ("a.record", text)}, headers=origin, follow_redirects=False)
    assert answer.status_code == 303
    brought = answer.headers["location"]
    assert client.get(brought).status_code == 200
    assert client.get(f"{brought}/record").text == text
    for bad in ("rubbish", text.replace("deal =>", "deal => Red,", 1), "\x00"):
        answer = client.post("/replays", files={"record": ("a.record", bad)}, headers=origin)
        assert answer.status_code == 422
    answer = post_form(client, f"{brought}/play", ply=6, seat=1)
    assert answer.status_code == 303
    with table_socket(client, answer.headers["location"].rpartition("/")[2]) as socket:
        hello = next_socket_message(socket, "hello")
        assert hello["you"]["seat"] == 1
        assert hello["table"]["seats"][0]["kind"] == "bot"
        assert next_socket_message(socket, "update")["version"] >= 6
    assert post_form(client, f"{brought}/play", ply=10**6, seat=1).status_code == 422
    assert post_form(client, f"{brought}/play", ply=1, seat=9).status_code == 422


def test_a_rematch_is_opened_once(finished: tuple[TestClient, str]) -> None:
    client, table = finished
    first = post_form(client, f"/tables/{table}/rematch").headers["location"]
    assert post_form(client, f"/tables/{table}/rematch").headers["location"] == first
    assert first != f"/tables/{table}"
    assert f'data-table="{first.rpartition("/")[2]}"' in client.get(first).text


def test_a_running_game_has_no_replay(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        path = post_form(client, "/play", name="Nina", game="bohnanza", level="sprout").headers["location"]
        table = path.rpartition("/")[2]
        for address in (f"/replays/{table}", f"/replays/{table}/record", f"/replays/{table}/frames.json"):
            assert client.get(address).status_code == 404
        assert client.get(f"{path}/result", follow_redirects=False).status_code == 303


def test_leaving_to_a_bot_and_coming_back(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        path = post_form(client, "/play", name="Nina", game="bohnanza", level="sprout").headers["location"]
        with table_socket(client, path.rpartition("/")[2]) as socket:
            next_socket_message(socket, "update")
            socket.send_json({"type": "seat", "do": "leave", "seat": 0})
            while next_socket_message(socket, "hello")["you"]["seat"] is not None:
                pass
            socket.send_json({"type": "seat", "do": "reclaim", "seat": 0})
            while next_socket_message(socket, "hello")["you"]["seat"] != 0:
                pass


# --- bots ------------------------------------------------------------------------------------------------------------


async def test_a_dead_or_slow_worker_is_replaced() -> None:
    worker = ProcessWorker(0)
    with pytest.raises(BotFailed) as failed:
        await worker.ask({"bot": "nobody", "seat": 0, "table": "t"}, 60)
    assert failed.value.fault == "crash"
    process = worker.process
    assert process is not None
    process.kill()
    await process.wait()
    with pytest.raises(BotFailed):
        await worker.ask({"table": "t"}, 60)
    with pytest.raises(BotFailed) as failed:
        await worker.ask({"table": "t"}, 0.0)
    assert failed.value.fault == "overrun"
    await worker.end()


def test_levels_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadInput):
        new_bot_seat("../../etc/passwd", ())
    with pytest.raises(BadInput):
        new_bot_seat("mybot.py", ())
    assert callable(seating.fill)
    assert Setup("bohnanza", (new_bot_seat("sprout", ()),)).game == "bohnanza"


def test_the_client_opens_a_table_against_bots(server: str) -> None:
    async def first_update() -> dict[str, Any]:
        async with await play(server, "bohnanza", name="Robo", level="sprout") as seat:
            async for update in seat.updates():
                return update
        raise AssertionError("nothing was sent")

    assert asyncio.run(first_update())["view"]["seat"] == 0


@pytest.mark.long
def test_the_example_in_the_docs_plays_a_game(server: str) -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(import asyncio\n.*?)```", text, re.DOTALL)
    assert example is not None
    code = example[1].replace("http://localhost:8765", server)
    # A whole game takes long at human pace, so the first action is enough.
    code = code.replace('["do"])\n', '["do"])\n                return\n')
    run: dict[str, Any] = {}
    exec(compile(code, "docs/protocol.md", "exec"), run)
    assert callable(run["robo"])
