"""The library has almost no dependencies; a missing extra is reported by name, in one line."""

import re
import subprocess
import sys
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.paths import ROOT
from tobean.extras import EXTRAS
from tobean.games import GAMES

BLOCKED = """
import sys
from importlib.abc import MetaPathFinder

class Blocked(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {modules!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocked())
"""

LIBRARY = """
import tobean
import tobean.research.statistics.summary, tobean.research.report.arena_page
import tobean.research.arena.solo, tobean.research.arena.surplus
import tobean.research.tokens.grammar, tobean.research.environments.turn_policy
from tobean.research.environments.text import TextTable
from tobean.games import GAMES
from tobean.i18n import LANGUAGES

assert tobean.__version__
for game, rules in GAMES.items():
    result, record = tobean.play_match(game, ["sprout"] * rules.players[0], seed=1)
    again = tobean.parse_record(str(record))
    assert again.final().result() == result
    said = [
        tobean.sentence(event, rules, record.players, language)
        for _, _, events in again.replay() for event in events for language in LANGUAGES
    ]
    assert len(said) > 100
    position = tobean.new_game(game, rules.players[0], seed=1)
    assert tobean.restore(tobean.snapshot(position)).ply == 0
    assert tobean.pictures.table(position, seat=0).startswith("<svg")
    assert position._repr_html_().startswith("<img")
    text = TextTable(game, rules.players[0], seed=1, talk_limit=1)
    while not text.over:
        assert text.prompt() and not text.answer("[1]")
    assert text.rules() and text.cards()
    print(game)
"""


