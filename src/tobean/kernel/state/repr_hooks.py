"""Representations of a table: a one-line summary, and hooks for the text and the drawing.

The kernel itself neither formats nor draws tables. The layers that do (record, svg) register their functions here.
"""

from collections.abc import Callable
from typing import Any, Final, final

from tobean.kernel.base.seats import seat_name


def summary(position: Any) -> str:
    """Summarize a table or an observation: `bohnanza, 4 players, turn 3, ply 17: B decides, trading`."""
    players = "1 player" if position.players == 1 else f"{position.players} players"
    point = f"{position.rules.name}, {players}, turn {position.turn}, ply {position.ply}"
    if not position.agenda:
        return f"{point}: over"
    if position.awaited < 0:
        return f"{point}: chance decides"
    return f"{point}: {seat_name(position.awaited)} decides, {position.agenda[-1]!r}"


@final
class ReprHooks:
    """The functions that format and draw tables and observations."""

    def __init__(self, text: Callable[[Any], str], html: Callable[[Any], str]) -> None:
        self.text = text
        self.html = html


REPR_HOOKS: Final = ReprHooks(summary, summary)
