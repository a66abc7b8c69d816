"""Builds the hot modules with mypyc when TOBEAN_COMPILE=1; see docs/architecture.md, "Compiled"."""

import ast
import os
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from setuptools import setup

COMPILE = os.environ.get("TOBEAN_COMPILE") == "1"
LEVEL = os.environ.get("TOBEAN_OPTIMIZE", "2")
"""Optimisation level of the C compiler. Level 3 takes a third longer to build and plays no faster beyond noise."""
FLAGS = ["/fp:strict"] if os.name == "nt" else ["-ffp-contract=off", "-fvisibility=hidden", "-Wno-all", "-w"]
"""Bots must choose the same on every processor, so `a * b + c` stays two operations (kernel/base/portable_math.py).
Nothing outside calls the generated functions, so the compiler may inline them. Warnings about generated code are
useless, and looking for them takes longer than compiling."""
COLD_FUNCTIONS = """\
struct _object;
__attribute__((cold)) void CPy_AddTraceback(const char *, const char *, int, struct _object *);
__attribute__((cold)) void CPy_TypeError(const char *, struct _object *);
__attribute__((cold)) void CPy_TypeErrorTraceback(
    const char *, const char *, int, struct _object *, const char *, struct _object *);
__attribute__((cold)) void CPyError_OutOfMemory(void);
"""
"""Functions of mypyc's runtime that report errors. The compiler moves the code that calls them away from the code that
usually runs, of which more fits into the instruction cache."""
TO_COMPILE = ["mypy>=2.3,<3", "msgspec>=0.19,<1"]
"""Build requirements of the compiled modules: the compiler and a package that they import."""
SOURCE = Path("src/tobean")
COMPILED_LAYERS = ("kernel", "games")
"""Packages in which a game spends most of its run time. All their modules are compiled ..."""
INTERPRETED = (
    "__init__.py",
    "games/registry.py",
    "games/*/messages.py",
    "games/*/action_previews.py",
    "games/*/page/*.py",
)
"""... except these, which run once or produce text."""
COMPILED_MODULES = (
    "bots/game_knowledge",
    "bots/game_loop",
    "bots/heuristics/farming",
    "bots/kind_index",
    "bots/mendel/acceptance_features",
    "bots/mendel/features",
    "bots/mendel/net",
    "bots/mendel/value_net",
    "bots/merchant/counter_offers",
    "bots/merchant/lookahead",
    "bots/merchant/market_judge",
    "bots/merchant/merchant",
    "bots/merchant/opponent_model",
    "bots/merchant/parameters",
    "bots/merchant/proposals",
    "bots/merchant/refusal_reasons",
    "bots/merchant/valuation/card_multiset",
    "bots/merchant/valuation/deal_value",
    "bots/merchant/valuation/field_value",
    "bots/merchant/valuation/plan_tree",
    "bots/merchant/valuation/position_value",
    "bots/merchant/valuation/scoring",
    "bots/sage/deck_order",
    "bots/sage/features",
    "bots/sage/value_net",
    "bots/turn_policy",
    "i18n/action_previews",
    "i18n/card_names",
    "i18n/engine_messages",
    "i18n/game_messages",
    "i18n/languages/grammar",
    "i18n/languages/grammar_de",
    "i18n/languages/grammar_en",
    "i18n/narrator",
    "i18n/prompts",
    "i18n/templates",
    "session/answers/auto_answers",
    "session/answers/bot_deals",
    "session/answers/pass_actions",
    "session/answers/utterances",
    "session/log/event_feed",
    "session/log/history",
    "session/log/reducer",
    "session/session",
    "session/log/undo",
    "session/viewer",
    "session/wire/action_buttons",
    "session/wire/component_state",
    "session/wire/deal_preview",
    "session/wire/field_payout",
    "session/wire/messages",
    "session/wire/shared_state",
    "session/wire/viewer_state",
    "research/tokens/action_builder",
    "research/tokens/batch",
    "research/tokens/features",
    "research/tokens/grammar",
    "research/tokens/setting",
    "research/tokens/slices",
    "research/tokens/token_game",
    "research/tokens/vocabulary",
)
"""Hot modules of the other packages: search, environment steps, and the messages sent after each action."""


def compiled_modules() -> list[Path]:
    """Paths of the compiled modules; a test checks that an installed package contains them all."""
    layers = [path for layer in COMPILED_LAYERS for path in (SOURCE / layer).rglob("*.py")]
    layers = [path for path in layers if not any(path.match(name) for name in INTERPRETED)]
    return sorted([*layers, *(SOURCE / f"{name}.py" for name in COMPILED_MODULES)])


