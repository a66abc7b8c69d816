"""One server and one browser for all tests of a process, and players with separate cookies."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.support.browser.player import TIMEOUT, Player
from tests.support.browser.server import ServerProcess, chromium

expect.set_options(timeout=TIMEOUT)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # One process renders all pages of the server, in software: this takes a tenth less time.
        args = ["--no-sandbox", "--no-zygote", "--disable-gpu", "--disable-site-isolation-trials", "--process-per-site"]
        found = playwright.chromium.launch(executable_path=chromium(), args=args, timeout=TIMEOUT)
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    found = ServerProcess(tmp_path_factory.mktemp("house"))
    yield found
    found.end()
    assert "Traceback" not in found.log_text()


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A separate server for tests that kill or overload it."""
    found = ServerProcess(tmp_path_factory.mktemp("house"))
    yield found
    found.end()


@pytest.fixture
def visitor(browser: Browser, server: ServerProcess) -> Iterator[Callable[..., Player]]:
    players: list[Player] = []

    def arrive(**context: Any) -> Player:
        players.append(Player(context.pop("server", server), browser, **context))
        return players[-1]

    yield arrive
    for player in players:
        player.close()
