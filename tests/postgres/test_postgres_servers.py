"""Tables on PostgreSQL: several servers at the same table, killed servers and databases."""

import asyncio
import signal
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic import command

from tests.support.server.app import TIMEOUT, next_message
from tests.support.server.archive_checks import CONCURRENT_TESTS, SINGLE_TESTS, ArchiveFixture
from tests.support.server.postgres import Cluster
from tests.support.server.remote_tables import (
    ONE_OPEN_SEAT,
    ServerPair,
    make_moves,
    running_server,
    two_at_a_table,
    wait_for_version,
)
from tests.support.server.store_checks import EVERY_DATABASE, migrated_database
from tobean.server.archive.index import delete_unreferenced
from tobean.server.client.table_client import TableClient, join, post
from tobean.server.database.database import Database, database_at, migrate


@pytest.mark.parametrize("check", EVERY_DATABASE, ids=lambda check: check.__name__)
def test_the_store_on_postgres(
    check: Callable[[Database], Coroutine[None, None, None]], tmp_path: Path, address: str
) -> None:
    asyncio.run(check(migrated_database(tmp_path, address)))


def test_servers_that_start_together_migrate_once(tmp_path: Path, address: str) -> None:
    async def migrate_together() -> None:
        await asyncio.gather(*[asyncio.to_thread(migrated_database, tmp_path, address) for _ in range(5)])

    asyncio.run(migrate_together())
    asyncio.run(EVERY_DATABASE[0](migrated_database(tmp_path, address)))


# --- whole tables ----------------------------------------------------------------------------------------------------


def test_two_servers_at_one_table_survive_being_killed(tmp_path: Path, address: str) -> None:
    async def begin(one: str, other: str) -> tuple[tuple[TableClient, TableClient], int]:
        seats = await two_at_a_table(one, other)
        async with seats[0], seats[1]:
            return seats, await make_moves(seats, 8)

    async def again(seats: tuple[TableClient, TableClient]) -> int:
        async with seats[0], seats[1]:
            return await make_moves(seats, 4)

    with running_server(tmp_path, address) as one, running_server(tmp_path, address) as other:
        seats, version = asyncio.run(begin(one.url, other.url))
        # One server is killed: its player continues at the other one, where nothing is missing.
        one.process.send_signal(signal.SIGKILL)
        one.process.wait()
        seats[0].server = other.url
        assert asyncio.run(again(seats)) == version + 4
        other.process.send_signal(signal.SIGKILL)
        other.process.wait()
    with running_server(tmp_path, address) as one, running_server(tmp_path, address) as other:
        seats[0].server, seats[1].server = other.url, one.url
        assert asyncio.run(again(seats)) == version + 8


def owner_of(address: str, table: str) -> str:
    """Internal address of the server that owns the table."""
    asking = "SELECT address FROM servers JOIN leases ON owner = id WHERE table_id = %s"
    with psycopg.connect(address) as database:
        row = database.execute(asking, (table,)).fetchone()
    assert row is not None
    return str(row[0])


def test_servers_on_two_machines_forward_connections_and_move_tables(pair: ServerPair) -> None:
    async def run(one: str, other: str) -> None:
        path, cookie = await asyncio.to_thread(
            post, one, "/open", {"game": "al-cabohne", "name": "Nina", **ONE_OPEN_SEAT}
        )
        nina = TableClient(one, path.rpartition("/")[2], cookie)
        assert one.endswith(owner_of(pair.address, nina.table).partition(":")[2])
        # The table has no viewers there, so it moves to the server that is asked for it.
        ben = await join(other, nina.table, 1, "Ben")
        assert other.endswith(owner_of(pair.address, nina.table).partition(":")[2])
        await asyncio.to_thread(post, other, f"{path}/start", {}, cookie)
        async with ben, nina:
            # A table with viewers stays, and connections are forwarded in both directions, with the person's identity.
            assert other.endswith(owner_of(pair.address, nina.table).partition(":")[2])
            await make_moves((nina, ben), 4)
            await nina.say("I am here")
            assert (await next_message(ben, "chat"))["text"] == "I am here"

    with psycopg.connect(pair.address, autocommit=True) as database:
        doors = database.execute("SELECT door, id FROM servers").fetchall()
        database.execute("UPDATE servers SET door = ''")  # as if neither could reach the other
        try:
            asyncio.run(run(pair.one, pair.other))
        finally:
            database.cursor().executemany("UPDATE servers SET door = %s WHERE id = %s", doors)


