"""How a table looks to people: one line for everybody, and whole texts and pictures by the layers that know how.

The kernel draws and writes nothing. Whoever can (record, svg) says so here, and the kernel asks when somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, final

from tobean.kernel.state.seats import seat_name


def summary(position: Any) -> str:
    """A table, or a seat's view of one, in a few words: `bohnanza, 4 players, turn 3, ply 17: B decides, trading`."""
    players = "1 player" if position.players == 1 else f"{position.players} players"
    place = f"{position.rules.name}, {players}, turn {position.turn}, ply {position.ply}"
    if not position.agenda:
        return f"{place}: over"
    if position.awaited < 0:
        return f"{place}: chance decides"
    return f"{place}: {seat_name(position.awaited)} decides, {position.agenda[-1]!r}"


@final
class ReprHooks:
    """Who writes and who draws tables and views."""

    def __init__(self, text: Callable[[Any], str], html: Callable[[Any], str]) -> None:
        self.text = text
        self.html = html


REPR_HOOKS: Final = ReprHooks(summary, summary)
