"""Imports of the code that runs in the browser."""

import subprocess
import sys

IMPORT_WITH_BLOCKED_LIBRARIES = """
import sys

BLOCKED = ("aiosqlite", "alembic", "backports", "click", "ifaddr", "itsdangerous", "markdown_it",
           "prometheus_client", "rich", "segno", "sqlalchemy", "uvicorn", "uvloop", "websockets")


class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Blocker())
import tobean.site.local.app, tobean.site.local.browser, tobean.site.local.sockets
"""


def test_browser_code_does_not_import_libraries_missing_from_the_static_site() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORT_WITH_BLOCKED_LIBRARIES], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


IMPORT_WITHOUT_OPENSKILL = """
import sys
import tobean.site.local.app, tobean.site.local.browser
assert "openskill" not in sys.modules
"""


def test_openskill_is_not_imported_at_startup() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORT_WITHOUT_OPENSKILL], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
