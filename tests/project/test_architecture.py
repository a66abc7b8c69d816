"""Architecture: no import cycles, and no knowledge of a game outside of its folder."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.paths import ROOT
from tobean.games import GAMES
from tobean.kernel.actions import ACTIONS
from tobean.kernel.agenda import STEPS
from tobean.kernel.cards import name_of

SOURCE = ROOT / "src"


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in SOURCE.rglob("*.py")}


def imports_of(name: str) -> set[str]:
    """Modules of tobean that a module imports, also inside functions and for types only."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {
                inner if (inner := f"{node.module}.{alias.name}") in MODULES else node.module for alias in node.names
            }
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return (found & MODULES.keys()) - {name}


def import_cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that import each other, directly or indirectly."""
    reached: dict[str, set[str]] = {}
    for name in graph:
        seen: set[str] = set()
        waiting = list(graph[name])
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting += graph[other]
        reached[name] = seen
    groups = {frozenset(other for other in seen if name in reached[other]) for name, seen in reached.items()}
    return sorted(sorted(group) for group in groups if group)


def test_import_cycles_are_detected() -> None:
    assert import_cycles({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert import_cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c"]]


CORE_TYPES = [
    f"tobean.kernel.{name}"
    for name in (
        "agenda",
        "component",
        "rules",
        "state.field_rules",
        "state.game_config",
        "state.harvest",
        "state.position",
        "table",
        "trade.trade_rules",
    )
]
"""A table consists of these, and their methods take the table; their imports of it are for types only."""


def test_only_the_core_types_of_the_kernel_import_each_other() -> None:
    assert import_cycles({name: imports_of(name) for name in MODULES}) == [CORE_TYPES]


SCRIPTS = {
    path for ending in ("js", "mjs") for path in (SOURCE / "tobean").rglob(f"*.{ending}") if "vendor" not in path.parts
}
SCRIPT_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.[^"']+)["']""", re.MULTILINE)


def script_imports(text: str, path: Path) -> set[Path]:
    """The scripts that a page script imports."""
    return {(path.parent / name).resolve() for name in SCRIPT_IMPORT.findall(text)} & SCRIPTS


def test_there_are_no_import_cycles_of_page_scripts() -> None:
    study = SOURCE / "tobean" / "server" / "static" / "table" / "study"
    several_lines = 'import {\n  go,\n} from "./recording.js";\nimport "../state.js";\n'
    assert script_imports(several_lines, study / "quiz.js") == {study / "recording.js", study.parent / "state.js"}
    graph = {str(path): {str(other) for other in script_imports(path.read_text("utf-8"), path)} for path in SCRIPTS}
    assert sum(map(len, graph.values())) > len(graph)
    assert import_cycles(graph) == []


def test_an_invalid_game_is_refused() -> None:
    """Otherwise it would be listed, but could not be played, read or identified."""
    plain = BUILTIN_RULES[0]
    for wrong in (
        replace(plain, name="Upper Case"),
        replace(plain, name="kernel"),
        replace(plain, name="crowd", players=(12,), fields=(2,), last_run_out=(1,)),
    ):
        with pytest.raises(ValueError, match="name of a game|for 1 to 10 players"):
            GAMES.add(wrong)


# --- no knowledge of a game outside of its folder -------------------------------------------------------------

BUILTIN_RULES = [rules for rules in GAMES.values() if GAMES.package_of(rules.name).startswith("tobean.games.")]
FORMER_NAMES = SOURCE / "tobean" / "former_names.py"
"""Redirects former import paths, which were documented for a game's modules too; to be removed in version 0.2."""
OUTSIDE = [
    path
    for path in MODULES.values()
    if path != FORMER_NAMES and (path.relative_to(SOURCE / "tobean").parts[0] != "games" or path.parts[-2] == "games")
]
PAGE_FILES = [
    path
    for path in (SOURCE / "tobean" / "server").rglob("*.*")
    if path.suffix in (".js", ".html", ".css") and "vendor" not in path.parts
]
ALLOWED_GAME_IMPORTS = {"tobean.games", "tobean.games.registry", "tobean.games.card_set"}
"""Modules of the games package that other packages may import."""
FAMILY = "Bohnanza family"
ORDINARY_WORDS = {"at once", "choose", "gave", "keep", "play", "questions", "sacrificed", "use"}
"""Terms of games that other modules use in their ordinary sense."""


@cache
def titles() -> re.Pattern[str]:
    """Names of all games, in every spelling."""
    names = {rules.name for rules in BUILTIN_RULES} | {rules.title for rules in BUILTIN_RULES}
    return re.compile("|".join(sorted(re.escape(name).replace(r"\-", "[-_ ]") for name in names)), re.IGNORECASE)


