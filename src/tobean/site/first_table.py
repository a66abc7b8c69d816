"""Files that the browser needs before it can show a table, found by opening a table of every game in a process.

All other files are loaded after the table is shown. A needed file that is not found here is no error: Python waits
until it is loaded.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from tobean.kernel.errors import BadInput

TIMEOUT: Final = 300
FALLBACKS: Final = ("markupsafe/_native.py",)
"""Python replacements for C extensions that are installed here but not in the browser."""


def main() -> None:
    """Print the imported modules and the files that were opened, as JSON."""
    opened: list[str] = []

    def note(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str):
            opened.append(arguments[0])

    sys.addaudithook(note)
    from tobean.i18n import LANGUAGES
    from tobean.site.local import browser  # noqa: F401 - the module that the worker imports
    from tobean.site.local.preparation import prepare_tables

    for language in LANGUAGES:
        asyncio.run(prepare_tables(language))
    print(json.dumps({"modules": sorted(sys.modules), "files": sorted(set(opened))}))


def first_table_paths(sources: dict[str, Path]) -> set[str]:
    """Return the archive paths in `sources` that are needed to show a table; raises `BadInput`."""
    command = [sys.executable, "-m", "tobean.site.first_table"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    if done.returncode:
        reason = done.stderr.strip().rpartition("\n")[2]
        raise BadInput("No table could be opened while the site was built: {reason}", reason=reason)
    found = json.loads(done.stdout)
    modules = {name.replace(".", "/") for name in found["modules"]}
    files = {str(Path(name).resolve()) for name in found["files"]}
    return {
        path
        for path, source in sources.items()
        if path in FALLBACKS
        or path.removesuffix(".py").removesuffix("/__init__") in modules
        or str(source.resolve()) in files
    }


if __name__ == "__main__":
    main()
