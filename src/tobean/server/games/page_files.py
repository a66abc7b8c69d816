"""Addresses of a game's files in the message `hello`."""

from functools import cache

from tobean.games import GAMES
from tobean.server.games.files import SCRIPT, STYLE, game_url
from tobean.server.games.pictures import undrawn_pictures


@cache
def files_data(package: str, game: str) -> dict[str, object]:
    """Return the addresses of a game's script, style and pictures, and the colours of cards without a picture."""
    pictures, tones = undrawn_pictures(game)
    return {
        "script": game_url(game, SCRIPT),
        "style": game_url(game, STYLE),
        "pictures": pictures,
        "tones": tones,
    }


def add_files(hello: dict[str, object], game: str) -> None:
    """Add the addresses of the game's files to a `hello`."""
    page = hello["page"]
    assert isinstance(page, dict)
    hello["page"] = {**page, **files_data(GAMES.package_of(game), game)}
