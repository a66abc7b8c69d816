"""Card sets for short games."""

from tobean.games import GAMES
from tobean.kernel.cards import name_of


def half_card_set(game: str) -> str:
    """TOML of a card set with half of the cards: a game takes about a third of the actions."""
    counts = "".join(f'[beans."{name_of(bean.kind)}"]\ncount = {bean.count // 2}\n' for bean in GAMES[game].beans)
    return f'game = "{game}"\n{counts}'
