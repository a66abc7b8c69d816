"""Administration of a server on PostgreSQL: backups that move between databases, erasure, upgrades."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.server.app import next_socket_message, open_people_table, server_client, table_socket
from tobean.cli.main import main
from tobean.server.database.database import database_at, migrate


def test_a_backup_moves_from_postgresql_to_sqlite_and_back(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tobean.server.moderation.commands.PROPAGATION_SECONDS", 0.0)
    files = [str(tmp_path / name) for name in ("one.gz", "two.gz")]
    with server_client(tmp_path, database=address) as client:
        table = open_people_table(client)
        with table_socket(client, table) as socket:
            socket.send_json({"type": "chat", "text": "I am from Bohnstadt."})
            next_socket_message(socket, "chat")
        monkeypatch.setenv("TOBEAN_DATABASE", address)
        assert main(["admin", "backup", files[0]]) == 0
        monkeypatch.delenv("TOBEAN_DATABASE")
        assert main(["admin", "restore", "--yes", files[0], "--data", str(tmp_path / "sqlite")]) == 0
        assert main(["admin", "backup", files[1], "--data", str(tmp_path / "sqlite")]) == 0
        monkeypatch.setenv("TOBEAN_DATABASE", address)
        assert main(["admin", "restore", "--yes", files[1], "--replace"]) == 0
        capsys.readouterr()
        assert main(["admin", "people", "Nina"]) == 0
        person = next(word for word in capsys.readouterr().out.split() if len(word) == 22)
        assert main(["admin", "erase", "--yes", person]) == 0
        assert main(["admin", "check"]) == 0
        assert main(["admin", "prune", "--yes", "--keep-abandoned", "0.0000001"]) == 0
        capsys.readouterr()
        assert main(["admin", "status", "--json"]) == 0
        left = json.loads(capsys.readouterr().out)
        assert (left["entries"], left["persons"]) == (0, 0)


def test_an_upgrade_keeps_a_dump_of_the_old_database(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOBEAN_DATABASE", address)
    monkeypatch.setenv("TOBEAN_DATA", str(tmp_path))
    database = database_at(address, tmp_path)
    migrate(database, "0005")
    assert main(["admin", "status"]) == 2
    assert "this database has schema version 0005" in capsys.readouterr().err
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("PATH", str(tmp_path))
        assert main(["admin", "migrate"]) == 2
        assert "pg_dump is not installed" in capsys.readouterr().err
    assert main(["admin", "status"]) == 2
    capsys.readouterr()
    assert main(["admin", "migrate"]) == 0
    (dump,) = tmp_path.glob("*.dump")
    captured = capsys.readouterr()
    assert str(dump) in captured.err
    assert dump.stat().st_mode & 0o077 == 0
    listed = subprocess.run(["pg_restore", "--list", dump], capture_output=True, text=True, check=True).stdout
    assert "TABLE DATA public tables" in listed
    assert main(["admin", "status"]) == 0
