"""Helpers for tests of the server: an in-process server, forms sent like a browser does, and people at its tables."""

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any, cast

from httpx2 import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient

import tobean
from tests.support.server.processes import wait_for_answer
from tobean.games import GAMES
from tobean.kernel.chance import chance_from
from tobean.server.app import create_app
from tobean.server.client.table_client import TableClient
from tobean.server.database.database import FILE_NAME, database_at, migrate
from tobean.server.database.permissions import PRIVATE_FILE
from tobean.server.settings import Settings
from tobean.server.site import Site
from tobean.server.tables.live_table import LiveTable
from tobean.session.bots.bot_requests import CHOOSE, build_request
from tobean.session.log.entries import Entry
from tobean.session.log.reducer import FINISHED
from tobean.session.session import Session

ORIGIN = "http://testserver"
TIMEOUT = 300.0
"""Seconds; only a test that hangs takes this long."""


def new_app(folder: Path, **settings: Any) -> Starlette:
    """An application on this folder; rate limits are off unless the test is about them."""
    values: dict[str, Any] = {"limits": 0.0, "workers": 1, "public_url": ORIGIN, **settings}
    if not values.get("database"):
        add_database(folder)
    return create_app(Settings(folder, **values))


@cache
def empty_database() -> bytes:
    """Content of an empty SQLite database, which each test process upgrades once."""
    with tempfile.TemporaryDirectory() as folder:
        migrate(database_at(None, Path(folder)))
        (file,) = Path(folder).iterdir()  # SQLite has merged its write-ahead log
        return file.read_bytes()


def add_database(folder: Path) -> None:
    """Adds a database with the current schema, unless the folder has one."""
    path = folder / FILE_NAME
    if path.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE), "wb") as file:
        file.write(empty_database())


@contextlib.contextmanager
def server_client(folder: Path, **settings: Any) -> Iterator[TestClient]:
    """A server on this folder; rate limits are off unless the test is about them."""
    with TestClient(new_app(folder, **settings), base_url=ORIGIN) as client:
        yield client


def post_form(client: TestClient, path: str, **fields: Any) -> Response:
    """Sends a form with the origin of our own page."""
    return client.post(path, data=fields, headers={"Origin": ORIGIN}, follow_redirects=False)


def open_bot_table(client: TestClient, game: str = "bohnanza", name: str = "Nina", level: str = "sprout") -> str:
    """Opens a table against bots; returns its id."""
    answer = post_form(client, "/play", name=name, game=game, level=level)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


@contextlib.contextmanager
def table_socket(client: TestClient, table: str, query: str = "") -> Iterator[Any]:
    with client.websocket_connect(f"/tables/{table}/socket{query}", headers={"Origin": ORIGIN}) as socket:
        yield socket


def open_people_table(client: TestClient, **fields: str) -> str:
    """Opens and starts a table for three people on one device; returns its id."""
    seats = {"seat1": "here", "seat2": "here", "seat3": "none", "seat4": "none"}
    answer = post_form(client, "/open", **{"game": "bohnanza", "name": "Nina", **seats, **fields})
    assert answer.status_code == 303, answer.text
    table: str = answer.headers["location"].rpartition("/")[2]
    assert post_form(client, f"/tables/{table}/start").status_code == 303
    return table


def open_quick_bot_table(client: TestClient, game: str = "bohnanza") -> str:
    """Opens and starts a table for one person and two bots that act at once; returns its id."""
    return open_people_table(client, game=game, seat1="sprout", seat2="sprout", tempo="0")


def site_of(client: TestClient) -> Site:
    return cast("Site", client.app.state.site)  # type: ignore[attr-defined]


def become(client: TestClient, cookies: dict[str, str]) -> None:
    client.cookies.clear()
    client.cookies.update(cookies)


def new_person(client: TestClient, name: str, **more: Any) -> dict[str, str]:
    """Cookies of a person with this name."""
    client.cookies.clear()
    assert post_form(client, "/me", name=name, **more).status_code == 303
    return dict(client.cookies)


def live_table_of(client: TestClient, table: str) -> LiveTable:
    assert client.portal is not None
    room = client.portal.call(site_of(client).registry.live_table, table)
    assert room is not None
    return room