def docstrings(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of a source file by name: "" for the module, `Table`, `Table.apply`."""

    def within(node: ast.Module | ast.ClassDef | ast.FunctionDef, name: str) -> Iterator[tuple[str, str]]:
        text = ast.get_docstring(node)
        if text:
            yield name, text
        for child in node.body:
            if isinstance(child, ast.ClassDef | ast.FunctionDef) and not isinstance(node, ast.FunctionDef):
                yield from within(child, f"{name}.{child.name}".lstrip("."))

    return within(ast.parse(path.read_text(encoding="utf-8")), "")


def in_c(text: str) -> str:
    """A text as a C literal: every byte that could mean something else is written in octal."""
    plain = f"{string.ascii_letters}{string.digits} .,;:()[]'=+-*/_".encode()
    return '"' + "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode()) + '"'


def with_docstrings(code: str, sources: list[Path]) -> str:
    """Generated C, with the docstrings that mypyc leaves out: behind the signatures of functions, methods and classes,
    and in place of the NULL of properties and modules.

    mypyc prefixes C names with the shortest unique suffix of the module's name: table___Table___apply."""
    texts: dict[str, str] = {}
    modules: dict[str, str] = {}
    short_names = dict(re.findall(r'PyModuleDef_HEAD_INIT,\s+"([\w.]+)",[^}]*?(\w+)module_methods,', code))
    for path in sources:
        module = ".".join(path.with_suffix("").parts[1:])
        if module not in short_names:
            continue  # its code is in another file
        for name, text in docstrings(path):
            if name:
                texts["___".join([short_names[module], *name.split(".")])] = in_c(text)
            else:
                modules[module] = in_c(text)

    def after_signature(match: re.Match[str]) -> str:
        signature = "" if match[3] == "NULL" else match[3]  # there is none that C could write
        return match[1] + (signature + texts.get(match[2], "") or "NULL")

    def of_property(match: re.Match[str]) -> str:
        return match[1] + texts.get(f"{match[2]}___{match[3]}", "NULL")

    def of_module(match: re.Match[str]) -> str:
        return match[1] + modules.get(match[2], "NULL")

    signature = r'PyDoc_STR\()("[^"]*"|NULL)(?=\))'
    code = re.sub(rf"(\(PyCFunction\)CPyPy_(\w+),[^{{}}]*?{signature}", after_signature, code)
    code = re.sub(rf"(CPyType_(\w+)_template_ = {{[^{{}}]*?{signature}", after_signature, code)
    code = re.sub(r"(\(getter\)(\w+)_get_(\w+),[^{}]*?)NULL(?=, NULL})", of_property, code)
    return re.sub(r'(PyModuleDef_HEAD_INIT,\s+"([\w.]+)",\s+)NULL', of_module, code)


def with_optimization_hints(code: str) -> str:
    """Generated C that is optimised where time is spent.

    Error paths are declared cold. Bodies of modules, which run once, and the wrappers and accessors through which
    interpreted code enters are optimised less.
    """
    code = COLD_FUNCTIONS + re.sub(
        r"^char (\w+_____top_level__\(void\))(?= ?\{)",
        r'__attribute__((cold, optimize("O0"))) char \1',
        code,
        flags=re.M,
    )
    less_optimized = '__attribute__((optimize("O1"))) '
    code = re.sub(r"^(?=PyObject \*CPyPy_\w+\([^;{]*\) ?\{)", less_optimized, code, flags=re.M)
    return re.sub(r"^(?=static (?:PyObject \*|int)\n\w+_[gs]et_\w+\([^;{]*\)\s*\{)", less_optimized, code, flags=re.M)


def extensions() -> list[object]:
    """The compiled modules, or none: everything works without."""
    if not COMPILE or not {"egg_info", "dist_info"}.isdisjoint(sys.argv):  # only the metadata is asked for
        return []
    from mypyc.build import mypycify

    sources = compiled_modules()
    found = list(mypycify([str(path) for path in sources], opt_level=LEVEL, debug_level="0", strip_asserts=True))
    for generated in {Path(source) for extension in found for source in extension.sources}:
        code = re.sub(r"^[ \t]+", "", generated.read_text(encoding="utf-8"), flags=re.M)  # most of it is indentation
        code = with_docstrings(code, sources)
        generated.write_text(code if os.name == "nt" else with_optimization_hints(code), encoding="utf-8")
    for extension in found:
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return found


setup(ext_modules=extensions(), setup_requires=TO_COMPILE if COMPILE else [])
