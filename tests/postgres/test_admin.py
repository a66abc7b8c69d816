"""Looking after a server on PostgreSQL: a backup moves between databases, and people are deleted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kit_server import at_table, heard, play_with_people, serving
from tobean.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_backup_moves_from_postgresql_to_sqlite_and_back(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tobean.server.admin.orders.HEARD", 0.0)
    files = [str(tmp_path / name) for name in ("one.gz", "two.gz")]
    with serving(tmp_path, database=address) as client:
        table = play_with_people(client)
        with at_table(client, table) as socket:
            socket.send_json({"type": "chat", "text": "I am from Bohnstadt."})
            heard(socket, "chat")
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
