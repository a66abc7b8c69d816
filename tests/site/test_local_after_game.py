"""After a game on one device: notes, pictures and the export, without a server."""

import asyncio
import json
from typing import Any

from tests.support.local_site import Device
from tobean.site.local.storage import TABLES, Change


async def finished_solo_game(device: Device) -> str:
    table = await device.open(game="al-cabohne", seat1="none")
    page = device.connect(table)
    await page.play_to_the_end()
    await page.close()
    await device.get("/mine")
    return table


async def json_of(device: Device, path: str) -> Any:
    answer = await device.get(path)
    assert answer.status == 200, answer.body
    return json.loads(answer.body)


def test_notes_and_pictures_of_a_finished_game() -> None:
    async def run() -> None:
        device = Device()
        table = await finished_solo_game(device)
        saved = await device.post(f"/replays/{table}/notes", ply="2", text="Too early.")
        assert (saved.status, json.loads(saved.body)) == (200, {"ply": 2, "text": "Too early."})
        assert (await json_of(Device(device.storage), f"/replays/{table}/notes.json"))["notes"] == {"2": "Too early."}
        await device.post(f"/replays/{table}/notes", ply="2", text="")
        assert (await json_of(device, f"/replays/{table}/notes.json"))["notes"] == {}
        picture = await device.get(f"/replays/{table}/position.svg?at=3")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.body.startswith(b"<svg ")
        page = (await device.get(f"/replays/{table}")).body.decode()
        assert "og:" not in page, "a static site has no addresses to preview"

    asyncio.run(run())


def test_the_coach_reviews_a_game_in_a_worker() -> None:
    async def run() -> None:
        device = Device()
        table = await finished_solo_game(device)
        found = await json_of(device, f"/replays/{table}/marks.json?view=open")
        assert found["moments"]

    asyncio.run(run())


def test_a_game_counts_if_the_tab_was_closed_before_its_row_was_saved() -> None:
    async def run() -> None:
        first = Device()
        table = await first.open(game="al-cabohne", seat1="none")
        rows = await first.storage.read_all(TABLES)
        page = first.connect(table)
        await page.play_to_the_end()
        await first.killed()
        await first.storage.write([Change(TABLES, *row) for row in rows])
        second = Device(first.storage)
        assert "You have not finished a game that counts" not in (await second.get("/mine/games")).body.decode()
        assert table in (await second.get("/replays")).body.decode()

    asyncio.run(run())


def test_a_running_game_has_no_picture_and_no_notes() -> None:
    async def run() -> None:
        device = Device()
        table = await device.open(game="al-cabohne", seat1="none")
        for path in ("position.svg", "notes.json"):
            assert (await device.get(f"/replays/{table}/{path}")).status == 404

    asyncio.run(run())


def test_the_data_of_the_device_is_one_file() -> None:
    async def run() -> None:
        device = Device()
        assert (await device.get("/me/data")).headers["location"] == "/me"
        table = await finished_solo_game(device)
        running = await device.open(game="al-cabohne", seat1="none")
        await device.post(f"/replays/{table}/notes", ply="2", text="Too early.")
        data = await json_of(device, "/me/data")
        assert data["person"]["name"] == "Ada"
        records = {found["table"]: found["record"] for found in data["tables"]}
        assert records[running] is None
        assert records[table].startswith("tobean record")
        assert {fact["key"] for fact in data["facts"]} == {f"game/{table}", f"note/{table}/00002"}
        assert 'href="/me/data"' in (await device.get("/me")).body.decode()

    asyncio.run(run())
