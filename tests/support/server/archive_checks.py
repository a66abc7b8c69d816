"""Checks that the archive must pass on every database; the tests choose the database."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text

from tobean.server.admin.tables import Retention, prune
from tobean.server.archive import archiver
from tobean.server.archive.archive import Archive, ArchiveUnavailable
from tobean.server.archive.archive_format import BadArchive
from tobean.server.archive.backends import Folder
from tobean.server.archive.index import delete_unreferenced, reserve_name
from tobean.server.database.database import Database
from tobean.server.moderation import erasure
from tobean.server.moderation.erasure import erase, write_log
from tobean.server.store.rows import Summary, TableRow
from tobean.server.store.store import Store
from tobean.server.store.write_errors import ConditionalEntries, Conflict

OPENED = '{"entry":"opened","at":1.0,"setup":{"seats":[{"person":"nina"},{}]}}'
SAID = '{"entry":"said","at":2.0,"seat":-1,"name":"Ben","text":"hello","person":"ben"}'
LINES = [OPENED, *(f'{{"entry":"acted","at":{at}.0,"do":"plant"}}' for at in range(2, 40)), SAID]


class SimulatedKill(Exception):
    """Replaces a kill signal."""


class FailingFolder(Folder):
    """A storage backend that can fail."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.fault: BaseException | None = None

    def put(self, name: str, data: bytes) -> None:
        super().put(name, data)
        if self.fault is not None:
            raise self.fault

    def names(self) -> list[str]:
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*.*"))


class ArchiveFixture:
    """A database with a finished game, and an archive."""

    def __init__(self, database: Database, folder: Path) -> None:
        self.database = database
        self.place = FailingFolder(folder / "archive")
        self.archive = Archive(self.place)
        self.store = Store(database, self.archive)
        self.engine: Engine = database.engine()

    async def __aenter__(self) -> ArchiveFixture:
        self.store.start()
        await self.over("game", LINES)
        return self

    async def __aexit__(self, *error: object) -> None:
        self.engine.dispose()
        await self.store.close()

    async def over(self, table: str, lines: list[str], at: float = 0.0) -> None:
        row = TableRow(table, "bohnanza", "nina", True, "over", len(lines) - 1, 1.0, at, None, Summary(), ("nina", ""))
        await self.store.save_tables([row])
        await self.store.append(table, 0, ConditionalEntries("", lines))

    def move(self) -> int:
        return archiver.archive_all(self.engine, self.archive, 1.0)

    def ask(self, question: str) -> list[Any]:
        with self.engine.begin() as connection:
            result = connection.execute(text(question))
            return [tuple(row) for row in result] if result.returns_rows else []

    def age_strays(self) -> None:
        """Makes unreferenced files look an hour old."""
        self.ask("UPDATE strays SET at = 0")


async def an_archived_game_reads_the_same(bench: ArchiveFixture) -> None:
    await bench.over("fresh", LINES, at=time.time())
    await bench.over("going", LINES)
    bench.ask("UPDATE tables SET state = 'playing' WHERE id = 'going'")
    assert bench.move() == 1
    assert bench.move() == 0
    assert await bench.store.entries("game") == LINES
    assert bench.ask("SELECT table_id, count(*) FROM log GROUP BY table_id ORDER BY 1") == [
        ("fresh", len(LINES)),
        ("game", 1),
        ("going", len(LINES)),
    ]
    assert bench.ask("SELECT who FROM mentions WHERE table_id = 'game' ORDER BY 1") == [("ben",), ("nina",)]
    assert bench.ask("SELECT name FROM strays") == []
    assert len(bench.place.names()) == 1


async def later_entries_are_archived_later(bench: ArchiveFixture) -> None:
    bench.move()
    with pytest.raises(Conflict):
        await bench.store.append("game", len(LINES), ConditionalEntries(LINES[0], ["late"]))
    await bench.store.append("game", len(LINES), ConditionalEntries(LINES[-1], [SAID]))
    assert await bench.store.entries("game") == [*LINES, SAID]
    assert bench.move() == 0, "the list tables do not contain it yet"
    bench.ask("UPDATE tables SET seq = seq + 1")
    before = bench.place.names()
    assert bench.move() == 1
    assert await bench.store.entries("game") == [*LINES, SAID]
    assert bench.ask("SELECT count(*) FROM log") == [(1,)]
    assert len(bench.place.names()) == 1
    assert bench.place.names() != before


async def after_a_kill_a_game_is_stored_once(bench: ArchiveFixture) -> None:
    # While it is written:
    bench.place.fault = SimulatedKill()
    with pytest.raises(SimulatedKill):
        bench.move()
    bench.place.fault = None
    assert await bench.store.entries("game") == LINES
    assert bench.ask("SELECT archive, packed FROM tables") == [("", 0)]
    assert len(bench.place.names()) == 1
    assert delete_unreferenced(bench.engine, bench.archive) == 0, "it may still be written"
    bench.age_strays()
    assert delete_unreferenced(bench.engine, bench.archive) == 1
    assert bench.place.names() == []
    # While an archived game is replaced, before the earlier one is deleted:
    bench.move()
    bench.ask("INSERT INTO strays (name, at) VALUES ('ga/game.0.zst', 0)")
    bench.place.put("ga/game.0.zst", b"earlier")
    bench.move()
    assert len(bench.place.names()) == 1
    assert await bench.store.entries("game") == LINES


