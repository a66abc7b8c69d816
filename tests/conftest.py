"""Pytest options, Hypothesis profiles, and fixtures for tests of the command line."""

import asyncio
import inspect
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.cli import PLAYERS, Run
from tests.support.engine import scenarios
from tobean.bots import bot_named
from tobean.bots.game_loop import play_to_end
from tobean.cli.main import main
from tobean.kernel.chance import chance_from
from tobean.record.record import Game

pytest.register_assert_rewrite("tests.support.engine.noninterference")
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # may be busy
settings.register_profile("same inputs each time", settings.get_profile("any machine"), derandomize=True)
settings.register_profile("other inputs each time", settings.get_profile("any machine"), max_examples=2000)
settings.load_profile(f"{'other inputs' if 'TOBEAN_FUZZ' in os.environ else 'same inputs'} each time")  # `make fuzz`


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden", action="append", default=[], metavar="FOLDER", help="with golden games of an installed game"
    )
    parser.addoption(
        "--scenarios", action="append", default=[], metavar="FOLDER", help="with scenarios of an installed game"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Restores SIGINT handling: a shell that starts pytest in the background makes child processes ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    scenarios.EXTRA_FOLDERS.extend(Path(folder) for folder in config.getoption("--scenarios"))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test that is a coroutine in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    parameters = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in parameters}))
    return True


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line; returns its exit code, standard output and standard error."""

    def command(*args: object) -> tuple[int, str, str]:
        code = main([str(arg) for arg in args])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Path of the record of a finished game of Nina, Timon and Keno."""
    game = Game("bohnanza", PLAYERS, seed=5, talk_limit=6)
    play_to_end(game.table, [bot_named("sprout") for _ in PLAYERS], chance_from(5), game.play)
    path = tmp_path_factory.mktemp("records") / "game.record"
    path.write_text(game.record.text(), encoding="utf-8")
    return path
