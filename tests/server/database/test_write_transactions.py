"""No waits for an operator or an erasure: reads take no lock, and a write transaction is small and scans nothing.

bench/load/write_lock.py measures their duration.
"""

import json
import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, Engine, event

from tests.support.cli import Run
from tests.support.server.administration import person_of, poll_commands, rows
from tests.support.server.app import next_socket_message, open_people_table, post_form, server_client, table_socket
from tests.support.server.archive_checks import FailingFolder
from tests.support.server.store_checks import migrated_database
from tobean.server.admin.log_check import check
from tobean.server.admin.people import people
from tobean.server.admin.tables import Retention, counts, prune, remove_all
from tobean.server.archive.archive import Archive
from tobean.server.archive.archiver import archive_all
from tobean.server.archive.index import delete_unreferenced
from tobean.server.database.database import BATCH_SIZE, FILE_NAME, Database, migrate, reading
from tobean.server.moderation.erasure import erase
from tobean.server.moderation.reports import open_reports
from tobean.server.store import checkpoints
from tobean.server.store.writer import Writer

DAY = 86400.0
LONG = 4 * BATCH_SIZE
"""Entries of one table: more than fit into one transaction."""
MARGIN = 20
"""Allowance for further rows: the table itself, its seats, commands."""


pytestmark = pytest.mark.usefixtures("no_notification_wait")


