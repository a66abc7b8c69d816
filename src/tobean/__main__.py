"""The command `tobean`, also as `python -m tobean`: where an extra is missing, one line says what to install."""

from __future__ import annotations

import sys

from tobean.extras import install_hint
from tobean.kernel.errors import TobeanError


def main() -> int:
    """Run the command line of the process; returns the exit code."""
    try:
        from tobean.cli.main import main as run

        return run()
    except ModuleNotFoundError as error:
        told = install_hint(error)
        if not told:
            raise
        print(f"tobean: {told}", file=sys.stderr)
        return 1
    except TobeanError as error:  # two packages bring the same game: no command can begin
        print(f"tobean: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
