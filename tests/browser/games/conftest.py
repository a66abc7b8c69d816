"""A server with games of other packages."""

from collections.abc import Iterator

import pytest

from tests.support.browser.server import ServerProcess
from tests.support.game_packages import BOHNSAI, LANTERNS, MINIMAL_GAME, ORCHARD, copy_package, install


@pytest.fixture(scope="session")
def server_with_packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on which games of other packages are installed, as far as a browser shows them.

    tests/games/test_installed_game.py installs Bohnsai with pip.
    """
    folder = tmp_path_factory.mktemp("open house")
    packages = folder / "site"
    install(packages, "bare_beans", MINIMAL_GAME)
    install(packages, "orchard_beans", ORCHARD)
    copy_package(packages, LANTERNS)
    copy_package(packages, BOHNSAI / "src" / "tobean_bohnsai")
    server = ServerProcess(folder, packages=packages)
    yield server
    server.end()
    assert "Traceback" not in server.log_text()
