"""How a game will end, as far as its beginning tells: small nets, trained on games of merchants (bench/sage_train.py).

A net has one hidden layer; it answers with the margin at the end, in thalers, and with the share of the victory. Each
game has its own, as `bots/net.json` in its folder. Without a net for a game, bots use what merchants think of the
position.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, final

from tobean.bots.game_knowledge import judge_for
from tobean.bots.merchant.lookahead import table_lead
from tobean.bots.sage.features import features_of
from tobean.games.registry import folder
from tobean.view.observation import observe

if TYPE_CHECKING:
    from tobean.bots.merchant.parameters import MerchantParameters
    from tobean.kernel.table import Table

WIN_VALUE: Final = 4.0
"""How many thalers of margin a whole victory is worth to somebody who wants to win."""


@final
class Net:
    """Weights and what they make of the features of a position."""

    def __init__(self, skip: list[list[float]], inner: list[list[float]], outer: list[list[float]]) -> None:
        self.skip = skip
        """For each feature, and then for the constant, what it adds to both answers at once."""
        self.inner = inner
        """For each feature, and then for the constant, what it adds to the hidden units."""
        self.outer = outer
        """For each hidden unit, what it adds to both answers."""
        self.units: list[list[float]] = [[weights[unit] for weights in inner] for unit in range(len(outer))]
        """The weights of `inner` by hidden unit: so a sum grows in one place."""

    def predict(self, features: list[float]) -> tuple[float, float]:
        """The margin in thalers, and the share of the victory above an equal one."""
        last = len(self.inner) - 1
        margin, glory = self.skip[last][0], self.skip[last][1]
        nonzero = [index for index in range(len(features)) if features[index] != 0.0]
        for index in nonzero:
            direct = self.skip[index]
            margin += features[index] * direct[0]
            glory += features[index] * direct[1]
        for unit in range(len(self.units)):
            weights = self.units[unit]
            hidden = weights[last]
            for index in nonzero:
                hidden += features[index] * weights[index]
            if hidden > 0.0:
                outer = self.outer[unit]
                margin += hidden * outer[0]
                glory += hidden * outer[1]
        return margin, glory


NETS: Final[dict[str, Net | None]] = {}
"""Those that have been read, by the name of the game."""


def net_for(game: str) -> Net | None:
    """The net of a game, if it has one."""
    if game not in NETS:
        path = folder(game) / "bots" / "net.json"
        if path.is_file():
            weights = json.loads(path.read_text(encoding="utf-8"))
            NETS[game] = Net(weights["skip"], weights["inner"], weights["outer"])
        else:
            NETS[game] = None
    return NETS[game]


def estimated_margin(table: Table, seat: int, parameters: MerchantParameters) -> float:
    """How well the game will end for a seat, in thalers of margin; asked at the beginning of a turn."""
    net = net_for(table.rules.name)
    if net is None:
        return table_lead(table, seat, parameters)
    if table.over:
        margin, glory = outcome(table, seat)
    else:
        margin, glory = net.predict(features_of(judge_for(observe(table, seat), parameters)))
    return margin + WIN_VALUE * glory


def outcome(table: Table, seat: int) -> tuple[float, float]:
    """How a game that is over has ended for a seat, in what nets answer: the margin, and the share of the victory."""
    result = table.result()
    players = table.players
    margin = result.thalers[seat] - (sum(result.thalers) - result.thalers[seat]) / max(1, players - 1)
    return margin, (1.0 / len(result.winners) if seat in result.winners else 0.0) - 1.0 / players
