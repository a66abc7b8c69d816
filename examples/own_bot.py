"""A custom bot against built-in bots, with each deal played from every seat, because the seat alone makes a large
difference.

The strategy: plant what grows on a field already, harvest the smallest yield, accept every gift, offer nothing.

    python examples/own_bot.py 20
"""

import sys
from collections.abc import Sequence

import tobean
from tobean.bots import Bot


class Gatherer:
    """Chooses the legal action with the best score."""

    name = "gatherer"

    def choose(self, view: tobean.Observation, actions: list[tobean.Action], chance: tobean.Chance) -> tobean.Action:
        return max(actions, key=lambda action: self.action_value(view, action))

    def volunteer(
        self, view: tobean.Observation, actions: list[tobean.Action], chance: tobean.Chance
    ) -> tobean.Action | None:
        return None

    def action_value(self, view: tobean.Observation, action: tobean.Action) -> float:
        fields = view.fields[view.seat]
        if isinstance(action, tobean.Plant):
            return 2 if action.card in fields[action.field] else 1
        if isinstance(action, tobean.Harvest):
            return -len(fields[action.field])
        if isinstance(action, tobean.Accept):
            return 3 if not action.cards else -1
        return 0


deals = int(sys.argv[1]) if len(sys.argv) > 1 else 4
thalers = {"gatherer": 0.0, "miser": 0.0, "random": 0.0}
for seed in range(deals):
    for rotation in range(3):
        bots: Sequence[Bot | str] = [Gatherer(), "miser", "random"]
        bots = [*bots[rotation:], *bots[:rotation]]
        result, record = tobean.play_match("bohnanza", bots, seed=seed)
        for name, earned in zip(record.players, result.thalers, strict=True):
            thalers[name.split()[0]] += earned / (3 * deals)
for name, mean in thalers.items():
    print(f"{name:10}{mean:6.2f} thalers a game")
