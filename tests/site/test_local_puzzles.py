"""Puzzles on the static site: progress is kept in the device's storage, and tabs share it."""

import asyncio

from tests.support.local_site import Device
from tobean.server.pages.study.lessons import offered_lessons
from tobean.server.store.facts import read_fact
from tobean.site.local.facts import PERSON
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.lesson_puzzles import lesson_puzzles
from tobean.study.puzzles.progress import STANDING, Standing

PUZZLE = collection("rabohnzel")[2]
PATH = f"/puzzles/rabohnzel/{PUZZLE.id}"


async def standing_of(device: Device) -> Standing | None:
    return read_fact((await device.site.facts.matching(PERSON, STANDING)).get(STANDING), Standing)


async def test_an_attempt_is_kept() -> None:
    device = Device()
    answer = await device.post(PATH, answer=str(PUZZLE.best + 1))
    assert answer.status == 303
    page = await device.get(answer.headers["location"])
    assert b"That is the best answer." in page.body
    later = Device(device.storage)
    assert "✓" in (await later.get("/puzzles/rabohnzel")).body.decode()
    standing = await standing_of(later)
    assert standing is not None
    assert (standing.attempts, standing.solved) == (1, 1)


async def test_of_two_tabs_the_first_answer_counts() -> None:
    first = Device()
    second = Device(first.storage)
    await first.post("/me", name="Ada")
    answers = [device.post(PATH, answer=str(1 + number)) for number, device in enumerate((first, second))]
    assert [answer.status for answer in await asyncio.gather(*answers)] == [303, 303]
    standing = await standing_of(first)
    assert standing is not None
    assert standing.attempts == 1


async def test_a_storm_is_kept_on_the_device() -> None:
    device = Device()
    assert (await device.post("/puzzles/storm/rabohnzel/start")).status == 303
    page = (await Device(device.storage).get("/puzzles/storm/rabohnzel")).body.decode()
    assert "data-seconds-left" in page
    name = page.partition('name="puzzle" value="')[2].partition('"')[0]
    await device.post("/puzzles/storm/rabohnzel", puzzle=name, answer="1")
    after = (await device.get("/puzzles/storm/rabohnzel")).body.decode()
    assert f'value="{name}"' not in after


async def test_lessons_are_kept_on_the_device() -> None:
    device = Device()
    game, lesson = next(iter(offered_lessons().values()))
    answer = str(lesson_puzzles(game, lesson.puzzle_ids)[0].best + 1)
    done = await device.post(f"/lessons/{lesson.name}", puzzle="1", answer=answer)
    assert (await device.get(done.headers["location"])).status == 200
    listed = (await Device(device.storage).get("/lessons")).body.decode()
    assert f"1 of {len(lesson.puzzle_ids)} solved" in listed
