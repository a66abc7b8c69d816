"""One browser and one site for all tests of a process."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.support.browser.server import chromium
from tests.support.browser.static_site import START, StaticServer, static_server, visitor

__all__ = ["browser", "own_server", "static_server", "visitor"]

expect.set_options(timeout=START)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    """A separate server for tests that change the site."""
    found = StaticServer(tmp_path_factory.mktemp("static"))
    yield found
    found.end()