def tick(client: TestClient) -> None:
    assert client.portal is not None
    client.portal.call(site_of(client).registry.tick)


def start_game(client: TestClient, **more: Any) -> tuple[str, dict[str, str], dict[str, str]]:
    """A running game of Anna, Ben and an inactive bot; returns its id, and their cookies."""
    anna = new_person(client, "Anna")
    wishes = {"seat1": "open", "seat2": "miser", "seat3": "none", "seat4": "none", **more}
    table = post_form(client, "/open", game="bohnanza", **wishes).headers["location"].rpartition("/")[2]
    ben = new_person(client, "Ben")
    post_form(client, f"/tables/{table}/sit", seat=1)
    become(client, anna)
    post_form(client, f"/tables/{table}/start")
    return table, anna, ben


def be_admitted(client: TestClient, table: str, seat: int, guest: dict[str, str], host: dict[str, str]) -> None:
    """A visitor asks for a bot's seat in a running game, and the host admits the visitor."""
    become(client, guest)
    assert post_form(client, f"/tables/{table}/sit", seat=seat).status_code == 303
    with table_socket(client, table) as guest_socket:
        next_socket_message(guest_socket, "hello")
        become(client, host)
        with table_socket(client, table) as host_socket:
            [request] = next_socket_message(host_socket, "hello")["table"]["requests"]
            host_socket.send_json({"type": "seat", "do": "admit", "seat": seat, "request": request["number"]})
            while next_socket_message(guest_socket, "hello")["you"]["seat"] != seat:
                pass


def finished_game(client: TestClient, game: str = "al-cabohne") -> str:
    """Plays a game with the minimum number of people on one device; without viewers, which saves most of the time."""
    others = max(2, min(GAMES[game].players)) - 1
    wishes = {f"seat{seat}": "here" if seat <= others else "none" for seat in range(1, 5)}
    path = post_form(client, "/open", game=game, name="Nina", public="yes", **wishes).headers["location"]
    post_form(client, f"{path}/start")
    table = str(path.rpartition("/")[2])
    assert client.portal is not None
    live_table = client.portal.call(site_of(client).registry.live_table, table)
    assert live_table is not None
    client.portal.call(live_table.change, random_playout)
    return table


def random_playout(session: Session, now: float) -> list[Entry]:
    """Plays random actions until the end of the game."""
    chance = chance_from(3)
    entries: list[Entry] = []
    while session.state != FINISHED:
        action = session.table.sample_action(session.table.awaited, chance)
        entries += session.act(action.seat, repr(action), session.version, now, f"seed {session.version}")
    return entries


def bot_request_for(bot: str) -> dict[str, Any]:
    """A bot request with a choice of actions."""
    table = tobean.new_game("bohnanza", 4, seed=5)
    while len(table.legal_actions(table.awaited)) < 2:
        table.apply(table.legal_actions(table.awaited)[0])
    return {**build_request(table, table.awaited, bot, CHOOSE, 1), "table": "t"}


async def next_message(seat: TableClient, *kinds: str) -> dict[str, Any]:
    """The next message of one of these types, from a server process."""
    async with asyncio.timeout(TIMEOUT):
        async for message in seat.messages():
            if message["type"] in kinds:
                return message
    raise AssertionError("the server closed the socket")


def next_socket_message(socket: Any, *kinds: str) -> dict[str, Any]:
    """The next message of one of these types, from an in-process server."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] in kinds:
            return message


@contextlib.contextmanager
def server_process(
    folder: Path,
    port: int,
    *options: str,
    log: IO[bytes] | None = None,
    python: Path | str = sys.executable,
    path: Sequence[Path | str] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """A server process on this folder, once it answers; killed at the end if it still runs.

    Its log goes to this file, or to the standard error of the tests. It runs in this interpreter and imports from this
    path, or from that of the tests.
    """
    command = [str(python), "-m", "tobean.cli.main", "serve", "--port", str(port), "--data", str(folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path or sys.path))}
    process = subprocess.Popen([*command, "--limits", "0", "--workers", "1", *options], env=environment, stderr=log)
    try:
        wait_for_answer(f"http://localhost:{port}/health", process)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
