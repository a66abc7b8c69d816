"""Deal of the day in a static site: the same deals, the results of this device, no second attempt."""

import asyncio

import pytest

from tests.support.local_site import Device
from tests.support.server.app import random_playout
from tests.support.server.daily import DAY, SOLO, deal, set_clock
from tobean.server.study.references import bot_record
from tobean.study.daily.bot_games import REFERENCES
from tobean.study.daily.deals import opened_session

PAGE = f"/daily/{DAY}/{SOLO}"


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, "2026-11-18T12:00")


async def started(device: Device) -> str:
    answer = await device.post(PAGE, name="Ada")
    assert answer.status == 303, answer.body
    return answer.headers["location"].rpartition("/")[2]


async def finish(device: Device, table: str) -> None:
    live_table = await device.site.registry.live_table(table)
    assert live_table is not None
    await live_table.change(random_playout)


async def test_a_device_has_the_deal_of_every_server() -> None:
    device = Device()
    tables = set(await asyncio.gather(*[started(device) for _ in range(3)]))
    assert len(tables) == 1
    live_table = await device.site.registry.live_table(tables.pop())
    assert live_table is not None
    assert live_table.id.startswith("al-cabohne-")
    assert live_table.session.deal == opened_session(deal()).deal


async def test_a_running_deal_gives_no_record() -> None:
    device = Device()
    table = await started(device)
    assert (await device.get(f"/tables/{table}/record")).status == 404
    await finish(device, table)
    assert (await device.get(f"/tables/{table}/record")).status == 200


async def test_the_own_result_is_shown_beside_those_of_the_bots() -> None:
    device = Device()
    await finish(device, await started(device))
    for bot in REFERENCES:
        await bot_record(device.site, deal(), bot, "")
    shown = (await device.get(PAGE)).body.decode()
    assert 'class="own"' in shown
    assert all(f"{PAGE}/compare/bot-{bot}" in shown for bot in REFERENCES)
    assert "data-add-address" in shown
    assert "?at=" in (await device.get(f"{PAGE}/compare/bot-sprout")).body.decode()


async def test_a_deleted_table_ends_the_attempt() -> None:
    device = Device()
    table = await started(device)
    await device.site.registry.save_rows()
    await device.post("/mine/clear", table=table)
    device.site.registry.close(device.site.registry.live_tables[table])
    assert "There is only one attempt" in (await device.get(PAGE)).body.decode()
    assert (await device.post(PAGE)).status == 422
    again = Device(device.storage)
    assert (await again.post(PAGE)).status == 422
