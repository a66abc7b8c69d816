"""`tobean admin agreed`: finished games that may become puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tobean.cli.hosting.admin_common import admin_command, open_storage
from tobean.cli.language import error_text, labelled, say_plural
from tobean.cli.output import EXIT_FAILED, EXIT_OK
from tobean.kernel.errors import TobeanError


@admin_command("agreed", "Write the games whose players agreed that they become puzzles.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def agreed(folder: Path, **storage: Any) -> int:
    """Write the records of finished games to FOLDER, if everybody at the table has agreed under "Name and devices".

    Names are left out. `tobean puzzles find` searches the records. Delete FOLDER afterwards: people may change their
    minds.

    \b
    Examples:
      tobean admin agreed games
      tobean puzzles find my.puzzles games/*.record

    Exit codes: 0 fine, 1 a game is damaged and was left out, 2 bad input.
    """
    from tobean.server.admin.agreed_games import agreed_games

    written = damaged = 0
    with open_storage(**storage) as (engine, archive):
        folder.mkdir(parents=True, exist_ok=True)
        for table, found in agreed_games(engine, archive):
            if isinstance(found, TobeanError):
                damaged += 1
                click.echo(labelled(table, error_text(found)), err=True)
            else:
                (folder / f"{table}.record").write_text(found.text(), encoding="utf-8")
                written += 1
    click.echo(labelled(folder, say_plural("one game", "{count} games", written)))
    return EXIT_FAILED if damaged else EXIT_OK
