"""The public API: everything that the docs use, and the rules and actions of each game."""

from __future__ import annotations

import doctest
import subprocess
import sys
import tomllib
from importlib import import_module

import pytest

import tobean
from tests.support.paths import ROOT
from tobean.games.registry import GAMES
from tobean.kernel.actions import ACTIONS, Action
from tobean.kernel.rules import Rules


def test_every_exported_name_exists() -> None:
    for name in tobean.__all__:
        assert getattr(tobean, name) is not None
        assert name in dir(tobean)
    with pytest.raises(AttributeError, match="module 'tobean' has no attribute 'potato'"):
        tobean.potato  # noqa: B018 (the access raises)


@pytest.mark.parametrize("module", ["tobean", "tobean.bots.match"])
def test_docstring_examples_pass(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert tried
    assert not failed


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert tobean.__version__ == project["version"]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_exports_its_rules_and_its_actions(game: str) -> None:
    package = import_module(GAMES.package_of(game))
    assert package.RULES is GAMES[game]
    assert isinstance(package.RULES, Rules)
    for name in package.__all__:
        if name != "RULES":
            assert issubclass(getattr(package, name), Action)


def test_every_action_is_exported() -> None:
    exported = {value for value in vars(tobean).values() if isinstance(value, type)}
    for game in GAMES:
        exported |= {value for value in vars(import_module(GAMES.package_of(game))).values() if isinstance(value, type)}
    assert {kind for kinds in ACTIONS.values() for kind in kinds} <= exported


def test_importing_the_engine_loads_neither_bots_nor_messages() -> None:
    code = "import sys, tobean; print(*[name for name in sys.modules if name.startswith('tobean.')])"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "tobean.kernel.table" in modules
    for layer in ("bots", "lab", "play", "server", "cli", "svg"):
        assert not [name for name in modules if name.startswith(f"tobean.{layer}")]


def test_a_match_is_the_same_every_time_and_has_a_record() -> None:
    first, again = (tobean.play_match("al-cabohne", ["sprout", "miser"], seed="twice") for _ in range(2))
    assert first == again
    assert first.record.players == ("sprout A", "miser B")
    assert str(first.result) == first.record.result
    assert first.record.final().result() == first.result


def test_a_match_takes_custom_bots_options_and_cards() -> None:
    class Shy(type(tobean.bot_named("miser"))):  # type: ignore[misc]
        """A miser with a name that must be escaped in a record."""

        name = "shy.py:Shy, the first of its kind and of this very long name"

    played = tobean.play_match("bohnanza", [Shy(), "random", "random"], seed=1, third_field=True, talk_limit=2)
    assert played.record.options == {"third_field": True, "talk_limit": 2}
    assert played.record.players[0] == "shy.py Shy the first of its kind and A"
    assert tobean.parse_record(str(played.record)) is not None
    with pytest.raises(tobean.UnknownGame):
        tobean.play_match("potato", ["miser"] * 3)
    with pytest.raises(tobean.BadInput):
        tobean.play_match("bohnanza", ["nobody"] * 3)
