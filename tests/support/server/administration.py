"""Queries and admin commands for tests of a server's operation: the database, the archive, the command poller."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from tests.support.cli import Run
from tobean.server.admin.command_poller import CommandPoller
from tobean.server.archive.archive_format import unpack


def rows(folder: Path, question: str, *values: object) -> list[Any]:
    with closing(sqlite3.connect(folder / "tobean.sqlite3")) as database:
        found = database.execute(question, values).fetchall()
        database.commit()
        return found


def poll_commands(client: TestClient) -> None:
    """Makes the server poll its commands now."""
    assert client.portal is not None
    poller: CommandPoller = client.app.state.command_poller  # type: ignore[attr-defined]
    client.portal.call(poller.poll)


def person_of(folder: Path, name: str) -> str:
    return str(rows(folder, "SELECT id FROM persons WHERE name = ?", name)[0][0])


def use_cookies(client: TestClient, cookies: dict[str, str]) -> None:
    """Continues with the cookies of another person."""
    client.cookies.clear()
    client.cookies.update(cookies)


def database_text(folder: Path) -> str:
    names = [name for (name,) in rows(folder, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    return "\n".join(repr(row) for name in names for row in rows(folder, f"SELECT * FROM {name}"))


def archive_files(folder: Path) -> list[Path]:
    return sorted(path for path in (folder / "archive").rglob("*") if path.is_file())


def archive_text(folder: Path) -> str:
    return "\n".join(line for path in archive_files(folder) for line in unpack(path.read_bytes()))


def archive(run: Run, folder: Path) -> str:
    code, output, _ = run("admin", "archive", "--archive-after", 0, "--data", folder)
    assert code == 0
    return str(output)


def unload_tables(client: TestClient) -> None:
    """Unloads all tables, so that the next request loads them."""
    registry = client.app.state.site.registry  # type: ignore[attr-defined]

    async def close() -> None:
        await registry.save_rows()
        for live_table in list(registry.live_tables.values()):
            registry.close(live_table)
        await registry.replays.forget()

    assert client.portal is not None
    client.portal.call(close)
