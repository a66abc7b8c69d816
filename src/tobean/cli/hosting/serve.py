"""`tobean serve` and `tobean play`: the table in the browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from tobean.bots.registry import install_bot_entry
from tobean.cli.hosting.options import (
    FILE,
    FOLDER,
    Number,
    data_folder,
    refuse_unknown_variables,
    setting,
    with_config_file,
    with_password,
    with_storage_options,
)
from tobean.cli.language import say
from tobean.cli.output import DEFAULT_GAME, EXIT_INTERRUPTED, EXIT_OK, on_terminal
from tobean.games import game_named
from tobean.temporary_folders import remove_abandoned

if TYPE_CHECKING:
    from tobean.server.settings import Settings

PORT: Final = 8765
LOG_LEVELS: Final = ("debug", "info", "warning", "error")


def may_open_browser() -> bool:
    """Whether there is a display."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run(settings: Settings, game: str = "", name: str = "", *, opening: bool) -> int:
    """Run a server; print its address, and open it if there is a browser.

    With a game, also print the folder of its data, and for other devices the link to the table as a QR code.
    """
    import segno

    from tobean.server.protection.lan_access import ALL_INTERFACES, lan_address
    from tobean.server.runner import bound_socket, serve
    from tobean.server.supervisor import serve_in_processes

    def ready(path: str) -> None:
        address = f"{settings.url}{path}"
        click.echo(f"tobean is ready: {address}")
        if game:
            click.echo(say("Your games are kept in {folder}.", folder=settings.folder))
        if settings.host == ALL_INTERFACES and not settings.public_url and lan_address():
            lan_url = f"http://{lan_address()}:{settings.port}"
            # The path of a game is a link that makes a browser its player. Other devices get the table itself.
            lan_url += path.partition("?next=")[2] if game else ""
            click.echo(say("On phones and other devices in your home network: {address}", address=lan_url))
            if can_draw():
                segno.make(lan_url, error="m").terminal(compact=True)
        if opening and may_open_browser():
            webbrowser.open(address)

    remove_abandoned()
    with bound_socket(settings.host, settings.port) as listening:
        try:
            if settings.starts_processes:
                serve_in_processes(settings, listening, ready)
            else:
                serve(settings, listening, ready, game, name)
        except KeyboardInterrupt:
            return EXIT_INTERRUPTED  # the usual way to stop it; the log has a line about it
    return EXIT_OK


def can_draw() -> bool:
    """Whether standard output is a terminal that shows block characters."""
    return on_terminal(sys.stdout) and "utf" in (sys.stdout.encoding or "").lower()


def listen_host(folder: Path, port: int, *, asking: bool) -> str:
    """Return the default host: as chosen before; the first time, ask on an interactive terminal."""
    from tobean.server.protection.lan_access import ALL_INTERFACES, LOCALHOST, lan_address, store_choice, stored_choice

    found = stored_choice(folder)
    if found is not None or not asking or not lan_address() or not is_interactive():
        return found or LOCALHOST
    click.echo(
        say(
            "Phones and other devices in your home network can join at {address} if you let them in.",
            address=f"http://{lan_address()}:{port}",
        )
    )
    home = click.confirm(say("Allow this?"), default=True)
    store_choice(folder, home=home)
    return ALL_INTERFACES if home else LOCALHOST


def is_interactive() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def check_bot_pool(ctx: click.Context, option: click.Parameter, address: str) -> str:
    """Fail early for an unknown pool, or for a cluster without the packages it needs."""
    from tobean.research.pools.pool_options import pool_named

    pool_named(address, 1)
    return address


def check_bot_files(ctx: click.Context, option: click.Parameter, entries: tuple[str, ...]) -> tuple[str, ...]:
    """Load the bots, so that a wrong file is reported now; return them with absolute paths."""
    found = []
    for entry in entries:
        name, equals, file = entry.partition("=")
        if equals and file:
            entry = f"{name}={Path(file).absolute()}"
        install_bot_entry(entry)
        found.append(entry)
    return tuple(found)


