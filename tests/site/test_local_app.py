"""The site of one device: pages and tables of the server, with local parts."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

import msgspec
import pytest

from tests.support.browser.card_sets import half_card_set
from tests.support.local_site import Device
from tobean.games import GAMES
from tobean.session.log.reducer import FINISHED
from tobean.site.local.sockets import LOCKED
from tobean.site.local.storage import LOG, TABLES, Change, MemoryStorage, StorageFailed


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in an event loop."""

    @wraps(test)
    def run(*args: Any, **fixtures: Any) -> None:
        asyncio.run(test(*args, **fixtures))

    return run


@pytest.mark.parametrize("game", list(GAMES))
@in_loop
async def test_a_table_of_each_game_is_played(game: str) -> None:
    device = Device()
    bots = {f"seat{seat}": "sprout" for seat in range(1, min(GAMES[game].players))}
    table = await device.open(game=game, **bots)
    assert table.startswith(f"{game}-")
    page = device.connect(table)
    for _ in range(3):
        await page.act()
    await page.close()
    assert len(await device.storage.read_all(LOG, f"{table}/")) >= 5


@in_loop
async def test_an_action_is_stored_before_it_is_shown() -> None:
    class WatchedStorage(MemoryStorage):
        def __init__(self) -> None:
            super().__init__()
            self.stored_at: list[int] = []

        async def write(self, changes: list[Change]) -> None:
            await asyncio.sleep(0.01)
            if changes[0].store == LOG:
                self.stored_at.append(len(page.messages) if page else 0)
            await super().write(changes)

    page = None
    storage = WatchedStorage()
    device = Device(storage)
    page = device.connect(await device.open(seat1="sprout", seat2="sprout"))
    update = await page.until_asked()
    before = len(page.messages)
    storage.stored_at.clear()
    page.send(type="act", version=update["version"], action=update["actions"][0]["do"])
    await page.until(lambda: page.update and page.update["version"] > update["version"])
    # No message came between the action and the end of its writing.
    assert storage.stored_at[0] == before


@in_loop
async def test_a_killed_tab_loses_nothing() -> None:
    first = Device()
    table = await first.open(seat1="sprout", seat2="sprout")
    page = first.connect(table)
    for _ in range(3):
        await page.act()
    assert page.update is not None
    version = page.update["version"]
    first.kill()
    second = Device(first.storage)
    again = second.connect(table)
    await again.until(lambda: again.update)
    assert again.update is not None
    assert again.update["version"] >= version
    listed = (await second.get("/mine")).body.decode()
    assert f"/tables/{table}" in listed


@in_loop
async def test_a_table_in_another_tab_is_refused_with_a_sentence() -> None:
    class OneHolder:
        """Locks shared by the tabs of a browser."""

        def __init__(self, holders: dict[str, "OneHolder"]) -> None:
            self.holders = holders

        async def acquire(self, table: str) -> bool:
            return self.holders.setdefault(table, self) is self

        def release(self, table: str) -> None:
            self.holders.pop(table, None)

    holders: dict[str, OneHolder] = {}
    first = Device(locks=OneHolder(holders))
    table = await first.open(seat1="sprout", seat2="sprout")
    second = Device(first.storage, OneHolder(holders))
    page = second.connect(table, "language=de")
    await page.task
    assert page.closed is not None
    assert page.closed["code"] == LOCKED
    assert "anderen Tab" in page.closed["reason"]
    shown = await second.get(f"/tables/{table}", "de")
    assert shown.status == 409
    assert "anderen Tab" in shown.body.decode()


@in_loop
async def test_full_storage_is_one_sentence_and_changes_nothing() -> None:
    class SmallStorage(MemoryStorage):
        is_full = False

        async def write(self, changes: list[Change]) -> None:
            if self.is_full:
                raise StorageFailed("QuotaExceededError")
            await super().write(changes)

    storage = SmallStorage()
    device = Device(storage)
    table = await device.open(seat1="sprout", seat2="sprout")
    page = device.connect(table)
    update = await page.until_asked()
    storage.is_full = True
    stored = dict(storage.stores[LOG])
    page.send(type="act", version=update["version"], action=update["actions"][0]["do"])
    message = await page.until_type("error")
    assert "QuotaExceededError" in message["text"]
    assert storage.stores[LOG] == stored
    storage.is_full = False
    await page.until(lambda: page.update and page.update["asked"]["you"])
    await page.act()


