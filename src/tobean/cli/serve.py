"""`tobean serve` and `tobean play`: the table in the browser."""

from __future__ import annotations

import os
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tobean.cli.output import DEFAULT_GAME, FINE
from tobean.games import game_named

if TYPE_CHECKING:
    from tobean.server.settings import Settings

PORT: Final = 8765
LOG_LEVELS: Final = ("debug", "info", "warning", "error")


def data_folder() -> Path:
    """Where data is kept unless somebody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "tobean"


def may_open_browser() -> bool:
    """Is there somebody before a screen?"""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run(settings: Settings, game: str = "", name: str = "", *, opening: bool) -> int:
    """Serve; say the one address, and open it if there is a browser."""
    from tobean.server.serving import bound_socket, serve

    def ready(path: str) -> None:
        address = f"{settings.url}{path}"
        click.echo(f"tobean is ready: {address}")
        if opening and may_open_browser():
            webbrowser.open(address)

    with bound_socket(settings.host, settings.port) as listening:
        serve(settings, listening, ready, game, name)
    return FINE


@click.command(short_help="Serve the table in the browser.")
@click.option("--host", default="localhost", show_default=True, help="Where to listen; 0.0.0.0 for all.")
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Folder for the database and the key.")
@click.option("--database", metavar="URL", help="sqlite:///file or postgresql://...; by default a file in the folder.")
@click.option("--public-url", default="", metavar="URL", help="The address that people use, if it is another one.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="Another name or address people use; repeatable.")
@click.option("--log-level", type=click.Choice(LOG_LEVELS), default="warning", show_default=True)
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes for bots.")
@click.option("--limits", type=click.FloatRange(0, 1000), default=1.0, help="Larger limits of rate; 0: none.")
@click.option("--browser/--no-browser", default=False, help="Open a browser if there is one.")
def serve(
    host: str,
    port: int,
    data: Path | None,
    database: str | None,
    public_url: str,
    allow_host: tuple[str, ...],
    log_level: str,
    workers: int,
    limits: float,
    browser: bool,
) -> int:
    """Serve the table in the browser: all games, with friends and bots.

    Everything is kept in the data folder: a database and the key that signs cookies. A restart takes up every table
    at its last accepted action. The server answers to this machine's addresses and name, and to those that
    --public-url and --allow-host say.

    \b
    Examples:
      tobean serve
      tobean serve --host 0.0.0.0 --port 80 --public-url https://beans.example
      tobean serve --database postgresql://tobean@localhost/tobean

    Exit codes: 0 ended, 2 bad input, for example a port that is taken.
    """
    from tobean.server.settings import Settings

    settings = Settings(data or data_folder(), host, port, database, public_url, log_level, workers, limits, allow_host)
    return run(settings, opening=browser)


@click.command(short_help="Play a game against bots in the browser.")
@click.argument("game", default=DEFAULT_GAME)
@click.option("--name", default="", help="Your name at the table.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Where to listen; 0: any free port.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Folder to keep the game in.")
def play(game: str, name: str, port: int, data: Path | None) -> int:
    """Open a new table of GAME against bots and a browser to play at it.

    \b
    Examples:
      tobean play
      tobean play GAME --name Nina

    Exit codes: 0 ended, 2 there is no such game.
    """
    from tobean.server.serving import free_port
    from tobean.server.settings import Settings

    found = game_named(game)
    with tempfile.TemporaryDirectory(prefix="tobean-") as folder:
        settings = Settings(data or Path(folder), port=port or free_port(), log_level="warning")
        return run(settings, found.name, name, opening=True)
