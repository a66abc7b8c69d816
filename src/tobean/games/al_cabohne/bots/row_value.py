"""Row values of Al Cabohne, from the unseen cards."""

from typing import Final, final

from mypy_extensions import mypyc_attr

from tobean.games.al_cabohne.bots.parameters import AlCabohneParameters
from tobean.games.al_cabohne.mafia import THRESHOLDS
from tobean.kernel.base.portable_math import exp
from tobean.kernel.table import Table

UNKNOWN: Final = -1000.0
NOT_ASKED: Final[list[float]] = []
MAX_CARDS: Final = 12
"""No beanometer has more steps."""
ROUND: Final = 50.0
"""Unit of `SupplyForecast.rounds`, in cards."""
LATER_PILE: Final = 40.0
"""Approximate number of cards in a later draw pile."""


@final
@mypyc_attr(acyclic=True)
class SupplyForecast:
    """Expected cards of each kind, and the values of rows that follow from them. Computed once per decision."""

    def __init__(self, table: Table, seat: int, parameters: AlCabohneParameters) -> None:
        kinds = len(table.bag)
        self.pays = table.pays
        self.parameters = parameters
        unseen = table.bag.copy()
        total = table.bag_size + len(table.stack)
        for card in table.stack:
            unseen[card] += 1
        for other in range(table.players):
            if other != seat:
                for card in table.hands[other]:
                    unseen[card] += 1
                total += len(table.hands[other])
        self.last_pile = table.run_outs + 1 >= table.last_run_out
        self.left = float(table.bag_size + len(table.stack))
        discarded = [0] * kinds
        if not self.last_pile:
            for card in table.discard:
                discarded[card] += 1
        self.share: list[float] = [0.0] * kinds
        self.expected_cards: list[float] = [0.0] * kinds
        self.expected_for_boss: list[float] = [0.0] * kinds
        for card in table.kinds:
            self.share[card] = unseen[card] / total if total else 0.0
            again = discarded[card] / len(table.discard) if not self.last_pile and table.discard else 0.0
            self.expected_cards[card] = expected_count(self.share[card], total, again, parameters.horizon)
            self.expected_for_boss[card] = (
                expected_count(self.share[card], total, again, parameters.boss_horizon) * parameters.revealed
            )
        self.fields: list[list[float]] = [NOT_ASKED] * kinds
        self.rows: list[list[float]] = [NOT_ASKED] * (kinds * len(THRESHOLDS))
        piles = table.last_run_out - table.run_outs - 1
        self.rounds = (self.left + piles * LATER_PILE) / ROUND

    def field(self, card: int, size: int) -> float:
        """Return the expected pay of a field with `size` cards, if no boss collects its kind."""
        if size >= MAX_CARDS:
            size = MAX_CARDS - 1
        cached = self.fields[card]
        if not cached:
            cached = [UNKNOWN] * MAX_CARDS
            self.fields[card] = cached
        value = cached[size]
        if value == UNKNOWN:
            value = expected_pay(self.pays[card], size, self.expected_cards[card])
            cached[size] = value
        return value

    def row(self, boss: int, card: int, size: int) -> float:
        """Return the thalers expected of a boss with this row until the end of the game."""
        if size >= MAX_CARDS:
            size = MAX_CARDS - 1
        index = boss * len(self.share) + card
        cached = self.rows[index]
        if not cached:
            cached = [UNKNOWN] * MAX_CARDS
            self.rows[index] = cached
        value = cached[size]
        if value == UNKNOWN:
            value = self.expected_boss_pay(boss, card, size)
            cached[size] = value
        return value

    def expected_boss_pay(self, boss: int, card: int, size: int) -> float:
        """Return the expected thalers of a boss with this row.

        He harvests at his threshold and starts again (A1), or harvests what there is at the end (A14, A18).
        """
        pays = self.pays[card]
        last = len(pays) - 1
        mean = self.expected_for_boss[card]
        probability = exp(-mean)
        remaining = 1.0
        pay = 0.0
        more = 0
        while more < MAX_CARDS and size + more <= last and pays[size + more] < THRESHOLDS[boss]:
            pay += probability * pays[size + more]
            remaining -= probability
            more += 1
            probability *= mean / more
        return pay + max(0.0, remaining) * (
            THRESHOLDS[boss] + self.empty_boss_value(boss) * self.parameters.after_harvest
        )

    def empty_boss_value(self, boss: int) -> float:
        """Return the thalers expected of a boss without cards, which has to be fed (A10)."""
        if boss == 0:
            return self.parameters.empty_al * self.rounds
        return (self.parameters.empty_don if boss == 1 else self.parameters.empty_joe) * self.rounds


def expected_count(share: float, total: int, again: float, horizon: float) -> float:
    """Return the expected cards of a kind among the next ones; the discard pile follows the unseen cards."""
    if total >= horizon:
        return share * horizon
    return share * total + again * (horizon - total)


def expected_pay(pays: list[int], size: int, mean: float) -> float:
    """Return the expected pay of a row to which a Poisson number of cards is added."""
    last = len(pays) - 1
    if size >= last:
        return float(pays[last])
    probability = exp(-mean)
    remaining = 1.0
    pay = 0.0
    for more in range(last - size):
        pay += probability * pays[size + more]
        remaining -= probability
        probability *= mean / (more + 1)
    return pay + max(0.0, remaining) * pays[last]