@in_loop
async def test_a_damaged_log_is_shown_and_can_be_continued() -> None:
    storage = MemoryStorage()
    first = Device(storage)
    table = await first.open(seat1="sprout", seat2="sprout")
    page = first.connect(table)
    for _ in range(2):
        await page.act()
    first.kill()
    last = max(storage.stores[LOG])
    storage.stores[LOG][last] = '{"entry": "acted"'
    second = Device(storage)
    shown = await second.get(f"/tables/{table}")
    assert "go-on" in shown.body.decode()
    gone_on = await second.post(f"/tables/{table}/go-on")
    assert gone_on.status == 303
    again = second.connect(gone_on.headers["location"].rpartition("/")[2])
    await again.until(lambda: again.update)
    assert storage.stores[LOG][last] == '{"entry": "acted"'


@in_loop
async def test_an_exported_table_can_be_continued_on_another_device() -> None:
    first = Device()
    table = await first.open(seat1="sprout", seat2="sprout")
    page = first.connect(table)
    for _ in range(3):
        await page.act()
    record = await first.get(f"/tables/{table}/record")
    assert "attachment" in record.headers["content-disposition"]
    second = Device()
    brought = await second.post("/replays", text=record.body.decode())
    assert brought.status == 303, brought.body
    address = brought.headers["location"]
    assert (await second.get(address)).status == 200
    frames = msgspec.json.decode((await second.get(f"{address}/frames.json?first=0&last=3")).body)["frames"]
    assert len(frames) == 4
    played_on = await second.post(f"{address}/play", name="Ben", ply="3", seat="0")
    again = second.connect(played_on.headers["location"].rpartition("/")[2])
    await again.until(lambda: again.update)
    assert again.update is not None
    assert again.update["view"]["seats"]


@in_loop
async def test_a_finished_game_has_result_study_and_rematch() -> None:
    device = Device()
    cards = half_card_set("bohnanza")
    table = await device.open_with_cards("bohnanza", cards, seat1="sprout", seat2="sprout")
    page = device.connect(table)
    last = await page.play_to_the_end()
    assert last["view"]["result"]["text"]
    for path in (f"/tables/{table}/result", f"/replays/{table}"):
        assert (await device.get(path)).status == 200, path
    points = msgspec.json.decode((await device.get(f"/replays/{table}/curve.json")).body)["points"]
    assert [len(point["thalers"]) for point in points] == [3] * len(points)
    assert "moments" in msgspec.json.decode((await device.get(f"/replays/{table}/marks.json?language=en")).body)
    rematch = await device.post(f"/tables/{table}/rematch")
    assert re.fullmatch(r"/tables/bohnanza-[\w-]+", rematch.headers["location"])


@in_loop
async def test_hints_typed_sentences_and_explanations_of_illegal_actions() -> None:
    device = Device()
    page = device.connect(await device.open(seat1="sprout", seat2="sprout"))
    update = await page.until_asked()
    page.send(type="hint", version=update["version"])
    assert (await page.until_type("hint"))["text"]
    page.send(type="talk", text="Soy for a Red?")
    assert (await page.until_type("talk"))["text"] == "Soy for a Red?"
    page.send(type="why", action="A harvest 1")
    assert (await page.until_type("why"))["legal"] is False


