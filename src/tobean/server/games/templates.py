"""Templates that a game provides: its guide."""

from typing import Final

from jinja2 import FunctionLoader

from tobean.games import GAMES
from tobean.server.games.files import GUIDE, game_file


def template_name(game: str, file: str) -> str:
    """Return the name by which pages include a template of a game."""
    return f"games/{game}/{file}"


def game_template(name: str) -> str | None:
    """Return the text of the template `games/<game>/<file>`, or None if the game does not provide it."""
    for game in GAMES:
        template = game_file(game, GUIDE) if name == template_name(game, GUIDE) else None
        if template is not None:
            return template.read_text(encoding="utf-8")
    return None


class GameTemplates(FunctionLoader):
    """Loader of the guides of all games."""

    def list_templates(self) -> list[str]:
        return [template_name(game, GUIDE) for game in GAMES if game_file(game, GUIDE) is not None]


LOADER: Final = GameTemplates(game_template)