def test_a_click_in_two_windows_at_two_servers_counts_once(pair: ServerPair) -> None:
    async def run(one: str, other: str) -> None:
        nina, ben = await two_at_a_table(one, other)
        async with nina, ben:
            updates = [await next_message(seat, "update") for seat in (nina, ben)]
            asked = (nina, ben)[next(number for number, update in enumerate(updates) if update["asked"]["you"])]
        windows = [TableClient(server, asked.table, asked.cookie) for server in (one, other)]
        async with windows[0], windows[1]:
            update, _ = [await next_message(window, "update") for window in windows]
            for window in windows:
                await window.act(update["actions"][0]["do"])
            after = [await wait_for_version(window, update["version"] + 1) for window in windows]
            assert [each["version"] for each in after] == [update["version"] + 1] * 2
            assert after[0]["view"] == after[1]["view"]

    asyncio.run(run(pair.one, pair.other))


def test_the_database_fails_in_mid_game(tmp_path: Path, address: str, cluster: Cluster) -> None:
    async def run(one: str, other: str) -> None:
        seats = await two_at_a_table(one, other)
        async with seats[0], seats[1]:
            version = await make_moves(seats, 3)
            asked = next(seat for seat in seats if seat.update is not None and seat.update["asked"]["you"])
            assert asked.update is not None
            action = asked.update["actions"][0]["do"]
            await asyncio.to_thread(cluster.kill)
            try:
                await asked.act(action)
                answer = await next_message(asked, "error", "update")
                assert answer["type"] == "error"
                assert "nothing has happened" in answer["text"]
                assert health(one) == health(other) == 503
            finally:
                await asyncio.to_thread(cluster.start)
        async with asyncio.timeout(TIMEOUT):
            while not health(one) == health(other) == 200:
                await asyncio.sleep(0.1)
        # The table was closed because its log was missing, or reloaded: the next visitor continues where it was.
        async with seats[0], seats[1]:
            assert await make_moves(seats, 3) == version + 3

    with running_server(tmp_path, address) as one, running_server(tmp_path, address) as other:
        asyncio.run(run(one.url, other.url))


def health(server: str) -> int:
    """Status of the health check; after an outage the server may take a moment to reconnect."""
    try:
        with urllib.request.urlopen(f"{server}/health", timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("check", SINGLE_TESTS)
async def test_the_archive_on_postgres(
    check: Callable[[ArchiveFixture], Coroutine[None, None, None]], tmp_path: Path, address: str
) -> None:
    async with ArchiveFixture(migrated_database(tmp_path, address), tmp_path) as bench:
        await check(bench)


@pytest.mark.parametrize("check", CONCURRENT_TESTS)
async def test_the_archive_under_concurrent_play_on_postgres(
    check: Callable[[ArchiveFixture, pytest.MonkeyPatch], Coroutine[None, None, None]],
    tmp_path: Path,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with ArchiveFixture(migrated_database(tmp_path, address), tmp_path) as bench:
        await check(bench, monkeypatch)


async def test_a_slow_archive_holds_no_transaction_open(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL aborts idle transactions, so none may be open while a file is deleted."""
    open_transactions: list[Any] = []

    def delete(name: str) -> None:
        open_transactions.append(
            bench.ask(
                "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
                "AND xact_start IS NOT NULL AND backend_type = 'client backend'"
            )
        )

    async with ArchiveFixture(migrated_database(tmp_path, address), tmp_path) as bench:
        bench.ask("INSERT INTO strays (name, at) VALUES ('ga/one.zst', 0), ('ga/two.zst', 0)")
        monkeypatch.setattr(bench.place, "delete", delete)
        engine = bench.database.engine()
        assert delete_unreferenced(engine, bench.archive) == 2
        engine.dispose()
    assert open_transactions == [[], []]


def test_an_old_log_is_partitioned(tmp_path: Path, address: str) -> None:
    """The log is split into partitions and read back unchanged."""
    database = database_at(address, tmp_path)
    migrate(database, "0005")
    engine = database.engine()
    rows = [(f"table{number}", seq, f"entry {seq}") for number in range(40) for seq in range(3)]
    opened = '{"entry":"opened","at":1.0,"setup":{"seats":[{"person":"%s"},{}]}}'
    rows += [(f"seated{number:04}", 0, opened % f"person{number:04}") for number in range(1500)]
    read, parts = "SELECT * FROM log ORDER BY table_id, seq", "SELECT count(DISTINCT tableoid) FROM log"
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO log VALUES (%s, %s, %s)", rows)
        assert connection.exec_driver_sql(parts).scalar() == 1
    migrate(database)
    with engine.connect() as connection:
        assert sorted(rows) == [tuple(row) for row in connection.exec_driver_sql(read)]
        assert connection.exec_driver_sql(parts).scalar() == 16
        found = [tuple(row) for row in connection.exec_driver_sql("SELECT table_id, who FROM mentions ORDER BY 1")]
        assert found == [(f"seated{number:04}", f"person{number:04}") for number in range(1500)]
    migrate(database, "0005", command.downgrade)
    with engine.connect() as connection:
        assert sorted(rows) == [tuple(row) for row in connection.exec_driver_sql(read)]
        assert connection.exec_driver_sql(parts).scalar() == 1
    engine.dispose()