def python(code: str, *args: str, blocked: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Runs code in an interpreter without these packages."""
    command = [sys.executable, "-c", BLOCKED.format(modules=blocked) + code, *args]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, timeout=120)


def command(*args: str, blocked: tuple[str, ...]) -> tuple[int, str, str]:
    run = "from tobean.__main__ import main; sys.exit(main())"
    output = python(run, *args, blocked=blocked)
    return output.returncode, output.stdout, output.stderr


def everything() -> tuple[str, ...]:
    return tuple(module for modules in EXTRAS.values() for module in modules)


@pytest.mark.long
def test_the_library_works_without_extras() -> None:
    output = python(LIBRARY, blocked=everything())
    assert output.stderr == ""
    assert output.stdout.split() == list(GAMES)


SEVERAL = """
from tobean.__main__ import main
for line in sys.argv[1:]:
    sys.argv[1:] = line.split()
    print(main())
"""
"""Runs command lines; prints their exit codes."""


@pytest.mark.long
def test_a_command_without_its_extra_names_the_extra() -> None:
    lines = ("", "--help", "sim", "serve", "rules K7", "arena sprout")
    output = python(SEVERAL, *lines, blocked=everything())
    assert output.stdout.split() == ["1"] * len(lines)
    assert output.stderr == "tobean: this needs click; install it with: pip install 'tobean[play]'\n" * len(lines)


@pytest.mark.long
def test_a_command_that_needs_the_server_names_the_extra() -> None:
    output = python(SEVERAL, "serve --port 1", "play", blocked=("starlette",))
    assert output.stdout.split() == ["1", "1"]
    assert output.stderr == "tobean: this needs starlette; install it with: pip install 'tobean[play]'\n" * 2


@pytest.mark.long
def test_the_arena_names_the_extra_before_it_plays() -> None:
    line = "tobean: this needs openskill; install it with: pip install 'tobean[play]'\n"
    assert command("arena", "sprout", "random", "--deals", "100000", blocked=EXTRAS["research"]) == (1, "", line)
    code, out, _ = command("arena", "--help", blocked=EXTRAS["research"])
    assert code == 0
    assert "Measure BOTs" in out


IMPORTS = """
from importlib import import_module
for module in sys.argv[1:]:
    try:
        import_module(module)
    except ImportError as error:
        print(f"{type(error).__name__}: {error}")
"""
"""Imports modules; prints their errors."""


@pytest.mark.parametrize(
    ("missing", "extra", "modules"),
    [
        (
            "librt",
            "research",
            (
                "tokens.setting",
                "tokens.features",
                "tokens.token_game",
                "environments.parallel",
                "environments.pettingzoo",
                "environments.gymnasium",
            ),
        ),
        ("numpy", "research", ("environments.parallel",)),
        ("pettingzoo", "research", ("environments.pettingzoo",)),
        ("gymnasium", "research", ("environments.gymnasium",)),
        ("pyspiel", "openspiel", ("environments.openspiel",)),
        ("ray", "rllib", ("environments.rllib",)),
        ("textarena", "textarena", ("environments.textarena",)),
        ("mcp", "mcp", ("environments.mcp",)),
    ],
)
def test_an_environment_names_the_extra(missing: str, extra: str, modules: tuple[str, ...]) -> None:
    output = python(IMPORTS, *[f"tobean.research.{module}" for module in modules], blocked=(missing,))
    line = f"MissingExtra: this needs {missing}; install it with: pip install 'tobean[{extra}]'"
    assert output.stdout.splitlines() == [line] * len(modules), output.stderr


def test_a_file_of_games_names_the_extra() -> None:
    code = "from tobean.research.dataset.data import read_games; next(read_games('games'))"
    output = python(code, blocked=("pyarrow",))
    assert output.stderr.endswith("Extra: this needs pyarrow; install it with: pip install 'tobean[research]'\n")


def test_environments_of_another_module_can_be_made_by_name() -> None:
    """Gymnasium imports the module before the colon, so that no import is needed."""
    name = "tobean.research.environments.gymnasium:tobean/Bohnanza-v0"
    code = f"import gymnasium; print(gymnasium.make('{name}', players=3).spec.id)"
    output = python(code, blocked=())
    assert output.stdout == "tobean/Bohnanza-v0\n", output.stderr


def test_a_table_for_models_names_the_extra() -> None:
    line = "tobean: this needs mcp; install it with: pip install 'tobean[mcp]'\n"
    assert command("mcp", blocked=EXTRAS["mcp"]) == (1, "", line)


def test_a_cluster_names_the_extra() -> None:
    line = "tobean: this needs ray; install it with: pip install 'tobean[cluster]'\n"
    assert command("sim", "--cluster", "ray", blocked=EXTRAS["cluster"]) == (1, "", line)


def test_other_import_errors_are_not_hidden() -> None:
    code, _, err = command("rules", "K7", blocked=("tobean.cli.playing.rules", "json"))
    assert code == 1
    assert "Traceback" in err


def test_the_extras_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {
        "resvg-py": "resvg_py",
        "backports.zstd": "backports",
        "markdown-it-py": "markdown_it",
        "prometheus-client": "prometheus_client",
        "python-multipart": "python_multipart",
        "open_spiel": "pyspiel",
    }
    for extra, modules in EXTRAS.items():
        wanted = [re.split(r"[\[><=;]", each)[0] for each in project["optional-dependencies"][extra]]
        assert sorted(names.get(each, each) for each in wanted if each != "tobean") == sorted(modules)
    assert [re.split("[><=]", each)[0] for each in project["dependencies"]] == ["mypy_extensions"]


def test_the_lock_of_a_server_has_the_requirements_of_its_extras() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = (ROOT / "deploy/requirements.lock").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([\w.-]+)==([^ ]+)", lock, flags=re.MULTILINE))
    extras = project["optional-dependencies"]
    for wanted in map(Requirement, (*project["dependencies"], *extras["play"], *extras["postgres"])):
        version = locked.get(canonicalize_name(wanted.name))
        assert version is not None, f"{wanted.name} is missing; `make lock` adds it"
        assert wanted.specifier.contains(version), f"{wanted} is locked at {version}; `make lock` updates it"
