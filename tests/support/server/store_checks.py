"""Checks that every database must pass; the tests choose the database."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from tests.support.server.app import add_database
from tobean.server.database.database import Database, database_at, migrate
from tobean.server.store.database_facts import DatabaseFacts
from tobean.server.store.facts import Fact
from tobean.server.store.leases import LeaseStore, Peer
from tobean.server.store.rows import Person, Summary, TableRow
from tobean.server.store.store import Store
from tobean.server.store.write_errors import ConditionalEntries, Conflict, WriteFuture


def result_of_write(work: Coroutine[Any, Any, None]) -> WriteFuture:
    """Future that a store returns for a write done by this coroutine."""
    writing = WriteFuture()

    def settle(task: asyncio.Task[None]) -> None:
        error = task.exception()
        if error is None:
            writing.set_result(None)
        else:
            writing.set_exception(error)

    asyncio.ensure_future(work).add_done_callback(settle)
    return writing


def migrated_database(folder: Path, address: str | None = None) -> Database:
    """A database with the current schema: this one, or a file in the folder."""
    if not address:
        add_database(folder)
    database = database_at(address, folder)
    migrate(database)
    return database


@contextlib.asynccontextmanager
async def open_store(database: Database) -> AsyncIterator[Store]:
    store = Store(database)
    store.start()
    try:
        yield store
    finally:
        await store.close()


def first_entry(*entries: str) -> ConditionalEntries:
    return ConditionalEntries("", entries)


def row(table: str, seq: int, state: str = "open") -> TableRow:
    return TableRow(table, "bohnanza", "host", True, state, seq, 1.0, 2.0 + seq, None, Summary(), ("host", ""))


async def one_of_several_writers_wins(database: Database) -> None:
    async with open_store(database) as one, open_store(database) as other:
        asked = [store.append("race", 0, first_entry(f"{number}")) for number, store in enumerate([one, other] * 5)]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert len(await one.entries("race")) == 1
    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 9


async def tables_share_a_commit_and_a_conflict_affects_only_its_table(database: Database) -> None:
    async with open_store(database) as store:
        await store.append("t0", 0, first_entry("first"))
        waiting = [store.append(f"t{number}", 0, first_entry("a", "b")) for number in range(50)]
        outcomes = await asyncio.gather(*waiting, return_exceptions=True)
        assert isinstance(outcomes[0], Conflict)
        assert outcomes[1:] == [None] * 49
        assert await store.entries("t0") == ["first"]
        assert await store.entries("t7") == ["a", "b"]
        assert store.writer.written == 99


async def writers_of_many_tables_do_not_deadlock(database: Database) -> None:
    """Two servers write the same entries in opposite orders: each entry has one winner."""
    tables = [f"ring{number}" for number in range(40)]
    async with open_store(database) as one, open_store(database) as other:
        for seq in range(5):
            last = [((await one.entries(table)) or [""])[-1] for table in tables]
            places = list(zip(tables, last, strict=True))
            asked = [one.append(table, seq, ConditionalEntries(after, ["one"])) for table, after in places]
            asked += [
                other.append(table, seq, ConditionalEntries(after, ["other"])) for table, after in reversed(places)
            ]
            outcomes = await asyncio.gather(*asked, return_exceptions=True)
            assert outcomes.count(None) == len(tables)
            assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == len(tables)


async def stale_appends_are_refused(database: Database) -> None:
    """The number alone would fit: the log has a different entry than the one on which the decision was based."""
    async with open_store(database) as store:
        await store.append("t", 0, first_entry("opened", "theirs"))
        for seq, after in ((2, "ours"), (2, "opened"), (2, ""), (1, "opened"), (3, "theirs"), (9, ""), (0, "")):
            with pytest.raises(Conflict):
                await store.append("t", seq, ConditionalEntries(after, ["late", "later"]))
        with pytest.raises(Conflict):
            await store.append("other", 1, ConditionalEntries("opened", ["late"]))
        assert await store.entries("t") == ["opened", "theirs"]
        assert await store.entries("other") == []
        behind_each_other = [
            store.append("t", 2, ConditionalEntries("theirs", ["a"])),
            store.append("t", 3, ConditionalEntries("a", ["b"])),
        ]
        assert await asyncio.gather(*behind_each_other) == [None, None]
        assert await store.entries("t") == ["opened", "theirs", "a", "b"]


async def a_missing_entry_is_detected(database: Database) -> None:
    async with open_store(database) as store:
        await store.append("t", 0, first_entry("a", "b", "c", "d"))
        await store.write(text("DELETE FROM log WHERE table_id = 't' AND seq = 2"))
        assert await store.entries("t") == ["a", "b", ""]


async def a_row_from_a_shorter_log_is_not_saved(database: Database) -> None:
    async with open_store(database) as store:
        await store.save_tables([row("t", 5, "playing")])
        await store.save_tables([row("t", 3, "open")])
        found = await store.table("t")
        assert found is not None
        assert (found.seq, found.state) == (5, "playing")
        assert [each.id for each in (await store.lobby())[1]] == ["t"]
        assert [each.id for each in await store.tables_of("host")] == ["t"]
        assert await store.seats_of("host") == {"t": (0,)}
        await store.hide_tables("host", ["t"], found.updated - 1.0)
        assert [each.id for each in await store.tables_of("host")] == ["t"], "the log has changed since"
        await store.hide_tables("host", ["t"], found.updated)
        assert await store.tables_of("host") == []
        assert await store.table("t") is not None
        await store.append("t", 0, first_entry(*["x"] * 9))
        assert await store.outdated_tables() == ["t"]
        await store.quarantine_table("t")
        assert await store.outdated_tables() == []
        assert await LeaseStore(store).pending_work(1e12) == ([], [], [])


async def rows_of_unmoved_tables_are_saved_together(database: Database) -> None:
    async with open_store(database) as store:
        before = [row(f"t{number}", 5, "playing") for number in range(3)]
        await store.save_tables(before)
        after = [replace(each, seq=9, updated=1763305123.4567891, wakes=7.1, listed_persons=None) for each in before]
        after[1] = replace(after[1], seq=4)
        await store.save_tables(after)
        found = [await store.table(each.id) for each in before]
        assert found == [after[0], replace(before[1], listed_persons=None), after[2]]
        assert await store.seats_of("host") == {"t0": (0,), "t1": (0,), "t2": (0,)}


async def persons_and_records_are_kept(database: Database) -> None:
    async with open_store(database) as store:
        await store.add_person(Person("p", "Nina", 1.0, 1.0))
        await store.rename("p", "Bär", 3)
        assert await store.person("p", "c") == Person("p", "Bär", 1.0, 1.0, face=3)
        await store.revoke("c", 2.0)
        await store.revoke("c", 3.0)
        assert await store.person("p", "c") is None
        assert await store.valid_cookies({"c": ("p", 0), "d": ("p", 0), "e": ("p", 1), "f": ("q", 0)}) == {"d"}
        await store.revoke_all("p")
        assert await store.person("p", "d") == Person("p", "Bär", 1.0, 1.0, 1, 3)
        assert await store.valid_cookies({"c": ("p", 1), "d": ("p", 0), "e": ("p", 1)}) == {"e"}
        await store.add_record("r", "p", "words", 5.0)
        assert await store.record("r") == "words"
        assert await store.record("none") is None


async def a_transfer_link_is_used_once(database: Database) -> None:
    async with open_store(database) as one, open_store(database) as other:
        used = await asyncio.gather(*[store.consume_link("link", 1.0) for store in [one, other] * 5])
        assert sorted(used) == [False] * 9 + [True]
        await one.add_person(Person("p", "Nina", 1.0, 1.0))
        assert await other.person("p", "cookie", "link") is None
        assert await other.person("p", "cookie", "another") is not None


async def open_seats_are_those_of_unfinished_games(database: Database) -> None:
    async with open_store(database) as store:
        await store.save_tables([row("open", 1), row("on", 1, "playing"), row("over", 1, "over")])
        assert await store.open_seat_count("host") == 2
        assert await store.open_seat_count("somebody") == 0


async def written_entries_are_read_again(database: Database) -> None:
    odd = ['{"text":"Bär 🫘 \\u0000 \\"quoted\\" \'; --"}', "[]", "\n\t\u2028"]
    async with open_store(database) as store:
        await store.append("odd", 0, first_entry(*odd))
        await store.append("odd", len(odd), ConditionalEntries(odd[-1], odd))
        odd *= 2
        assert await store.entries("odd") == odd


async def a_table_has_one_owner(database: Database) -> None:
    async with open_store(database) as one, open_store(database) as other, open_store(database) as third:
        books = [LeaseStore(store, lease_seconds=3600.0) for store in (one, other, third)]
        servers = [Peer(store.writer.server_id, "", "", 1, "1") for store in (one, other)]
        for lease_store, server in zip(books, servers, strict=False):
            await lease_store.register(server)
        first_fence, refused = [
            await lease_store.claim("t", each.id, 1) for lease_store, each in zip(books, servers, strict=False)
        ]
        assert (first_fence, refused) == (1, None)
        assert await books[1].owner("t") == servers[0]
        assert await books[0].owner("unknown") is None
        await one.save_tables([replace(row("t", 0, "playing"), wakes=1.0)])
        await one.append("t", 0, ConditionalEntries("", ["opened"], 1))
        assert await books[1].pending_work(1e12) == ([], [], [])
        assert await other.outdated_tables() == []
        # Once the same server claims the table again, its earlier decisions are refused.
        assert await books[0].claim("t", servers[0].id, 1) == 2
        with pytest.raises(Conflict):
            await one.append("t", 1, ConditionalEntries("opened", ["late"], 1))
        # The owner dies: another server takes the table, and the former owner cannot write if it was only suspended.
        await one.append("t", 1, ConditionalEntries("opened", ["one"], 2))
        await books[1].mark_dead(servers[0].id)
        assert await books[1].owner("t") is None
        assert await books[1].pending_work(1e12) == ([servers[0].id], [], ["t"])
        assert await books[1].pending_work(0.5) == ([servers[0].id], [], [])
        assert await books[1].unsaved_tables_of(servers[0].id) == ["t"]
        assert await books[1].claim("t", servers[1].id, 1) == 3
        with pytest.raises(Conflict):
            await one.append("t", 2, ConditionalEntries("one", ["asleep", "still"], 2))
        await other.append("t", 2, ConditionalEntries("one", ["other"], 3))
        assert not await books[0].renew(servers[0].id)
        await books[0].register(servers[0])
        assert await books[0].renew(servers[0].id)
        assert await books[0].fences_of(servers[0].id) == {}
        assert await books[1].fences_of(servers[1].id) == {"t": 3}
        # A released table is free; an older program does not touch entries of a newer one.
        await books[1].release([("t", 2)], servers[1].id)
        assert await books[0].claim("t", servers[0].id, 1) is None
        await books[1].release([("t", 3)], servers[1].id)
        await other.write(text("UPDATE leases SET format = 2 WHERE table_id = 't'"))
        assert await books[0].format("t") == 2
        assert await books[0].claim("t", servers[0].id, 2) == 4
        await books[0].deregister(servers[0].id)
        assert await books[1].claim("t", servers[1].id, 1) is None
        assert await books[1].claim("t", servers[1].id, 2) == 5
        assert await books[2].live_servers() == [servers[1]]
        assert await other.entries("t") == ["opened", "one", "other"]


async def one_of_several_claimants_owns_a_table(database: Database) -> None:
    async with open_store(database) as one, open_store(database) as other:
        for store in (one, other):
            await LeaseStore(store, lease_seconds=3600.0).register(Peer(store.writer.server_id, "", "", 1, "1"))
        for number in range(10):
            asked = [LeaseStore(store).claim(f"t{number}", store.writer.server_id, 1) for store in (one, other)]
            assert sorted(await asyncio.gather(*asked), key=str) == [1, None]


async def simultaneous_changes_of_a_fact_all_count(database: Database) -> None:
    def add(old: list[Fact | None]) -> list[Fact | None]:
        return [Fact("1" if fact is None else str(int(fact.value) + 1)) for fact in old]

    async with open_store(database) as one, open_store(database) as other:
        sides = DatabaseFacts(one), DatabaseFacts(other)
        keys = [("p", "a/1"), ("", "b")]
        await asyncio.gather(*[sides[number % 2].change(keys[:: 1 if number % 4 else -1], add) for number in range(15)])
        await asyncio.gather(*[sides[number % 2].change(keys, add) for number in range(10)])
        assert await sides[0].matching("p", "a/") == await sides[1].matching("p", "a/")
        assert (await sides[0].matching("", "b"))["b"].value == (await sides[0].matching("p", "a"))["a/1"].value == "25"
        assert not await sides[0].matching("p", "a_")
        assert not await sides[0].matching("q", "a")


def replaced_by(fact: Fact, old: list[Fact | None]) -> list[Fact | None]:
    return [fact]


async def facts_are_ranked_by_score_and_deleted(database: Database) -> None:
    async with open_store(database) as store:
        facts = DatabaseFacts(store)
        for person, score in (("x", 3.0), ("y", 7.0), ("z", None), ("nobody", 9.0)):
            if person != "nobody":
                await store.add_person(Person(person, person.upper(), 1.0, 1.0))
            await facts.change([(person, "day")], partial(replaced_by, Fact("{}", score)))
        assert [(row.owner, row.name) for row in await facts.ranking("day", 5)] == [("y", "Y"), ("x", "X")]
        assert len(await facts.ranking("day", 1)) == 1
        await facts.delete("y", "day")
        assert [row.owner for row in await facts.ranking("day", 5)] == ["x"]
        with pytest.raises(ValueError, match="too large"):
            await facts.change([("x", "k" * 200)], lambda _: [Fact("")])


EVERY_DATABASE = (
    a_table_has_one_owner,
    one_of_several_claimants_owns_a_table,
    one_of_several_writers_wins,
    tables_share_a_commit_and_a_conflict_affects_only_its_table,
    writers_of_many_tables_do_not_deadlock,
    stale_appends_are_refused,
    a_missing_entry_is_detected,
    a_row_from_a_shorter_log_is_not_saved,
    rows_of_unmoved_tables_are_saved_together,
    persons_and_records_are_kept,
    a_transfer_link_is_used_once,
    open_seats_are_those_of_unfinished_games,
    written_entries_are_read_again,
    simultaneous_changes_of_a_fact_all_count,
    facts_are_ranked_by_score_and_deleted,
)