@in_loop
async def test_missing_pages_and_tables_are_distinguished_from_errors() -> None:
    device = Device()
    assert (await device.get("/tables/bohnanza-none")).status == 404
    assert (await device.get("/nowhere")).status == 404
    refused = await device.post("/play", name="A", game="bohnanza")
    assert refused.status == 422
    page = device.connect("bohnanza-none")
    await page.task
    assert page.closed is not None
    assert page.closed["code"] == 4404


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@in_loop
async def test_pages_of_the_device_offer_nothing_that_needs_a_server(language: str) -> None:
    device = Device()
    await device.open(seat1="sprout", seat2="sprout")
    for path in ("/", "/mine", "/me", "/open", "/replays"):
        answer = await device.get(path, language)
        assert answer.status == 200
        links = re.findall(r'(?:href|action|formaction)="(/[^"]*)"', answer.body.decode())
        assert not [link for link in links if re.match(r"/(lobby|move|forget|erase|open-up)", link)], path


@in_loop
async def test_my_games_counts_a_game_that_was_deleted_since() -> None:
    device = Device()
    assert "You have not finished a game that counts" in (await device.get("/mine/games")).body.decode()
    table = await device.open(game="al-cabohne")
    running = (await device.get("/mine/games")).body.decode()
    assert "You have not finished a game that counts" in running
    page = device.connect(table)
    await page.play_to_the_end()
    await page.close()
    await device.post("/mine/clear", finished="yes")
    assert await device.storage.read(TABLES, table) is None
    found = (await device.get("/mine/games")).body.decode()
    assert "1 game," in found
    assert table not in found


@in_loop
async def test_solo_games_make_a_streak_that_outlives_their_tables() -> None:
    device = Device()
    assert "streak" not in (await device.get("/mine")).body.decode()
    table = await device.open(game="al-cabohne", seat1="none")
    await device.connect(table).play_to_the_end()
    page = (await device.get("/mine")).body.decode()
    shown = re.search(
        r'class="streak">Solo games: Current streak: ([01]) wins?\. Best: \1 wins?\. 1 game, \1 won\.', page
    )
    assert shown, page
    assert 'class="streak"' in (await device.get(f"/tables/{table}/result")).body.decode()
    await device.post("/mine/clear", finished="yes")
    page = (await device.get("/mine", "de")).body.decode()
    assert f"/tables/{table}" not in page
    assert 'class="streak">Solospiele: Laufende Serie' in page
    cards = half_card_set("al-cabohne")
    await device.connect(await device.open_with_cards("al-cabohne", cards, seat1="none")).play_to_the_end()
    assert "1 game, " in (await device.get("/mine")).body.decode()


@in_loop
async def test_a_solo_game_counts_on_its_result_even_if_its_tab_was_closed_at_once() -> None:
    first = Device()
    table = await first.open(game="al-cabohne", seat1="none")
    rows = await first.storage.read_all(TABLES)
    await first.connect(table).play_to_the_end()
    first.kill()
    # The row as it was before the last change: the tab was closed before it was saved again.
    await first.storage.write([Change(TABLES, *row) for row in rows])
    second = Device(first.storage)
    assert "1 game, " in (await second.get(f"/tables/{table}/result")).body.decode()


@in_loop
async def test_a_game_whose_tab_was_closed_at_its_very_end_is_listed_as_finished() -> None:
    first = Device()
    table = await first.open(game="al-cabohne", seat1="none")
    page = first.connect(table)
    await page.act()
    await first.get("/mine")
    rows = await first.storage.read_all(TABLES)
    await page.play_to_the_end()
    first.kill()
    await first.storage.write([Change(TABLES, *row) for row in rows])
    second = Device(first.storage)
    assert "Clear all finished games" in (await second.get("/mine")).body.decode()
    (saved,) = await second.storage.read_all(TABLES)
    assert msgspec.json.decode(saved[1])["state"] == FINISHED


@in_loop
async def test_listing_a_table_with_an_outdated_row_does_not_continue_its_game() -> None:
    first = Device()
    table = await first.open(seat1="sprout", seat2="sprout")
    rows = await first.storage.read_all(TABLES)
    await first.connect(table).act()
    await first.killed()
    await first.storage.write([Change(TABLES, *row) for row in rows])
    entries = await first.storage.read_all(LOG)
    second = Device(first.storage)
    assert f"/tables/{table}" in (await second.get("/mine")).body.decode()
    assert not second.site.registry.live_tables
    assert await second.storage.read_all(LOG) == entries
    assert await second.storage.read_all(TABLES) != rows
