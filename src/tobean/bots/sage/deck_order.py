"""Fixed order of the draw pile on sampled tables."""

from tobean.kernel.chance import Chance
from tobean.kernel.table import Table


def fix_order(table: Table, chance: Chance) -> None:
    """Shuffle the bag into a stack, so that all actions tried on copies of this table meet the same cards."""
    cards: list[int] = []
    for card in table.kinds:
        cards.extend([card] * table.bag[card])
        table.bag[card] = 0
    chance.shuffle(cards)
    table.bag_size = 0
    table.stack = cards + table.stack
