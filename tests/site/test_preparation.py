"""Preparation of Python before a snapshot of its memory is taken."""

import asyncio
import random

import pytest

from tobean.i18n import LANGUAGES
from tobean.server.pages.rendering import templates
from tobean.site.local.browser import reseed
from tobean.site.local.preparation import prepare_tables


@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_are_compiled_and_nothing_runs_afterwards(language: str) -> None:
    async def prepare() -> None:
        await prepare_tables(language)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(prepare())
    cache = templates(language).cache
    assert cache is not None
    assert {"table/table.html", "front.html", "person/mine.html"} <= {name for _, name in cache}


def test_random_numbers_of_a_snapshot_do_not_repeat() -> None:
    state = random.getstate()
    reseed()
    first = random.random()
    random.setstate(state)
    reseed()
    assert random.random() != first