def fill(folder: Path) -> Database:
    """Creates tables with long logs, two of them finished, with chat of every person at each table."""
    database = migrated_database(folder)
    seats = [{"kind": "person", "name": name, "person": name.lower()} for name in ("Anna", "Berta")]
    opened = json.dumps({"entry": "opened", "at": 1.0, "setup": {"game": "bohnanza", "seats": seats}})
    entries = [opened.replace(" ", "")]
    for number in range(1, LONG):
        who = ("anna", "anna", "berta", "cora")[number % 4]
        line = {"entry": "said", "at": 1.0, "seat": -1, "name": who, "text": f"line {number}", "person": who}
        entries.append(json.dumps(line).replace(": ", ":").replace(", ", ","))
    with closing(sqlite3.connect(folder / FILE_NAME)) as file:
        for table in ("going", "over", "moved"):
            state, packed = ("playing" if table == "going" else "over"), 0
            values = (table, "bohnanza", "anna", 0, state, LONG - 1, 1.0, 1.0, "{}", packed)
            file.execute(
                "INSERT INTO tables (id, game, host, public, state, seq, opened, updated, summary, packed)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
            file.executemany("INSERT INTO log VALUES (?, ?, ?)", [(table, *each) for each in enumerate(entries)])
            file.executemany("INSERT INTO mentions VALUES (?, ?)", [(table, who) for who in ("anna", "berta", "cora")])
            file.execute("INSERT INTO sits VALUES (?, 0, 'anna')", (table,))
        for number in range(2 * BATCH_SIZE):
            file.execute("INSERT INTO persons VALUES (?, 'N', 0, 0, 0, 0)", (f"old {number}",))
            file.execute("INSERT INTO revoked VALUES (?, 0)", (f"old {number}",))
            file.execute("INSERT INTO strays VALUES (?, 0)", (f"st/stray{number}",))
            file.execute("INSERT INTO orders (at, what, key) VALUES (0, 'table', '')")
        file.execute("INSERT INTO persons VALUES ('anna', 'Anna', 4e9, 0, 0, 0)")
        file.commit()
    return database


class Watch:
    """Records all statements in write transactions."""

    def __init__(self, folder: Path) -> None:
        self.file = sqlite3.connect(folder / FILE_NAME)
        self.rows = 0
        self.most = 0
        self.scans: list[str] = []

    def executed(self, connection: Connection, cursor: Any, statement: str, values: Any, *_: object) -> None:
        if connection.get_execution_options().get("reading") or statement.startswith(("BEGIN", "PRAGMA")):
            return
        self.rows += max(0, cursor.rowcount)
        self.most = max(self.most, self.rows)
        plan = self.file.execute(f"EXPLAIN QUERY PLAN {statement}", values[0] if type(values) is list else values)
        scanned = [
            step[3] for step in plan if re.match("SCAN (log|tables|persons|mentions|sits|strays|cleared)", step[3])
        ]
        self.scans += [f"{step}: {statement}" for step in scanned]

    def ended(self, connection: Connection) -> None:
        self.rows = 0


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    fill(tmp_path)
    found = Watch(tmp_path)
    event.listen(Engine, "after_cursor_execute", found.executed)
    event.listen(Engine, "commit", found.ended)
    yield found
    event.remove(Engine, "after_cursor_execute", found.executed)
    event.remove(Engine, "commit", found.ended)
    found.file.close()


class LockCheckingArchive(FailingFolder):
    """An archive that checks that the write lock is free: archives may be remote and slow."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "archive")
        self.file = sqlite3.connect(folder / FILE_NAME, timeout=0, isolation_level=None)

    def check(self) -> None:
        self.file.execute("BEGIN IMMEDIATE")
        self.file.execute("ROLLBACK")

    def put(self, name: str, data: bytes) -> None:
        self.check()
        super().put(name, data)

    def get(self, name: str) -> bytes:
        self.check()
        return super().get(name)

    def delete(self, name: str) -> None:
        self.check()
        super().delete(name)


@pytest.mark.parametrize("job", ["erase", "erase archived", "remove", "prune", "archive", "clear"])
def test_a_write_transaction_is_small_and_scans_nothing(job: str, tmp_path: Path, watch: Watch) -> None:
    engine = migrated_database(tmp_path).engine()
    place = LockCheckingArchive(tmp_path)
    archive = Archive(place)
    if job in ("archive", "erase archived"):
        assert archive_all(engine, archive, 1.0) == 2
    if job.startswith("erase"):
        assert erase(engine, archive, "anna", pause=lambda _: None) == 3
        assert "anna" not in str(rows(tmp_path, "SELECT * FROM log")).lower()
    elif job == "remove":
        assert remove_all(engine, archive, ["going", "over"], pause=lambda _: None) == 2
        assert rows(tmp_path, "SELECT DISTINCT table_id FROM log") == [("moved",)]
    elif job == "prune":
        gone = prune(engine, archive, Retention(1, 1), time.time(), pause=lambda _: None)
        assert (gone["abandoned"], gone["finished"], gone["persons"]) == (1, 2, 2 * BATCH_SIZE)
        assert rows(tmp_path, "SELECT count(*) FROM log") == [(0,)]
    elif job == "clear":
        assert delete_unreferenced(engine, archive) == 2 * BATCH_SIZE
    engine.dispose()
    place.file.close()
    assert watch.scans == []
    assert BATCH_SIZE // 4 < watch.most <= BATCH_SIZE + MARGIN


def test_operators_read_during_a_write(run: Run, tmp_path: Path) -> None:
    """A reader that needed the write lock would wait for it and fail."""
    fill(tmp_path)
    database = migrated_database(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE tables SET updated = updated + 1")
        migrate(database)
        engine = database.engine()
        with reading(engine) as connection:
            assert counts(connection)["entries"] == 3 * LONG
            assert people(connection, "ann")[0].id == "anna"
            assert open_reports(connection) == []
        assert len(list(check(engine, Archive(None)))) == 3
        engine.dispose()
        for asked in (["status"], ["people", "Anna"], ["check"], ["reports"], ["erasures"]):
            assert run("admin", *asked, "--data", tmp_path)[0] == 0, asked
        assert run("admin", "backup", tmp_path / "beans.gz", "--data", tmp_path)[0] == 0
        writer.execute("ROLLBACK")


def test_play_continues_during_a_check(tmp_path: Path) -> None:
    """A running check holds neither the write lock nor the journal."""
    with server_client(tmp_path) as client:
        tables = [open_people_table(client) for _ in range(2)]
        engine = migrated_database(tmp_path).engine()
        looked_at = check(engine, Archive(None))
        assert next(looked_at).kind == ""
        with closing(sqlite3.connect(tmp_path / FILE_NAME, timeout=0)) as file:
            assert file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0, "no reader holds the journal"
        with table_socket(client, tables[1]) as socket:
            socket.send_json({"type": "chat", "text": "hello"})
            assert next_socket_message(socket, "chat")["text"] == "hello"
        assert [finding.kind for finding in looked_at] == [""]
        engine.dispose()


def test_a_backup_delays_the_checkpoint_but_no_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "RESTART_PAGES", 0)
    database = fill(tmp_path)
    writer = Writer(database)
    writer.commits = 1
    keeper = checkpoints.Checkpoints(database, writer)
    engine, other = database.engine(), database.engine()
    with reading(engine) as connection:  # the journal cannot be reset during this
        assert counts(connection)["entries"]
        rows(tmp_path, "UPDATE tables SET updated = updated + 1")
        looking = threading.Thread(target=keeper.checkpoint, args=(other,))
        looking.start()
        with closing(sqlite3.connect(tmp_path / FILE_NAME, timeout=5)) as file:
            while looking.is_alive():
                file.execute("UPDATE tables SET updated = updated + 1")
                file.commit()
    engine.dispose()
    other.dispose()


# --- old databases -----------------------------------------------------------------------------------------------


def test_an_old_database_gets_the_index_from_its_seats_and_logs(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        path = post_form(client, "/open", game="bohnanza", name="Nina", seat1="open").headers["location"]
        table = path.rpartition("/")[2]
        client.cookies.clear()
        post_form(client, "/me", name="Ottokar")
        post_form(client, f"{path}/sit", name="Ottokar", seat=1)
        post_form(client, f"{path}/leave", seat=1)
        poll_commands(client)
    people = sorted(person_of(tmp_path, name) for name in ("Nina", "Ottokar"))
    database = migrated_database(tmp_path)
    migrate(database, "0006", command.downgrade)
    rows(tmp_path, "DELETE FROM mentions")
    rows(tmp_path, "INSERT INTO mentions VALUES ('t', 'watching Nina')")
    rows(tmp_path, "INSERT INTO sits VALUES ('elsewhere', 0, 'timon')")
    rows(tmp_path, """INSERT INTO log VALUES ('t', 0, CAST(x'ff22706572736f6e223a22' AS TEXT))""")
    rows(tmp_path, """INSERT INTO log VALUES ('t', 1, '{"person":"nobody"}')""")
    migrate(database)
    found = rows(tmp_path, "SELECT table_id, who FROM mentions ORDER BY table_id = 'elsewhere', who")
    assert found == [*((table, who) for who in people), ("elsewhere", "timon")]
