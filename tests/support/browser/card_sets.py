"""Card sets for short games."""

import math

from tobean.games import GAMES
from tobean.kernel.cards import name_of

SMALL = 40
"""Cards of a small set, before rounding up. A game for three players needs more than 30."""


def small_card_set(game: str) -> str:
    """TOML of a card set with hardly more cards than a game needs."""
    beans = GAMES[game].beans
    share = SMALL / sum(bean.count for bean in beans)
    counts = "".join(f'[beans."{name_of(bean.kind)}"]\ncount = {math.ceil(bean.count * share)}\n' for bean in beans)
    return f'game = "{game}"\n{counts}'


def half_card_set(game: str) -> str:
    """TOML of a card set with half of the cards: a game takes about a third of the actions."""
    counts = "".join(f'[beans."{name_of(bean.kind)}"]\ncount = {bean.count // 2}\n' for bean in GAMES[game].beans)
    return f'game = "{game}"\n{counts}'
