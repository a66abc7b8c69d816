"""Helpers for tests of the command line."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from tests.support.paths import ROOT
from tobean.kernel.actions import Pass

Run = Callable[..., tuple[int, str, str]]

PLAYERS = ("Nina", "Timon", "Keno")


class IllegalBot:
    """Always returns an illegal action, for another seat."""

    name = "cheat"
    seat = 2

    def choose(self, view: object, actions: object, chance: object) -> Pass:
        return Pass(self.seat)

    def volunteer(self, view: object, actions: object, chance: object) -> None:
        return None


def start_command(*args: object, **more: Any) -> subprocess.Popen[str]:
    """Starts the command line as a separate process."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "tobean", *[str(arg) for arg in args]]
    return subprocess.Popen(command, env=environment, text=True, encoding="utf-8", **more)


def single_error_line(outcome: tuple[int, str, str], code: int = 2) -> str:
    """Check that the command printed one error line and nothing else; return that line."""
    assert outcome[0] == code
    assert outcome[1] == ""
    assert outcome[2].startswith("tobean: ")
    assert outcome[2].endswith("\n")
    assert outcome[2].count("\n") == 1
    return outcome[2]
