"""Public statistics of how players trade with each other: favours, and how reliable their calls are.

No rule depends on it, so it is not part of the state: no table text contains it, and tables that differ only in it are
equal. It is derived from public facts, the cards of deals, fields and calls, so it reveals no secrets (I3). Bots that
judge the trustworthiness of players find it at the table and in every observation.
"""

from typing import Final, final

from mypy_extensions import mypyc_attr

from tobean.kernel.base.seats import SPECTATOR
from tobean.kernel.base.value_object import ValueObject


@final
@mypyc_attr(acyclic=True)
class TradeHistory(ValueObject):
    """Counts since the cards were dealt. Immutable: a change creates a new one, so tables can share it."""

    ATTRIBUTES = ("favours", "honoured_calls", "refused_calls")

    def __init__(
        self, favours: tuple[int, ...], honoured_calls: tuple[int, ...], refused_calls: tuple[int, ...]
    ) -> None:
        self.favours = favours
        """At `giver * players + receiver`: cards that match the receiver's fields, minus those given in return that
        match the giver's, plus each hand card given for nothing; summed over deals, each counting at least 0.
        """
        self.honoured_calls = honoured_calls
        """By seat: cards given of kinds that the seat had announced in calls (T8)."""
        self.refused_calls = refused_calls
        """By seat: phases in which the seat declined an offer that asked only for kinds it had announced."""


NO_HISTORY: Final = [
    TradeHistory((0,) * (players * players), (0,) * players, (0,) * players) for players in range(SPECTATOR + 1)
]
"""By number of players, up to the number of seat letters: the history at the start of a game."""