async def one_of_several_archivers_moves_a_game(bench: ArchiveFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    def meanwhile(engine: Engine, table: str) -> str:
        monkeypatch.setattr(archiver, "reserve_name", reserve_name)
        assert archiver.archive_table(engine, bench.archive, table)
        return reserve_name(engine, table)

    monkeypatch.setattr(archiver, "reserve_name", meanwhile)
    assert bench.move() == 0
    assert await bench.store.entries("game") == LINES
    assert bench.ask("SELECT archive FROM tables") == [(name,) for name in bench.place.names()], "the others are gone"


async def a_log_changed_during_archiving_is_not_archived(
    bench: ArchiveFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(engine: Engine, table: str) -> str:
        monkeypatch.setattr(archiver, "reserve_name", reserve_name)
        assert erase(engine, bench.archive, "ben", pause=lambda _: None) == 1
        return reserve_name(engine, table)

    monkeypatch.setattr(archiver, "reserve_name", meanwhile)
    assert bench.move() == 0
    assert bench.ask("SELECT archive FROM tables") == [("",)]
    assert "hello" not in "".join(await bench.store.entries("game"))
    assert bench.move() == 1
    assert "hello" not in "".join(await bench.store.entries("game"))


async def a_log_archived_during_erasure_is_erased_in_the_archive(
    bench: ArchiveFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(*given: Any) -> bool:
        monkeypatch.setattr(erasure, "write_log", write_log)
        assert bench.move() == 1
        return write_log(*given)

    monkeypatch.setattr(erasure, "write_log", meanwhile)
    assert erase(bench.engine, bench.archive, "ben", pause=lambda _: None) == 1
    assert len(bench.place.names()) == 1
    lines = await bench.store.entries("game")
    assert lines[:-1] == LINES[:-1]
    assert "hello" not in lines[-1]


async def a_half_archived_log_is_cleaned_up(bench: ArchiveFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*given: Any) -> None:
        raise SimulatedKill

    monkeypatch.setattr(archiver, "delete_entries", killed)
    with pytest.raises(SimulatedKill):
        bench.move()
    assert await bench.store.entries("game") == LINES
    assert bench.ask("SELECT count(*) FROM log") == [(len(LINES),)]
    assert erase(bench.engine, bench.archive, "ben", pause=lambda _: None) == 1
    assert "hello" not in str(bench.ask("SELECT entry FROM log"))
    prune(bench.engine, bench.archive, Retention(0, 0), time.time(), pause=lambda _: None)
    assert bench.ask("SELECT count(*) FROM log") == [(1,)]
    assert len(await bench.store.entries("game")) == len(LINES)


async def a_late_archiver_changes_no_pointer(bench: ArchiveFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(engine: Engine, table: str) -> str:
        name = reserve_name(engine, table)
        bench.age_strays()
        delete_unreferenced(engine, bench.archive)
        return name

    monkeypatch.setattr(archiver, "reserve_name", slow)
    assert bench.move() == 0
    assert await bench.store.entries("game") == LINES
    assert bench.ask("SELECT archive FROM tables") == [("",)]


async def unrestorable_games_stay_in_the_log(bench: ArchiveFixture) -> None:
    bench.ask("UPDATE log SET entry = 'two\nlines' WHERE seq = 3")
    assert bench.move() == 0
    bench.ask("DELETE FROM log WHERE seq = 3")
    assert bench.move() == 0
    assert bench.ask("SELECT count(*) FROM log") == [(len(LINES) - 1,)]


async def a_failing_archive_is_distinguished_from_a_damaged_one(bench: ArchiveFixture) -> None:
    bench.move()
    path = bench.place.folder / bench.place.names()[0]
    data = path.read_bytes()
    path.write_bytes(data[:-3])
    assert await bench.store.entries("game") == [""]
    with pytest.raises(BadArchive):
        bench.archive.lines(bench.place.names()[0])
    path.unlink()
    with pytest.raises(ArchiveUnavailable, match="not in the archive"):
        await bench.store.entries("game")
    path.mkdir()
    with pytest.raises(ArchiveUnavailable, match="cannot be read"):
        await bench.store.entries("game")


SINGLE_TESTS = (
    an_archived_game_reads_the_same,
    later_entries_are_archived_later,
    after_a_kill_a_game_is_stored_once,
    unrestorable_games_stay_in_the_log,
    a_failing_archive_is_distinguished_from_a_damaged_one,
)
CONCURRENT_TESTS = (
    one_of_several_archivers_moves_a_game,
    a_log_changed_during_archiving_is_not_archived,
    a_log_archived_during_erasure_is_erased_in_the_archive,
    a_half_archived_log_is_cleaned_up,
    a_late_archiver_changes_no_pointer,
)
