"""Turn order (O1), and the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.events import Event
from tobean.kernel.harvest import harvest
from tobean.kernel.steps import Step, vocabulary

if TYPE_CHECKING:
    from tobean.kernel.table import Table


class StartTurn(Step):
    """Lay the phases of a turn on the agenda."""

    def __init__(self) -> None:
        super().__init__("start turn")

    def run(self, table: Table) -> None:
        table.turn += 1
        table.deals = 0
        table.offer_count = 0
        for step in reversed(table.rules.turn):
            table.agenda.append(step)
        if table.events is not None:
            table.events.append(Event("turn", seat=table.active, number=table.turn))


START_TURN: Final = StartTurn()
vocabulary("start turn", lambda count: START_TURN)


class NextPlayer(Step):
    """The next player clockwise becomes active (O1, B6)."""

    def __init__(self) -> None:
        super().__init__("next player")

    def run(self, table: Table) -> None:
        table.active = (table.active + 1) % table.players
        table.agenda.append(START_TURN)


NEXT_PLAYER: Final = NextPlayer()
vocabulary("next player", lambda count: NEXT_PLAYER)


class FinalHarvest(Step):
    """The game is over: all harvest all their fields, whatever K7 says (B8), in O1 order."""

    def __init__(self) -> None:
        super().__init__("final harvest")

    def run(self, table: Table) -> None:
        for step in range(table.players):
            seat = (table.active + step) % table.players
            for field in range(len(table.fields[seat])):
                if table.fields[seat][field]:
                    harvest(table, seat, field)
        if table.events is not None:
            table.events.append(Event("ended"))


FINAL_HARVEST: Final = FinalHarvest()
vocabulary("final harvest", lambda count: FINAL_HARVEST)
