"""Scoring by thalers."""

from tobean.kernel.rules import Result
from tobean.kernel.table import Table


def most_thalers_then_furthest(table: Table) -> Result:
    """Rank by thalers; a tie is won by the player furthest clockwise from the starting player."""
    keys = [(len(table.thalers[seat]), (seat - table.start) % table.players) for seat in range(table.players)]
    return rank_players(table, keys)


def rank_players(table: Table, keys: list[tuple[int, int]], parts: tuple[tuple[int, ...], ...] = ()) -> Result:
    """Rank players by these keys, the highest first; equal keys share a rank.

    With `parts`, a tuple of numbers for each seat, a seat's thalers are their sum instead of the size of its pile.
    """
    ranks = [1 + sum(1 for other in keys if other > key) for key in keys]
    winners = [seat for seat in range(table.players) if ranks[seat] == 1]
    thalers = tuple([sum(part) for part in parts]) if parts else tuple([len(pile) for pile in table.thalers])
    return Result(thalers, tuple(winners), tuple(ranks), parts=parts)
