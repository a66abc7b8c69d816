"""The files of Python in the browser: what a first table needs, in the order in which it does, and the rest."""

from __future__ import annotations

import json
from typing import Final

from tobean.site.app_archive import app_sources, installed_games, package_metadata
from tobean.site.archives import stored_archive
from tobean.site.compiler import Compiler
from tobean.site.first_table import first_table_paths
from tobean.site.runtime import STANDARD_LIBRARY, WASM, Runtime
from tobean.site.standard_library import is_needed_at_start

APP: Final = "app.zip"
DEFERRED: Final = "deferred.zip"
LIBRARY: Final = "library.so"
INDEX: Final = "index.json"
PLACES: Final = {STANDARD_LIBRARY: "lib/python314.zip", APP: "app", DEFERRED: "app"}
"""Folder of each archive's files in the browser."""
UNCOMPILED: Final = "anyio/"
"""Library whose packages find their modules by reading their own sources, which therefore stay sources."""


def python_files(runtime: Runtime, compiler: Compiler | None, addresses: dict[str, object]) -> dict[str, bytes]:
    """Return the files that a worker loads, by name. Without a compiler, modules are sources."""
    archives: dict[str, dict[str, bytes]] = {
        STANDARD_LIBRARY: {},
        APP: package_metadata(installed_games()),
        DEFERRED: {},
    }
    for path, data in runtime.standard_library().items():
        archives[STANDARD_LIBRARY if is_needed_at_start(path) else DEFERRED][path] = data
    sources = app_sources()
    needed = first_table_paths(sources)
    for path, source in sources.items():
        archives[APP if path in needed else DEFERRED][path] = source.read_bytes()
    wheel = runtime.wheel_files()
    libraries = [path for path in wheel if path.endswith(".so")]
    archives[APP] |= {path: data for path, data in wheel.items() if path not in libraries}
    if compiler is not None:
        archives = with_bytecode(archives, compiler)
    index = {
        "addresses": addresses,
        "lock": runtime.lock(),
        "library": libraries[0],
        "deferred": {path: len(data) for path, data in archives[DEFERRED].items()},
    }
    return {
        INDEX: json.dumps(index).encode(),
        WASM: runtime.pyodide_files[WASM],
        LIBRARY: wheel[libraries[0]],
        **{name: stored_archive(contents) for name, contents in archives.items()},
    }


def with_bytecode(archives: dict[str, dict[str, bytes]], compiler: Compiler) -> dict[str, dict[str, bytes]]:
    """Return the archives with bytecode in place of modules."""
    sources = {
        f"{PLACES[name]}/{path}": data
        for name, contents in archives.items()
        for path, data in contents.items()
        if is_compiled(path)
    }
    compiled = compiler.compile(sources)
    return {
        name: {
            (f"{path}c" if is_compiled(path) else path): (
                compiled[f"{PLACES[name]}/{path}c"] if is_compiled(path) else data
            )
            for path, data in contents.items()
        }
        for name, contents in archives.items()
    }


def is_compiled(path: str) -> bool:
    """Whether a file is replaced by its bytecode."""
    return path.endswith(".py") and not (path.startswith(UNCOMPILED) and path.endswith("/__init__.py"))
