"""Value network of `sage`: estimates the outcome of a game at the beginning of a turn.

Small networks with one hidden layer, trained on games of merchants (bench/tuning/sage_train.py). They predict the final
margin in thalers and the share of the win. Each game has its own, as `bots/net.json` in its folder; for a game without
one, the merchant's valuation of the position is used.
"""

import json
from typing import Final, final

from tobean.bots.game_knowledge import judge_for
from tobean.bots.mendel.value_net import WIN_VALUE, outcome
from tobean.bots.merchant.lookahead import table_lead
from tobean.bots.merchant.parameters import MerchantParameters
from tobean.bots.sage.features import features_of
from tobean.games.registry import game_folder
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table


@final
class Net:
    """Weights of one hidden layer with skip connections."""

    def __init__(self, skip: list[list[float]], inner: list[list[float]], outer: list[list[float]]) -> None:
        self.skip = skip
        """For each feature, and last for the constant, its direct contribution to both outputs."""
        self.inner = inner
        """For each feature, and last for the constant, its contribution to the hidden units."""
        self.outer = outer
        """For each hidden unit, its contribution to both outputs."""
        self.units: list[list[float]] = [[weights[unit] for weights in inner] for unit in range(len(outer))]
        """`inner` transposed, by hidden unit, so that each sum is computed in one loop."""

    def predict(self, features: list[float]) -> tuple[float, float]:
        """Return the margin in thalers, and the share of the win above an equal one."""
        last = len(self.inner) - 1
        margin, win_share = self.skip[last][0], self.skip[last][1]
        nonzero = [index for index in range(len(features)) if features[index] != 0.0]
        for index in nonzero:
            direct = self.skip[index]
            margin += features[index] * direct[0]
            win_share += features[index] * direct[1]
        for unit in range(len(self.units)):
            weights = self.units[unit]
            hidden = weights[last]
            for index in nonzero:
                hidden += features[index] * weights[index]
            if hidden > 0.0:
                outer = self.outer[unit]
                margin += hidden * outer[0]
                win_share += hidden * outer[1]
        return margin, win_share


NETS: Final[dict[str, Net | None]] = {}
"""Cache, by the name of the game."""


def net_for(game: str) -> Net | None:
    if game not in NETS:
        path = game_folder(game) / "bots" / "net.json"
        if path.is_file():
            weights = json.loads(path.read_text(encoding="utf-8"))
            NETS[game] = Net(weights["skip"], weights["inner"], weights["outer"])
        else:
            NETS[game] = None
    return NETS[game]


def estimated_margin(table: Table, seat: int, parameters: MerchantParameters) -> float:
    """Estimate the outcome for a seat at the beginning of a turn, in thalers of margin."""
    net = net_for(table.rules.name)
    if net is None:
        return table_lead(table, seat, parameters)
    if table.over:
        margin, win_share = outcome(table, seat)
    else:
        margin, win_share = net.predict(features_of(judge_for(observe(table, seat), parameters)))
    return margin + WIN_VALUE * win_share
