"""Short game for learners: the last run through a smaller draw pile, by the rules of the game."""

from tobean.kernel.state.hands import renumber_pile
from tobean.kernel.table import Table


def shorten(table: Table, pile: int) -> None:
    """Make the coming run-out the last one, and move all but `pile` cards of the draw pile to the discard pile."""
    table.run_outs = table.last_run_out - 1
    renumber_pile(table, table.run_outs)
    while table.draw_size > pile:
        card = table.chance.pick_among(table.bag, table.bag_size, table.kinds)
        table.bag[card] -= 1
        table.bag_size -= 1
        table.discard.append(card)
