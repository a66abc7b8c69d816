"""The command `tobean`, also as `python -m tobean`. If an optional dependency is missing, it prints what to install."""

import sys

from tobean.extras import install_hint
from tobean.kernel.errors import TobeanError


def main() -> int:
    """Run the command line; returns the exit code."""
    try:
        from tobean.cli.main import main as run

        return run()
    except ModuleNotFoundError as error:
        hint = install_hint(error)
        if not hint:
            raise
        print(f"tobean: {hint}", file=sys.stderr)
        return 1
    except TobeanError as error:  # two packages provide the same game: no command can run
        print(f"tobean: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