@cache
def game_terms() -> set[str]:
    """Names of steps, actions, events and cards that only games define, not the kernel."""
    games_prefix = "tobean.games."
    found = {step.NAME for step in STEPS.values() if step.__module__.startswith(games_prefix)}
    kinds = {kind for several in ACTIONS.values() for kind in several}
    found |= {kind.VERB for kind in kinds if kind.__module__.startswith(games_prefix)}
    declared = re.compile(r"EventKind\(\s*\"([^\"]+)\"")
    for path in (SOURCE / "tobean" / "games").glob("*/**/*.py"):
        found |= set(declared.findall(path.read_text(encoding="utf-8")))
    for rules in BUILTIN_RULES:
        found |= {bean.name for bean in rules.beans} | {name_of(extra.kind) for extra in rules.extras}
    return found - {kind.VERB for kind in kinds if not kind.__module__.startswith(games_prefix)} - ORDINARY_WORDS


def strings_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """All strings in code with their lines, docstrings excluded."""
    docstring_ids = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstring_ids:
            yield node.lineno, node.value


def test_game_names_are_detected() -> None:
    assert titles().search("al_cabohne")
    assert {"boss took", "feed", "Red", "choose thaler"} <= game_terms()
    assert not {"plant", "harvest", "planted"} & game_terms()


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_module_names_a_game(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    reached = {name for name in imports_of(module_name(path)) if name.startswith("tobean.games")}
    assert reached <= ALLOWED_GAME_IMPORTS
    words, games = game_terms(), titles()
    for line, text in strings_in(tree):
        assert text not in words, f"line {line}: {text!r} belongs to a game"
        assert not games.search(text.replace(FAMILY, "")), f"line {line}: {text!r} names a game"


@pytest.mark.parametrize("path", PAGE_FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_page_names_a_game(path: Path) -> None:
    code = re.sub(
        r"/\*.*?\*/|\{#.*?#\}|^\s*//.*?$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    words = {text for pair in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'", code) for text in pair}
    assert sorted(words & game_terms()) == []
    found = titles().search(code.replace("Bohnanza is a game by Uwe Rosenberg", ""))
    assert not found, found


KERNEL = SOURCE / "tobean" / "kernel"


def test_the_kernel_cites_no_rule_of_a_game() -> None:
    """Refusals of its phases take the number from `Rules`; docstrings and comments cite the kernel's rulebook only."""
    own = set(re.findall(r"\*\*([A-Z]+)\d+\*\*", (KERNEL / "rulebook" / "en.md").read_text(encoding="utf-8")))
    letters = {letter for rules in BUILTIN_RULES for letter in rules.prefixes} - own
    assert own == {"K", "T", "I", "O"}
    assert letters
    cited = re.compile(rf"\b(?:{'|'.join(sorted(letters))})\d+\b")
    found = {path.name: cited.findall(path.read_text(encoding="utf-8")) for path in KERNEL.rglob("*.py")}
    assert {name: rules for name, rules in found.items() if rules} == {}


# --- the tests -------------------------------------------------------------------------------------------------------

TEST_MODULES = sorted((ROOT / "tests").rglob("*.py"))
BENCHMARKS = sorted((ROOT / "bench").rglob("*.py"))
DEADLINES = re.compile(r"settings\([^)]*deadline=")
PATH_EDITS = re.compile(r"sys\.path(?:\.(?:insert|append|extend)|\[.*?\] =| \+?= )")
MAX_FILES = 12


def test_no_test_imports_another_test() -> None:
    """Helpers of several tests belong in tests/support."""
    imported = re.compile(r"^\s*(?:from|import) tests\b[^\n(]*(?:\([^)]*)?\btest_", re.MULTILINE)
    assert imported.search("from tests.support import (\n    one,\n    test_other,\n)")
    assert [path for path in [*TEST_MODULES, *BENCHMARKS] if imported.search(path.read_text(encoding="utf-8"))] == []


def test_tests_and_benchmarks_do_not_edit_the_import_path() -> None:
    """Imports work by the folder of a script, `python -m`, and the `pythonpath` of pyproject.toml."""
    edits = [path for path in [*TEST_MODULES, *BENCHMARKS] if PATH_EDITS.search(path.read_text(encoding="utf-8"))]
    assert edits == []


def test_no_property_test_fails_because_the_machine_is_busy() -> None:
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check
    modules = [path for path in TEST_MODULES if path != ROOT / "tests" / "conftest.py"]
    assert [path for path in modules if DEADLINES.search(path.read_text(encoding="utf-8"))] == []


def test_test_helpers_are_in_support_tools_or_packages() -> None:
    for path in TEST_MODULES:
        if not path.name.startswith("test_") and path.name not in ("__init__.py", "conftest.py"):
            assert path.relative_to(ROOT / "tests").parts[0] in ("support", "tools", "packages"), path


def test_no_folder_has_too_many_files() -> None:
    """Trained nets are data, not sources."""
    modules = [*MODULES.values(), *SCRIPTS, *TEST_MODULES]
    for folder in {path.parent for path in modules}:
        files = [path for path in folder.iterdir() if path.is_file() and path.suffix not in (".json", ".so")]
        assert len(files) <= MAX_FILES, folder
