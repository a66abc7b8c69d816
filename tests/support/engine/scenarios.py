"""Positions of scenarios as starting points for tests, because special rules of a game rarely apply in random play.

Scenarios of the built-in games are in `scenarios`. Those of an installed game are found in the folder `scenarios`
beside its `pyproject.toml` if it was installed with `pip install -e`; other folders are named by
`pytest --scenarios FOLDER`.
"""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tests.support.engine.tables import BUILTIN_GAMES
from tests.support.paths import ROOT, SCENARIOS
from tobean.games import GAMES
from tobean.games.registry import default_game
from tobean.kernel.chance import chance_from
from tobean.kernel.table import Table
from tobean.record.scenarios.runner import RUNNERS, start_of_scenario
from tobean.record.scenarios.scenario import Scenario, parse_scenarios

EXTRA_FOLDERS: list[Path] = []
"""Folders from the option `--scenarios`."""
MAX_PARENTS = 3
"""Maximum number of levels between a package and its `pyproject.toml`."""


@dataclass(frozen=True)
class GameScenario:
    """A scenario with its game."""

    game: str
    scenario: Scenario

    def __str__(self) -> str:
        return f"{self.game}: {self.scenario.title}"


def folders() -> list[Path]:
    return [
        SCENARIOS,
        *EXTRA_FOLDERS,
        *[found for game in GAMES if game not in BUILTIN_GAMES for found in checkout_scenarios(game)],
    ]


def checkout_scenarios(game: str) -> list[Path]:
    """Scenarios in the checkout from which a game was installed."""
    spec = find_spec(GAMES.package_of(game))
    places = [] if spec is None else [Path(place) for place in spec.submodule_search_locations or ()]
    roots = [
        parent for place in places for parent in place.parents[:MAX_PARENTS] if (parent / "pyproject.toml").is_file()
    ]
    return [root / "scenarios" for root in roots[:1] if (root / "scenarios").is_dir()]


@cache
def all_scenarios() -> list[GameScenario]:
    files = {path.resolve() for folder in folders() for path in folder.rglob("*.scenario")}
    scenarios = [one for path in sorted(files) for one in parse_scenarios(path.read_text(encoding="utf-8"))]
    return [GameScenario(one.given.get("game", default_game()), one) for one in scenarios]


def new_titles(root: Path = ROOT) -> set[str]:
    """The titles of the scenarios in the folder `scenarios` that git's HEAD does not have, or not in these words.

    Empty where there is no git checkout.
    """
    if not (root / ".git").exists():
        return set()
    listed = git(root, "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", "scenarios")
    listed.check_returncode()
    names = [line[3:] for line in listed.stdout.split("\0") if line.endswith(".scenario")]
    return {parse_scenarios(text)[0].title for name in names for text in new_texts(root, name)}


def new_texts(root: Path, name: str) -> set[str]:
    path = root / name
    if not path.is_file():  # deleted
        return set()
    return texts_in(path.read_text(encoding="utf-8")) - texts_in(git(root, "show", f"HEAD:{name}").stdout)


def texts_in(file: str) -> set[str]:
    """The texts of the scenarios in a file."""
    return {text.strip() for text in re.split(r"^(?=[ \t]*scenario\b)", file, flags=re.MULTILINE)[1:]}


def git(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "-c", "safe.directory=*", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8", check=False)


def positions(scenario: Scenario) -> Iterator[Table]:
    """The table at the start of the scenario and after each of its actions, with random chance."""
    table, names, lines = start_of_scenario(scenario)
    yield with_random_chance(table)
    for line in lines:
        if line.verb in ("when", "chance"):
            problem = RUNNERS[line.verb](table, names, line)
            assert problem is None, f"{scenario.title}: {problem}"
        if line.verb == "when" and not table.over:
            yield with_random_chance(table)


def with_random_chance(table: Table, seed: str = "opened") -> Table:
    """A copy in which a generator replaces the fixed chance results of the scenario."""
    copy = table.clone()
    copy.chance = chance_from(seed)
    return copy
