"""Upgrades of the database and checks of logs: reading commands never upgrade, and a copy is kept."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command

from tests.support.cli import Run, single_error_line
from tests.support.server.administration import rows
from tests.support.server.app import (
    open_bot_table,
    open_people_table,
    server_client,
)
from tests.support.server.store_checks import migrated_database
from tobean.server.database.database import FILE_NAME, migrate
from tobean.server.database.upgrade import required_schema_version


def test_a_check_replays_every_log(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        fine, broken = open_bot_table(client), open_people_table(client)
    code, output, _ = run("admin", "check", "--data", tmp_path)
    assert (code, "2 tables" in output, "0 damaged" in output) == (0, True, True)
    rows(tmp_path, "UPDATE log SET entry = '{}' WHERE table_id = ? AND seq = 1", broken)
    code, output, _ = run("admin", "check", "--data", tmp_path)
    assert code == 1
    assert f"{broken}: " in output
    assert fine not in output
    assert json.loads(run("admin", "status", "--json", "--data", tmp_path)[1])["entries"] > 3


def test_commands_create_no_database(run: Run, tmp_path: Path) -> None:
    assert "there is no database" in single_error_line(run("admin", "status", "--data", tmp_path / "nowhere"))
    assert not (tmp_path / "nowhere").exists()


READING = [
    ("status",),
    ("check",),
    ("people",),
    ("bans",),
    ("reports",),
    ("erasures",),
    ("backup", "-"),
    ("remove", "abcdef", "--dry-run"),
    ("prune", "--dry-run"),
]


def old_database(folder: Path) -> Path:
    """A database with a table, of the schema version before today's."""
    with server_client(folder) as client:
        open_bot_table(client)
    migrate(migrated_database(folder), "-1", command.downgrade)
    return folder / FILE_NAME


def schema_version_of(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
def test_reading_commands_never_upgrade(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    path = old_database(tmp_path)
    before = schema_version_of(path)
    output = single_error_line(run("admin", *command, "--data", tmp_path))
    assert f"this database has schema version {before}" in output
    assert "tobean admin migrate" in output
    assert schema_version_of(path) == before
    assert not list(tmp_path.glob("*.bak"))


def test_an_upgrade_is_announced_and_keeps_the_old_database(run: Run, tmp_path: Path) -> None:
    path = old_database(tmp_path)
    before, tables = schema_version_of(path), rows(tmp_path, "SELECT id FROM tables ORDER BY id")
    code, output, announced = run("admin", "migrate", "--data", tmp_path)
    (copy,) = tmp_path.glob("*.bak")
    assert (code, f"schema version {required_schema_version()}" in output) == (0, True)
    assert f"from schema version {before} to {required_schema_version()}" in announced
    assert str(copy) in announced
    assert (schema_version_of(copy), schema_version_of(path)) == (before, required_schema_version())
    assert copy.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT id FROM tables ORDER BY id").fetchall() == tables
    assert run("admin", "migrate", "--data", tmp_path)[2] == ""
    assert len(list(tmp_path.glob("*.bak"))) == 1


def test_a_server_logs_an_upgrade_and_keeps_the_old_database(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = old_database(tmp_path)
    before = schema_version_of(path)
    with server_client(tmp_path):
        pass
    (copy,) = tmp_path.glob("*.bak")
    (record,) = [record for record in caplog.records if record.getMessage() == "the database is upgraded"]
    assert record.levelname == "WARNING"
    facts = record.facts  # type: ignore[attr-defined]
    assert facts == {"found": before, "needed": required_schema_version(), "copy": str(copy)}
    caplog.clear()
    with server_client(tmp_path):
        pass
    assert not [record for record in caplog.records if "upgraded" in record.getMessage()]


def test_a_failed_copy_prevents_the_upgrade(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_database(tmp_path)
    before = schema_version_of(path)

    def full(path: Path, target: Path) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("tobean.server.database.upgrade.copy_sqlite", full)
    output = single_error_line(run("admin", "migrate", "--data", tmp_path))
    assert "database or disk is full" in output
    assert schema_version_of(path) == before
    assert not list(tmp_path.glob("*.bak"))
    assert run("admin", "migrate", "--no-backup", "--data", tmp_path)[0] == 0
    assert schema_version_of(path) == required_schema_version()


def test_a_check_distinguishes_missing_games_from_damage(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        removed, broken = open_bot_table(client), open_bot_table(client)
    rows(tmp_path, "UPDATE tables SET game = 'skat' WHERE id = ?", removed)
    assert run("admin", "check", "--data", tmp_path)[0] == 0
    rows(tmp_path, "UPDATE log SET entry = '{}' WHERE table_id = ? AND seq = 1", broken)
    code, output, _ = run("admin", "check", "--data", tmp_path)
    assert code == 1
    assert "1 damaged, 0 played under older rules, 1 of games that are not installed" in output
    german = run("--lang", "de", "admin", "check", "--data", tmp_path)[1]
    assert "1 beschädigt" in german
    assert "nicht installiert" in german
