"""Fixtures for tests of the static site; `conftest.py` files import them."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.browser.static_site import SitePlayer, StaticServer, site_players


@pytest.fixture(scope="session")
def static_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    found = StaticServer(tmp_path_factory.mktemp("static"))
    yield found
    found.end()


@pytest.fixture
def visitor(browser: Browser, static_server: StaticServer) -> Iterator[Callable[..., SitePlayer]]:
    with site_players(browser, static_server) as arrive:
        yield arrive