@with_config_file
@click.command(short_help="Serve the table in the browser.")
@with_storage_options
@setting("--host", help="Host to listen on; 0.0.0.0 for all. By default this machine only, or as chosen before.")
@setting("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True)
@setting("--public-url", default="", metavar="URL", help="Address that people use, if it differs.")
@setting("--allow-host", multiple=True, metavar="NAME", help="Further host name that people use; repeatable.")
@setting("--trust-proxy", multiple=True, metavar="ADDRESS", help="Trusted proxy or network; default: this machine.")
@setting("--key-file", type=FILE, help="Key that signs cookies; by default one in the data folder.")
@setting("--keep-abandoned", type=Number(0), default=7.0, help="Days to keep abandoned tables.")
@setting("--keep-finished", type=Number(0), default=365.0, help="Days to keep finished games that are not public.")
@setting("--archive-after", type=Number(0), default=1.0, help="Days until a finished game moves to the archive.")
@setting(
    "--metrics-from", multiple=True, metavar="ADDRESS", help="Address that may read /metrics, besides this machine."
)
@setting("--contact", default="", metavar="TEXT", help="Contact shown on the privacy page.")
@setting("--log-level", type=click.Choice(LOG_LEVELS), default="warning", show_default=True)
@setting("--workers", type=click.IntRange(1, 1024), default=2, show_default=True, help="Bots that run at a time.")
@setting(
    "--bot-pool",
    default="local",
    show_default=True,
    metavar="WHERE",
    callback=check_bot_pool,
    help="Where bots run: local, ray or ray://host:port.",
)
@setting(
    "--bot",
    multiple=True,
    metavar="NAME=FILE",
    callback=check_bot_files,
    help="Bot from a file (.py, .json, .onnx) that can be chosen at tables; repeatable. Its code runs here.",
)
@setting("--processes", type=click.IntRange(1, 64), default=1, show_default=True, help="Number of server processes.")
@setting("--internal", default="", metavar="HOST:PORT", help="Address of this server for those on other machines.")
@setting("--drain", type=Number(0, 600), default=0.0, help="Seconds between 'not ready' and shutdown.")
@setting(
    "--lease",
    type=Number(1, 60),
    default=3.0,
    show_default=True,
    help="Seconds after its last heartbeat until other servers take its tables.",
)
@setting(
    "--database-timeout",
    type=Number(1, 60),
    default=5.0,
    show_default=True,
    help="Seconds that PostgreSQL may take for a connection or a statement.",
)
@setting("--limits", type=Number(0, 1000), default=1.0, help="Factor for rate limits; 0: none.")
@setting(
    "--model-seconds",
    type=click.IntRange(1, 3600),
    default=120,
    show_default=True,
    help="Seconds for a decision of a language model.",
)
@setting(
    "--site",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of `tobean site`: visitors keep it and play alone while the connection is lost.",
)
@click.option("--browser/--no-browser", default=False, help="Open a browser if there is one.")
def serve(
    data: Path | None,
    database: str | None,
    database_password_file: Path | None,
    host: str | None,
    allow_host: tuple[str, ...],
    trust_proxy: tuple[str, ...],
    bot: tuple[str, ...],
    browser: bool,
    **more: Any,
) -> int:
    """Serve the table in the browser: all games, with friends and bots.

    All data is kept in the data folder: a database and the key that signs cookies. After a restart every table
    continues at its last accepted action. The server accepts this machine's addresses and name as host, and those of
    --public-url and --allow-host. Each option can also be set in the environment (TOBEAN_PUBLIC_URL=...) and in the
    TOML file of --config (public-url = "..."); a flag overrides the environment, which overrides the file.

    \b
    Examples:
      tobean serve
      tobean serve --host 0.0.0.0 --port 80 --public-url https://beans.example
      tobean serve --database postgresql://tobean@localhost/tobean

    Exit codes: 0 stopped, 2 bad input, for example a port that is in use.
    """
    from tobean.cli.hosting.validation import validate
    from tobean.server.settings import THIS_MACHINE, Settings

    refuse_unknown_variables()
    folder = data or data_folder()
    settings = Settings(
        folder,
        host or "localhost",
        database=with_password(database, database_password_file),
        allowed_hosts=allow_host,
        trusted_proxies=trust_proxy or THIS_MACHINE,
        bots=bot,
        **more,  # the other options have the names of the settings
    )
    validate(settings)
    if not host:
        settings = replace(settings, host=listen_host(folder, settings.port, asking=browser))
    return run(settings, opening=browser)


@click.command(short_help="Play a game against bots in the browser.")
@click.argument("game", default=DEFAULT_GAME)
@click.option("--name", default="", help="Your name at the table.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port to listen on; 0: any free one.")
@setting("--data", type=FOLDER, help="Data folder; by default that of `tobean serve`.")
def play(game: str, name: str, port: int, data: Path | None) -> int:
    """Open a new table of GAME against bots, and a browser to play at it.

    Games are kept in the data folder, which `tobean serve` uses too. If other devices can join, a QR code is printed.

    \b
    Examples:
      tobean play
      tobean play GAME --name Nina

    Exit codes: 0 stopped, 2 there is no such game.
    """
    from tobean.server.runner import free_port
    from tobean.server.settings import Settings

    found = game_named(game)
    folder, port = data or data_folder(), port or free_port()
    host = listen_host(folder, port, asking=True)
    return run(Settings(folder, host, port, log_level="warning"), found.name, name, opening=True)
