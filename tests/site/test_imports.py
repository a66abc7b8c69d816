"""Imports of the code that runs in the browser."""

import subprocess
import sys

SCRIPT = """
import sys

BLOCKED = ("aiosqlite", "alembic", "babel", "backports", "click", "ifaddr", "itsdangerous", "markdown_it",
           "prometheus_client", "rich", "segno", "sqlalchemy", "uvicorn", "uvloop", "websockets")


class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Blocker())
import tobean.site.local.app, tobean.site.local.browser, tobean.site.local.sockets
"""


def test_the_site_of_a_device_needs_no_library_that_the_archive_lacks() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


LAZY = """
import sys
import tobean.site.local.app, tobean.site.local.browser
assert "openskill" not in sys.modules
"""


def test_ratings_are_imported_when_a_puzzle_is_shown() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
