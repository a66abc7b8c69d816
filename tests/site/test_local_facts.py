"""Facts in the storage of a browser."""

from tobean.server.store.facts import SERVER, Fact
from tobean.server.store.rows import Person
from tobean.site.local.facts import LocalFacts
from tobean.site.local.storage import Change, MemoryStorage
from tobean.site.local.store import LocalStore


async def test_a_fact_survives_a_new_tab_and_is_found_by_its_prefix() -> None:
    storage = MemoryStorage()
    facts = LocalFacts(LocalStore(storage))
    await facts.change([("me", "puzzle/1"), (SERVER, "puzzle/1")], lambda old: [Fact("mine"), Fact("shared")])
    later = LocalFacts(LocalStore(storage))
    assert await later.matching("me", "puzzle/") == {"puzzle/1": Fact("mine")}
    assert await later.matching(SERVER, "puzzle/") == {"puzzle/1": Fact("shared")}
    await later.delete("me", "puzzle/1")
    assert not await facts.matching("me", "")


async def test_none_leaves_a_fact_as_it_is() -> None:
    facts = LocalFacts(LocalStore(MemoryStorage()))
    assert await facts.change([("me", "a"), ("me", "b")], lambda old: [Fact("1"), None]) == [Fact("1"), None]
    assert await facts.change([("me", "a"), ("me", "b")], lambda old: [None, Fact("2")]) == [Fact("1"), Fact("2")]


async def test_a_change_that_loses_to_another_tab_is_decided_again() -> None:
    storage = MemoryStorage()
    facts = LocalFacts(LocalStore(storage))
    seen: list[list[Fact | None]] = []

    def first_attempt(old: list[Fact | None]) -> list[Fact | None]:
        seen.append(old)
        if len(seen) == 1:  # another tab writes between reading and writing
            storage.stores["facts"]["about/person/puzzle/1"] = '{"value":"other tab"}'
        return [None if old[0] else Fact("this tab")]

    assert await facts.change([("me", "puzzle/1")], first_attempt) == [Fact("other tab")]
    assert seen == [[None], [Fact("other tab")]]


async def test_two_tabs_that_change_one_fact_lose_nothing() -> None:
    storage = MemoryStorage()
    first, second = (LocalFacts(LocalStore(storage)) for _ in range(2))
    await first.change([("me", "rating")], lambda _: [Fact("1")])

    def add_one(old: list[Fact | None]) -> list[Fact | None]:
        assert old[0] is not None
        return [Fact(str(int(old[0].value) + 1))]

    def interrupted(old: list[Fact | None]) -> list[Fact | None]:
        new = add_one(old)
        if new == [Fact("2")]:  # another tab writes between reading and writing
            storage.stores["facts"]["about/person/rating"] = '{"value":"2"}'
        return new

    assert await first.change([("me", "rating")], interrupted) == [Fact("3")]
    assert await second.change([("me", "rating")], add_one) == [Fact("4")]


async def test_the_ranking_has_the_person_of_the_device() -> None:
    store = LocalStore(MemoryStorage())
    facts = LocalFacts(store)
    await facts.change([("me", "day")], lambda old: [Fact("{}", 12.0)])
    assert await facts.ranking("day", 10) == []
    await store.save_person(Person("me", "Nina", 1.0, 1.0))
    assert [(row.name, row.fact.score) for row in await facts.ranking("day", 10)] == [("Nina", 12.0)]
    await store.write([Change("facts", "about/person/day")])
    assert await facts.ranking("day", 10) == []
