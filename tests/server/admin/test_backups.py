"""Backups of a running server: complete, restored all or nothing, streamed, and safe against bad files."""

import gzip
import subprocess
import tracemalloc
from pathlib import Path

import pytest

from tests.support.cli import Run, single_error_line, start_command
from tests.support.server.administration import poll_commands, rows
from tests.support.server.app import (
    next_socket_message,
    open_bot_table,
    open_people_table,
    server_client,
    table_socket,
)


def test_a_backup_of_a_running_server_can_be_restored_elsewhere(run: Run, tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "beans.gz"
    with server_client(here) as client:
        table = open_people_table(client)
        rows(here, "INSERT INTO facts VALUES ('nina', 'puzzle/1', '{}', 2.5, 1.0)")
        assert run("admin", "backup", file, "--data", here)[0] == 0
        assert file.stat().st_mode & 0o077 == 0
        entries = rows(here, "SELECT * FROM log ORDER BY table_id, seq")
        assert "cannot be written" in single_error_line(run("admin", "backup", file, "--data", here))
    code, output, _ = run("admin", "restore", "--yes", file, "--data", there)
    assert (code, "1 tables" in output) == (0, True)
    assert rows(there, "SELECT * FROM log ORDER BY table_id, seq") == entries
    assert rows(there, "SELECT * FROM facts") == [("nina", "puzzle/1", "{}", 2.5, 1.0)]
    (there / "secret.key").write_bytes((here / "secret.key").read_bytes())
    with server_client(there) as client, table_socket(client, table) as socket:
        assert next_socket_message(socket, "update")["view"]["seats"]
    assert "--replace" in single_error_line(run("admin", "restore", "--yes", file, "--data", there))
    assert run("admin", "restore", "--yes", file, "--data", there, "--replace")[0] == 0


def test_an_incomplete_backup_is_not_restored(run: Run, tmp_path: Path) -> None:
    here, file = tmp_path / "here", tmp_path / "beans.gz"
    with server_client(here) as client:
        open_bot_table(client)
    assert run("admin", "backup", file, "--data", here)[0] == 0
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    for cut in (lines[:-1], [*lines[:3], *lines[4:]], lines[1:], [b"beans\n"]):
        file.write_bytes(gzip.compress(b"".join(cut)))
        assert "backup" in single_error_line(run("admin", "restore", "--yes", file, "--data", here, "--replace"))
    file.write_bytes(b"beans")
    assert "backup" in single_error_line(run("admin", "restore", "--yes", file, "--data", here, "--replace"))
    assert run("admin", "check", "--data", here)[0] == 0


def test_a_restored_table_is_shown_by_a_running_server(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "beans.gz"
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        assert run("admin", "backup", file, "--data", tmp_path)[0] == 0
        with table_socket(client, table) as socket:
            asked = next_socket_message(socket, "update")["asked"]["seat"]
        with table_socket(client, table, f"?seat={asked}") as socket:
            before = next_socket_message(socket, "update")
            socket.send_json({"type": "act", "version": before["version"], "action": before["actions"][0]["do"]})
            assert next_socket_message(socket, "update")["version"] > before["version"]
        assert run("admin", "restore", "--yes", file, "--data", tmp_path, "--replace")[0] == 0
        poll_commands(client)
        with table_socket(client, table, "?seat=0") as socket:
            assert next_socket_message(socket, "update")["version"] == before["version"]


def test_a_backup_goes_to_standard_output(run: Run, tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "beans.gz"
    with server_client(here) as client:
        open_people_table(client)
    with start_command(
        "admin", "backup", "-", "--data", here, stdout=file.open("wb"), stderr=subprocess.PIPE
    ) as process:
        output = process.communicate()[1]
    assert (process.returncode, "1 tables" in output) == (0, True)
    assert run("admin", "restore", "--yes", file, "--data", there)[0] == 0
    assert rows(there, "SELECT * FROM log ORDER BY seq") == rows(here, "SELECT * FROM log ORDER BY seq")
    assert not (Path.cwd() / "-").exists()


def test_a_backup_is_not_written_to_a_terminal(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tobean.cli.hosting.admin.on_terminal", lambda stream: True)
    assert "not text for a terminal" in single_error_line(run("admin", "backup", "-", "--data", tmp_path))


HEAD = b'{"kind":"tobean backup","form":1,"at":1.0}\n'

ROW = b'["revoked","",1.0]\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (HEAD + b"0" * 20_000_000, "this is not a backup"),
        (HEAD + ROW * 200_000, "larger than a backup of its size can be"),
        (HEAD + b"[" * 500_000 + b"\n", "this is not a backup"),
        (HEAD + b'["revoked"]\n', "this is not a backup"),
        (HEAD + b"[]\n", "this is not a backup"),
        (HEAD + b"7\n", "this is not a backup"),
        (HEAD + b'{"rows":7}\n', "this is not a backup"),
        (HEAD + b"\xff\n", "this is not a backup"),
        (HEAD + b'["revoked","a","b"]\n{"rows":{"revoked":1}}\n', "this is not a backup"),
        (HEAD + b'["reports",99999999999999999999,1.0,"","","","",false]\n{"rows":{}}\n', "this is not a backup"),
        (b'{"kind":"tobean backup","form":1}\n', "this is not a backup"),
        (b"", "incomplete"),
    ],
    ids=range(12),
)
def test_an_invalid_backup_is_reported_in_one_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes, complaint: str
) -> None:
    monkeypatch.setattr("tobean.server.admin.backup.ALWAYS_READ", 1_000_000)
    file = tmp_path / "bomb.gz"
    file.write_bytes(gzip.compress(text))
    code, _, output = run("admin", "restore", "--yes", file, "--data", tmp_path / "there")
    assert (code, output.count("\n")) == (2, 1)
    assert complaint in output
    if "larger" in complaint:
        assert "larger" not in run("admin", "restore", "--yes", file, "--any-size", "--data", tmp_path / "there")[2]


def test_a_decompression_bomb_does_not_fill_the_memory(run: Run, tmp_path: Path) -> None:
    """One line of 400 MB, which gzip compresses to 400 kB."""
    file = tmp_path / "bomb.gz"
    file.write_bytes(gzip.compress(HEAD) + gzip.compress(b"0" * 10_000_000) * 40)
    tracemalloc.start()
    try:
        output = single_error_line(run("admin", "restore", "--yes", file, "--data", tmp_path / "there"))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "this is not a backup" in output
    assert peak < 100_000_000


def test_a_truncated_backup_is_reported_in_one_sentence(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "torn.gz"
    packed = bytearray(gzip.compress(HEAD + ROW * 1000))
    packed[12:40] = b"\xff" * 28
    file.write_bytes(packed)
    assert "this is not a backup" in single_error_line(
        run("admin", "restore", "--yes", file, "--data", tmp_path / "there")
    )
    assert "cannot be read" in single_error_line(run("admin", "restore", "--yes", tmp_path / "no", "--data", tmp_path))
