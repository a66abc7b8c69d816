"""Finished games move out of the log into the archive and stay available to view, download, discuss and delete."""

import asyncio
import os
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from tests.support.cli import Run, single_error_line
from tests.support.server import administration
from tests.support.server.app import finished_game, next_socket_message, post_form, server_client, table_socket
from tests.support.server.archive_checks import CONCURRENT_TESTS, LINES, SINGLE_TESTS, ArchiveFixture
from tests.support.server.store_checks import migrated_database
from tobean.kernel.errors import BadInput
from tobean.server.app import create_app
from tobean.server.archive.archive_format import BadArchive, pack, unpack
from tobean.server.archive.backends import Bucket, Folder, backend_at
from tobean.server.settings import Settings

pytestmark = pytest.mark.usefixtures("no_notification_wait")


# --- parts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check", SINGLE_TESTS)
async def test_the_archive_on_sqlite(
    check: Callable[[ArchiveFixture], Coroutine[None, None, None]], tmp_path: Path
) -> None:
    async with ArchiveFixture(migrated_database(tmp_path), tmp_path) as bench:
        await check(bench)


@pytest.mark.parametrize("check", CONCURRENT_TESTS)
async def test_the_archive_under_concurrent_play_on_sqlite(
    check: Callable[[ArchiveFixture, pytest.MonkeyPatch], Coroutine[None, None, None]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with ArchiveFixture(migrated_database(tmp_path), tmp_path) as bench:
        await check(bench, monkeypatch)


def test_a_damaged_packed_game_is_refused() -> None:
    data = pack("table", LINES)
    assert unpack(data) == LINES
    assert len(data) < sum(map(len, LINES)) / 4
    broken = bytearray(data)
    broken[len(data) // 2] ^= 1
    for bad in (b"", b"beans", data[:-1], bytes(broken), pack("t", [*LINES[:1], "two\nlines"])):
        with pytest.raises(BadArchive):
            unpack(bad)


def test_a_newer_archive_format_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tobean.server.archive.archive_format.FORM", 2)
    data = pack("table", LINES)
    monkeypatch.undo()
    with pytest.raises(BadArchive, match="another version of tobean, in format 2"):
        unpack(data)


class Objects(BaseHTTPRequestHandler):
    """A minimal S3: put, get and delete by name."""

    kept: ClassVar[dict[str, bytes]] = {}
    protocol_version = "HTTP/1.1"

    def answer(self, status: int, data: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("ETag", '"1"')
        self.send_header("Last-Modified", "Mon, 16 Nov 2026 06:00:00 GMT")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_PUT(self) -> None:
        assert "AWS4-HMAC-SHA256 Credential=nina/" in self.headers["Authorization"]
        self.kept[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200)

    def do_GET(self) -> None:
        found = self.kept.get(self.path)
        self.answer(404 if found is None else 200, found or b"")

    def do_POST(self) -> None:
        """Deletes several objects at once."""
        assert self.path.endswith("?delete")
        asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
        keys = re.findall("<Key>(.*?)</Key>", asked)
        for key in keys:
            self.kept.pop(f"{self.path.removesuffix('?delete')}/{key}", None)
        expected = "".join(f"<Deleted><Key>{key}</Key></Deleted>" for key in keys)
        self.answer(200, f"<DeleteResult>{expected}</DeleteResult>".encode())

    def log_message(self, format: str, *values: object) -> None:
        pass


@pytest.fixture
def objects(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, bytes]]:
    """A bucket on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Objects)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.server_port}"
    values = {"ACCESS_KEY_ID": "nina", "SECRET_ACCESS_KEY": "beans", "REGION": "eu", "ALLOW_HTTP": "true"}
    for name, value in {**values, "ENDPOINT": endpoint}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    Objects.kept.clear()
    yield Objects.kept
    server.shutdown()
    server.server_close()


def test_folder_and_bucket_backends_behave_alike(tmp_path: Path, objects: dict[str, bytes]) -> None:
    for place in (backend_at(str(tmp_path / "folder")), backend_at("s3://beans/games")):
        place.put("ab/abc.zst", b"beans")
        assert place.get("ab/abc.zst") == b"beans"
        assert len(objects) == isinstance(place, Bucket)
        place.delete("ab/abc.zst")
        place.delete("ab/abc.zst")
        with pytest.raises(FileNotFoundError):
            place.get("ab/abc.zst")
    with pytest.raises(BadInput, match="no games can be kept there"):
        backend_at("nonsense://beans")
    folder = Folder(tmp_path / "folder")
    folder.put("ab/abd.zst", b"beans")
    assert (tmp_path / "folder/ab/abd.zst").stat().st_mode & 0o077 == 0
    assert os.listdir(tmp_path / "folder/ab") == ["abd.zst"]


def test_games_are_stored_in_a_bucket(run: Run, tmp_path: Path, objects: dict[str, bytes]) -> None:
    place = "s3://beans/games"
    with server_client(tmp_path, archive=place) as client:
        table = finished_game(client)
        administration.unload_tables(client)
        assert run("admin", "archive", "--archive-after", 0, "--data", tmp_path, "--archive", place)[0] == 0
        assert len(objects) == 1
        assert client.get(f"/replays/{table}/record").status_code == 200
    assert run("admin", "check", "--data", tmp_path, "--archive", place)[0] == 0
    assert run("admin", "remove", "--yes", table, "--data", tmp_path, "--archive", place)[0] == 0
    assert objects == {}


# --- at a table ----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_an_archived_game_can_be_viewed_and_discussed(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = finished_game(client)
        shown = [f"/replays/{table}/{part}" for part in ("record", "frames.json", "log.json", "position")]
        before = [client.get(address).text for address in shown]
        result = client.get(f"/tables/{table}/result").text
        administration.unload_tables(client)
        assert "one game" in administration.archive(run, tmp_path)
        assert len(administration.archive_files(tmp_path)) == 1
        assert administration.rows(tmp_path, "SELECT count(*) FROM log") == [(1,)]
        assert [client.get(address).text for address in shown] == before
        assert client.get(f"/tables/{table}/result").text == result
        assert client.get(f"/replays/{table}").status_code == 200
        assert table in client.get("/mine").text
        with table_socket(client, table) as socket:
            socket.send_json({"type": "chat", "text": "Good game!"})
            assert next_socket_message(socket, "chat")["text"] == "Good game!"
        administration.unload_tables(client)
        assert administration.rows(tmp_path, "SELECT count(*) FROM log") == [(2,)]
        assert "0 damaged" in run("admin", "check", "--data", tmp_path)[1]
        client.get(f"/tables/{table}")
        administration.unload_tables(client)  # now the list tables contain the chat
        assert "one game" in administration.archive(run, tmp_path)
        with table_socket(client, table) as socket:
            assert next_socket_message(socket, "chat")["text"] == "Good game!"
        assert len(administration.archive_files(tmp_path)) == 1
        administration.archive_files(tmp_path)[0].unlink()
        administration.unload_tables(client)
        assert client.get(f"/tables/{table}").status_code == 503
        assert client.get(f"/replays/{table}").status_code == 503
    assert "are not there" in single_error_line(run("admin", "check", "--data", tmp_path))


def test_a_server_archives_games_automatically(tmp_path: Path) -> None:
    with server_client(tmp_path, archive_after=1e-9) as client:
        table = finished_game(client)
        administration.unload_tables(client)
        assert client.portal is not None
        while not administration.archive_files(tmp_path):
            client.portal.call(asyncio.sleep, 0.1)
        assert client.get(f"/replays/{table}/record").status_code == 200
    assert len(administration.archive_files(tmp_path)) == 1


def test_a_server_without_its_archive_does_not_start(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        finished_game(client)
    administration.archive(run, tmp_path)
    with pytest.raises(BadInput, match="are not there; say where with --archive"):
        create_app(Settings(tmp_path, archive=str(tmp_path / "elsewhere")))
    (tmp_path / "archive").rename(tmp_path / "elsewhere")
    assert "say where with --archive" in single_error_line(run("admin", "check", "--data", tmp_path))
    assert run("admin", "check", "--data", tmp_path, "--archive", tmp_path / "elsewhere")[0] == 0


# --- administration ------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_backup_contains_archived_games(run: Run, tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "beans.gz"
    with server_client(here) as client:
        table = finished_game(client)
    entries = administration.rows(here, "SELECT * FROM log ORDER BY seq")
    administration.archive(run, here)
    assert run("admin", "backup", file, "--data", here)[0] == 0
    assert run("admin", "restore", "--yes", file, "--data", there)[0] == 0
    assert administration.rows(there, "SELECT * FROM log ORDER BY seq") == entries
    assert "one game" in administration.archive(run, there)
    assert run("admin", "restore", "--yes", file, "--replace", "--data", here)[0] == 0
    assert administration.archive_files(here) == []
    assert administration.rows(here, "SELECT * FROM log ORDER BY seq") == entries
    for folder in (here, there):
        assert run("admin", "check", "--data", folder)[0] == 0
    with server_client(there) as client:
        assert client.get(f"/replays/{table}").status_code == 200


def test_removed_and_expired_games_are_deleted_from_the_archive(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        removed, old = finished_game(client), finished_game(client)
    assert "2 games" in administration.archive(run, tmp_path)
    lost = next(path for path in administration.archive_files(tmp_path) if removed in path.name)
    data = lost.read_bytes()
    for content, expected in ((b"beans", "no archived game"), (None, "not in the archive")):
        lost.write_bytes(content) if content else lost.unlink()
        code, out, _ = run("admin", "check", "--data", tmp_path)
        assert (code, expected in out, f"{removed}: " in out, old in out) == (1, True, True, False)
    lost.write_bytes(data)
    assert run("admin", "check", "--data", tmp_path)[0] == 0
    assert run("admin", "status", "--json", "--data", tmp_path)[1].count('"archived": 2') == 1
    assert run("admin", "remove", "--yes", removed, "--data", tmp_path)[0] == 0
    assert len(administration.archive_files(tmp_path)) == 1
    administration.rows(tmp_path, "UPDATE tables SET public = 0, updated = 1 WHERE id = ?", old)
    assert run("admin", "prune", "--yes", "--data", tmp_path)[0] == 0
    assert administration.archive_files(tmp_path) == []
    for name in ("log", "tables", "mentions", "strays"):
        assert administration.rows(tmp_path, f"SELECT * FROM {name}") == []


@pytest.mark.long
def test_a_deleted_person_is_erased_from_the_archive(run: Run, tmp_path: Path) -> None:
    """Covers spectators that only chatted, and people no longer at the table."""
    file = tmp_path / "beans.gz"
    with server_client(tmp_path) as client:
        table = finished_game(client)
        nina = administration.person_of(tmp_path, "Nina")
        cookies = dict(client.cookies)
        client.cookies.clear()
        post_form(client, "/me", name="Ottokar")
        ottokar = administration.person_of(tmp_path, "Ottokar")
        with table_socket(client, table) as socket:
            socket.send_json({"type": "chat", "text": "From Bohnstadt with love"})
            next_socket_message(socket, "chat")
        administration.use_cookies(client, cookies)
        administration.unload_tables(client)
        administration.archive(run, tmp_path)
        assert run("admin", "backup", file, "--data", tmp_path)[0] == 0
        assert "Bohnstadt" in administration.archive_text(tmp_path)
        assert "one table" in run("admin", "erase", "--yes", ottokar, "--data", tmp_path)[1]
        administration.poll_commands(client)
        assert "one table" in run("admin", "erase", "--yes", nina, "--data", tmp_path)[1]
        administration.poll_commands(client)
        for secret in (nina, "Nina", ottokar, "Ottokar", "Bohnstadt"):
            assert secret not in administration.archive_text(tmp_path), secret
            assert secret not in administration.database_text(tmp_path), secret
        assert len(administration.archive_files(tmp_path)) == 1, "the earlier form of it is gone"
        assert client.get(f"/replays/{table}").status_code == 200
    assert run("admin", "check", "--data", tmp_path)[0] == 0
    # In a restored backup they are deleted again, and stay deleted when its games are archived.
    assert "2 persons" in run("admin", "restore", "--yes", file, "--replace", "--data", tmp_path)[1]
    administration.archive(run, tmp_path)
    assert "Bohnstadt" not in administration.archive_text(tmp_path)
    assert "N.N. " in administration.archive_text(tmp_path)
