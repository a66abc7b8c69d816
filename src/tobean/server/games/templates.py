"""Templates that a game brings: its guide, and the page of its introduction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jinja2 import FunctionLoader
from starlette.exceptions import HTTPException

from tobean.games import GAMES
from tobean.server.games.files import GUIDE, LEARN, NOT_FOUND, game_file, game_url

if TYPE_CHECKING:
    from starlette.requests import Request


def template_name(game: str, file: str) -> str:
    """What the pages call a template of a game."""
    return f"games/{game}/{file}"


def game_template(name: str) -> str | None:
    """The text of `games/<game>/<file>`, if the game brings it."""
    for game in GAMES:
        for file in (GUIDE, LEARN):
            template = game_file(game, file) if name == template_name(game, file) else None
            if template is not None:
                return template.read_text(encoding="utf-8")
    return None


LOADER: Final = FunctionLoader(game_template)


def teaching_games() -> list[str]:
    """The games that bring an introduction, in the order of the shelf."""
    return [game for game in GAMES if game_url(game, LEARN) is not None]


def taught_game(request: Request) -> str:
    """The game whose introduction is asked for; the first of the shelf that brings one if none is named."""
    there = teaching_games()
    game = request.path_params.get("game") or next(iter(there), "")
    if game not in there:
        raise HTTPException(NOT_FOUND)
    return str(game)
