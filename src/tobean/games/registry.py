"""The registry of games: the built-in ones, a folder each beside this file, and those of installed packages.

A game is a package with a module `rules` in which `RULES` is its `Rules`. An installed package names that package in
the entry point `tobean.games`. The other parts of a game also have fixed names (docs/new-game.md). They are loaded
through this module on first use, so no other code names a game.
"""

import re
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Final, TypeVar

from tobean.kernel.base.seats import SPECTATOR
from tobean.kernel.errors import Phrase, TobeanError
from tobean.kernel.rules import Rules

ENTRY_POINT: Final = "tobean.games"
NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MISSING_FOLDER: Final = "no-such-folder"

Part = TypeVar("Part")


class DuplicateGame(TobeanError):
    """Two packages provide a game of the same name."""


@cache
def builtin_folders() -> tuple[str, ...]:
    """Return the packages beside this file: games, and code that several games share."""
    parent = __name__.rpartition(".")[0]
    modules = iter_modules(import_module(parent).__path__)
    return tuple(sorted(f"{parent}.{module.name}" for module in modules if module.ispkg))


def builtin_packages() -> list[str]:
    """Return the packages of the built-in games. A folder without rules only holds code that several games share."""
    return [name for name in builtin_folders() if find_spec(f"{name}.rules") is not None]


def rules_in(package: str) -> Rules:
    rules = import_module(f"{package}.rules").RULES
    if not isinstance(rules, Rules):
        raise TypeError(f"{package}.rules.RULES must be a Rules, not {type(rules).__name__}")
    return rules


def installed_packages() -> list[str]:
    """Return the packages of installed games in an order that is the same in all processes: it numbers the kinds."""
    return sorted({point.value for point in entry_points(group=ENTRY_POINT)})


class Games(Mapping[str, Rules]):
    """All games by name, the built-in ones first. Installed games are searched for on first access."""

    def __init__(self) -> None:
        self._builtin: dict[str, Rules] = {}
        self._packages: dict[str, str] = {}
        self._all: dict[str, Rules] | None = None
        for package in builtin_packages():
            self._register(self._builtin, rules_in(package), package)

    def _register(self, games: dict[str, Rules], rules: Rules, package: str) -> None:
        if not NAME.fullmatch(rules.name) or rules.name == "kernel":
            raise ValueError(f"{rules.name!r} cannot be the name of a game: write it like `my-game`")
        if not rules.players or max(rules.players) > SPECTATOR:
            raise ValueError(f"{rules.name} must be for 1 to {SPECTATOR} players")
        if rules.name in games:
            raise DuplicateGame(
                "{package} and {there} both bring a game called {name!r}",
                package=package or Phrase("somebody"),
                there=self._packages[rules.name] or Phrase("somebody"),
                name=rules.name,
            )
        games[rules.name] = rules
        self._packages[rules.name] = package

    def _load_all(self) -> dict[str, Rules]:
        if self._all is None:
            games = dict(sorted(self._builtin.items(), key=lambda item: item[1].display_order))
            self._all = games
            for package in installed_packages():
                try:
                    self._register(games, rules_in(package), package)
                except DuplicateGame:
                    self._all = None
                    raise
                except Exception as error:  # a faulty installed package must not affect the other games
                    warnings.warn(f"the game in {package} cannot be loaded: {error!r}", RuntimeWarning, stacklevel=2)
        return self._all

    def __getitem__(self, name: str) -> Rules:
        return self._load_all()[name]

    def find(self, name: str) -> Rules | None:
        """Return the game of this name, or None: the same as `get`, at a fraction of its cost."""
        return self._load_all().get(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._load_all())

    def __len__(self) -> int:
        return len(self._load_all())

    def add(self, rules: Rules, package: str = "") -> None:
        """Add a game for as long as this program runs, such as a variant to try. It may do without a package."""
        self._register(self._load_all(), rules, package)

    def remove(self, name: str) -> None:
        del self._load_all()[name]
        del self._packages[name]

    def package_of(self, name: str) -> str:
        """Return the package of a game; "" for a game added without one."""
        self._load_all()
        return self._packages[name]


GAMES: Final = Games()
"""All games by name. Every game found here is covered by the conformance tests."""


def default_game() -> str:
    """Return the game that is used where none is named: the first one in display order."""
    return next(iter(GAMES))


FAILED_MODULES: Final[set[str]] = set()
"""Modules of installed games that failed to import; each has been reported once."""


def part_module(game: str, name: str) -> ModuleType | None:
    """Return a module of a game by its fixed name (`messages`, `bots`, `page`); None if the game has none."""
    package = GAMES.package_of(game) if game in GAMES else ""
    if not package:
        return None
    module = f"{package}.{name}"
    if module in FAILED_MODULES or find_spec(module) is None:
        return None
    try:
        return import_module(module)
    except Exception as error:
        if package in builtin_packages():
            raise
        FAILED_MODULES.add(module)  # a faulty installed package: the game works without that part
        warnings.warn(f"{module} cannot be loaded: {error!r}", RuntimeWarning, stacklevel=2)
        return None


def load_part(game: str, name: str, value_name: str, kind: type[Part]) -> Part | None:
    """Load a value that a game defines under a fixed name, such as `MESSAGES` in `messages`; None without that module.

    An installed game that defines something else there causes a warning and is played without that part.
    """
    module = part_module(game, name)
    if module is None:
        return None
    value = getattr(module, value_name, None)
    if isinstance(value, kind):
        return value
    problem = f"{module.__name__}.{value_name} must be of the type {kind.__name__}, not {type(value).__name__}"
    if GAMES.package_of(game) in builtin_packages():
        raise TypeError(problem)
    warnings.warn(problem, RuntimeWarning, stacklevel=2)
    return None


def game_packages() -> list[str]:
    """Return all packages with code for games, including those that several games share."""
    packages = [GAMES.package_of(game) for game in GAMES]
    return list(dict.fromkeys([*builtin_folders(), *(package for package in packages if package)]))


def game_folder(game: str) -> Traversable:
    """Return the folder with the files of a game: its rulebook, its page, its nets.

    For a game without a package it is a path at which there is nothing, so that callers look for files only.
    """
    package = GAMES.package_of(game) if game in GAMES else ""
    return files(package) if package else files("tobean.games") / MISSING_FOLDER
