"""The end of Al Cabohne: the mafia harvests and counts like a player (A14, A15, A18, A19)."""

from typing import Final

from tobean.games.al_cabohne.mafia import harvest_boss, is_solo, mafia_of
from tobean.kernel.agenda import Step, register_step
from tobean.kernel.rules import Result
from tobean.kernel.state.harvest import FINAL_HARVEST
from tobean.kernel.table import Table


class FinalHarvestOfAll(Step):
    """The final harvest: all bosses harvest, regardless of the value, and all players, regardless of K7 (A14, A18)."""

    NAME = "final harvest of all"

    def run(self, table: Table) -> None:
        mafia = mafia_of(table)
        for boss in range(len(mafia.rows)):
            if mafia.rows[boss]:
                harvest_boss(table, boss)
        FINAL_HARVEST.run(table)


FINAL_HARVEST_OF_ALL: Final = FinalHarvestOfAll()
register_step(FinalHarvestOfAll)


def score_against_mafia(table: Table) -> Result:
    """Score a game: most thalers win, but a player needs more than the mafia (A15), solo more than twice as many (A19).

    Ranks count the mafia: behind it the best player is second.
    """
    thalers = [len(pile) for pile in table.thalers]
    mafia = len(mafia_of(table).thalers) * (2 if is_solo(table) else 1)
    ranks: list[int] = []
    winners: list[int] = []
    for seat in range(table.players):
        ahead = 1 if mafia >= thalers[seat] else 0
        for other in thalers:
            if other > thalers[seat]:
                ahead += 1
        ranks.append(1 + ahead)
        if ahead == 0:
            winners.append(seat)
    return Result(tuple(thalers), tuple(winners), tuple(ranks), "mafia", mafia)
