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
"""Bots must choose the same on every processor, so `a * b + c` stays two operations (kernel/portable_math.py).
Nothing outside calls the generated functions, so the compiler may inline them. Warnings about generated code help
nobody, and looking for them takes longer than compiling."""
TO_COMPILE = ["mypy>=2.3,<3", "msgspec>=0.19,<1"]
"""The compiler, and what it has to know of to read the modules; whoever only plays games needs neither."""
SOURCE = Path("src/tobean")
COMPILED = ("kernel", "games", "view")
"""The layers in which games spend their time: everything in them, however deep, is compiled ..."""
INTERPRETED = ("__init__.py", "games/registry.py", "games/*/words.py", "games/*/foretold.py", "games/*/page/*.py")
"""... except for these, which run once or talk."""
COMPILED_BOTS = (
    "drive",
    "expertise",
    "kinds",
    "match",
    "heuristics/farming",
    "mendel/approval",
    "mendel/insight",
    "mendel/net",
    "mendel/sight",
    "merchant/bargaining",
    "merchant/bundle",
    "merchant/lookahead",
    "merchant/market_judge",
    "merchant/merchant",
    "merchant/planning",
    "merchant/pressing",
    "merchant/proposing",
    "merchant/refusing",
    "merchant/regard",
    "merchant/scoring",
    "merchant/temper",
    "merchant/valuing",
    "merchant/ways",
    "sage/foresight",
    "sage/features",
    "sage/worlds",
)
"""Those modules of the bots in which search spends its time ..."""
COMPILED_RESEARCH = ("alphabet", "crowd", "drafts", "features", "grammar", "setting", "tokengame")
"""... of the research kit those in which every step of an environment does ..."""
COMPILED_SPEECH = (
    "asking",
    "grammar",
    "grammar_de",
    "grammar_en",
    "kernel_foretold",
    "kernel_words",
    "speaker",
    "teller",
    "templates",
    "words",
)
COMPILED_PLAY = (
    "session/arranging",
    "session/fold",
    "session/freshness",
    "session/history",
    "session/passing",
    "session/questions",
    "session/quiet",
    "session/session",
    "session/told",
    "session/undo",
    "session/viewer",
    "wire/labels",
    "wire/picture",
    "wire/public",
    "wire/rows",
    "wire/special",
    "wire/wire",
    "wire/worth",
)
"""... and those by which a server shows everybody the table after each action."""


def compiled_modules() -> list[Path]:
    """The files that are compiled; tests/test_build.py looks that an installed package has them all."""
    layers = [path for layer in COMPILED for path in (SOURCE / layer).rglob("*.py")]
    layers = [path for path in layers if not any(path.match(name) for name in INTERPRETED)]
    bots = [SOURCE / "bots" / f"{name}.py" for name in COMPILED_BOTS]
    research = [SOURCE / "research" / f"{name}.py" for name in COMPILED_RESEARCH]
    speech = [SOURCE / "speech" / f"{name}.py" for name in COMPILED_SPEECH]
    play = [SOURCE / "play" / f"{name}.py" for name in COMPILED_PLAY]
    return sorted([*layers, *bots, *research, *speech, *play])


def docstrings(path: Path) -> Iterator[tuple[str, str]]:
    """What a source file says: of itself (""), its functions and classes ("Table"), what is in them ("Table.apply")."""

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

    mypyc calls things by the name of their module, as short as it is unique, and their own: table___Table___apply."""
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


def extensions() -> list[object]:
    """The compiled modules, or none: everything works without."""
    if not COMPILE or not {"egg_info", "dist_info"}.isdisjoint(sys.argv):  # only the metadata is asked for
        return []
    from mypyc.build import mypycify

    sources = compiled_modules()
    found = list(mypycify([str(path) for path in sources], opt_level=LEVEL, debug_level="0", strip_asserts=True))
    for generated in {Path(source) for extension in found for source in extension.sources}:
        code = generated.read_text(encoding="utf-8")
        generated.write_text(with_docstrings(code, sources), encoding="utf-8")
    for extension in found:
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return found


setup(ext_modules=extensions(), setup_requires=TO_COMPILE if COMPILE else [])
