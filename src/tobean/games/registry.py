"""Finds the games: those of the house, a folder each beside this file, and those of installed packages.

A game is a package with a module `rules` in which `RULES` is its `Rules`. An installed package names that package in
the entry point `tobean.games`. What else a game brings has a fixed place, too (docs/new-game.md): whoever needs it
asks here for that part of the game, when it is first needed, and never names a game.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final, TypeVar

from tobean.kernel.errors import Phrase, TobeanError
from tobean.kernel.rules import Rules
from tobean.kernel.state.seats import SPECTATOR

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from types import ModuleType

ENTRY_POINT: Final = "tobean.games"
NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

T = TypeVar("T")


class DuplicateGame(TobeanError):
    """Two packages bring a game of the same name."""


def builtin_folders() -> list[str]:
    """The packages beside this file: a game each, or what several games share."""
    folder = __name__.rpartition(".")[0]
    return sorted(f"{folder}.{module.name}" for module in iter_modules(import_module(folder).__path__) if module.ispkg)


def builtin_packages() -> list[str]:
    """The packages of the games of the house. A folder without rules only holds what several games share."""
    return [name for name in builtin_folders() if find_spec(f"{name}.rules") is not None]


def rules_in(package: str) -> Rules:
    """The rules that a package brings."""
    rules = import_module(f"{package}.rules").RULES
    if not isinstance(rules, Rules):
        raise TypeError(f"{package}.rules.RULES must be a Rules, not {type(rules).__name__}")
    return rules


def installed_packages() -> list[str]:
    """The packages of installed games, in an order on which all processes agree: kinds are numbered by it."""
    return sorted({point.value for point in entry_points(group=ENTRY_POINT)})


class Games(Mapping[str, Rules]):
    """Every game by its name, those of the house first. Installed ones are looked for when somebody first asks."""

    def __init__(self) -> None:
        self._builtin: dict[str, Rules] = {}
        self._packages: dict[str, str] = {}
        self._all: dict[str, Rules] | None = None
        for package in builtin_packages():
            self._take(self._builtin, rules_in(package), package)

    def _take(self, games: dict[str, Rules], rules: Rules, package: str) -> None:
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
            found = dict(sorted(self._builtin.items(), key=lambda item: item[1].display_order))
            self._all = found
            for package in installed_packages():
                try:
                    self._take(found, rules_in(package), package)
                except DuplicateGame:
                    self._all = None
                    raise
                except Exception as error:  # whatever a stranger's package does: the other games go on
                    warnings.warn(f"the game in {package} cannot be loaded: {error!r}", RuntimeWarning, stacklevel=2)
        return self._all

    def __getitem__(self, name: str) -> Rules:
        return self._load_all()[name]

    def known(self, name: str) -> Rules | None:
        """The game of this name, if there is one: what `get` says, at a fraction of its cost."""
        return self._load_all().get(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._load_all())

    def __len__(self) -> int:
        return len(self._load_all())

    def add(self, rules: Rules, package: str = "") -> None:
        """A game joins for as long as this program runs: a variant that somebody tries. It may do without a package."""
        self._take(self._load_all(), rules, package)

    def remove(self, name: str) -> None:
        """A game that was added leaves."""
        del self._load_all()[name]
        del self._packages[name]

    def home(self, name: str) -> str:
        """The package that brings a game; "" for one that was added without."""
        self._load_all()
        return self._packages[name]


GAMES: Final = Games()
"""Every game by its name. A game that is found is under the conformance tests."""


def default_game() -> str:
    """The game that is meant where none is named: the first one of the shelf."""
    return next(iter(GAMES))


FAILED_MODULES: Final[set[str]] = set()
"""Modules of installed games that cannot be imported; it has been said once."""


FORMER_MODULES: Final = {"messages": "words"}
FORMER_VALUES: Final = {"MESSAGES": "WORDS", "KNOWLEDGE": "EXPERTISE"}
"""Names that installed games may still use; they go with version 0.2."""


def part_module(game: str, name: str) -> ModuleType | None:
    """A module of a game by its fixed name (`messages`, `bots`, `page`), or None if the game has no such module."""
    home = GAMES.home(game) if game in GAMES else ""
    if not home:
        return None
    module = f"{home}.{name}"
    if find_spec(module) is None and name in FORMER_MODULES:
        module = f"{home}.{FORMER_MODULES[name]}"
    if module in FAILED_MODULES or find_spec(module) is None:
        return None
    try:
        return import_module(module)
    except Exception as error:
        if home in builtin_packages():
            raise
        FAILED_MODULES.add(module)  # whatever a stranger's package does: the game goes on without that part
        warnings.warn(f"{module} cannot be loaded: {error!r}", RuntimeWarning, stacklevel=2)
        return None


def part_value(module: ModuleType | None, what: str) -> object:
    """A value of a game's module by its present or former name."""
    return getattr(module, what, getattr(module, FORMER_VALUES.get(what, what), None))


def load_part(game: str, name: str, what: str, kind: type[T]) -> T | None:
    """Load a value that a game defines under a fixed name, such as `MESSAGES` in `messages`; None without that module.

    An installed game that defines something else there causes a warning and is played without that part.
    """
    module = part_module(game, name)
    if module is None:
        return None
    value = part_value(module, what)
    if isinstance(value, kind):
        return value
    wrong = f"{module.__name__}.{what} must be of the type {kind.__name__}, not {type(value).__name__}"
    if GAMES.home(game) in builtin_packages():
        raise TypeError(wrong)
    warnings.warn(wrong, RuntimeWarning, stacklevel=2)
    return None


def game_packages() -> list[str]:
    """All packages that bring something for games, what several games share among them."""
    homes = [GAMES.home(game) for game in GAMES]
    return list(dict.fromkeys([*builtin_folders(), *(home for home in homes if home)]))


def folder(game: str) -> Traversable:
    """Where the files of a game lie: its rulebook, its page, its nets. Without a package, nowhere."""
    home = GAMES.home(game) if game in GAMES else ""
    return files(home) if home else files("tobean.games") / "nowhere"
