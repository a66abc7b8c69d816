"""What a table's `hello` says about the game's files."""

from __future__ import annotations

from functools import cache

from tobean.games import GAMES
from tobean.server.games.files import SCRIPT, STYLE, game_url
from tobean.server.games.pictures import undrawn_pictures


@cache
def files_data(package: str, game: str) -> dict[str, object]:
    """Where the script and the style of a game are, and what has to be known about its pictures."""
    pictures, tones = undrawn_pictures(game)
    return {
        "script": game_url(game, SCRIPT),
        "style": game_url(game, STYLE),
        "pictures": pictures,
        "tones": tones,
    }


def add_files(hello: dict[str, object], game: str) -> None:
    """A `hello` learns where the files of its game are."""
    page = hello["page"]
    assert isinstance(page, dict)
    hello["page"] = {**page, **files_data(GAMES.home(game), game)}
