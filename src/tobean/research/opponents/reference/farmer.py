"""Planting and harvesting shared by the whole population, as `sprout` did when it was frozen."""

from tobean.kernel.actions import Action, Decline, EndTrading, GoOn, Harvest, Pass, Plant
from tobean.kernel.cards import pay_tables
from tobean.kernel.chance import Chance
from tobean.kernel.observation.observation import Observation


def grows(view: Observation, seat: int, card: int) -> bool:
    return any(row and row[-1] == card for row in view.fields[seat])


def has_room(view: Observation, seat: int) -> bool:
    return any(not row for row in view.fields[seat])


def harvest_cost(view: Observation, field: int) -> float:
    """Return the value lost by harvesting a field now; small just after the row has reached a step."""
    row = view.fields[view.seat][field]
    steps = pay_tables(view.rules.beans)[row[-1]]
    pays = [steps[min(len(row) + more, len(steps) - 1)] for more in range(4)]
    supply = sum(urn[row[-1]] for urn in view.urns) / max(1, sum(sum(urn) for urn in view.urns))
    return max(pays[1:]) * min(1.0, 6 * supply) - pays[0] * min(1.0, 6 * supply) + 0.01 * len(row)


def farming_action(view: Observation, actions: list[Action]) -> Action | None:
    """Return the action for a planting decision; None if the decision is of another kind."""
    rows = view.fields[view.seat]
    plantings = [action for action in actions if isinstance(action, Plant)]
    matching = [action for action in plantings if rows[action.field]]
    planting = max(matching, key=lambda action: len(rows[action.field])) if matching else None
    planting = planting or (plantings[0] if plantings else None)
    may_pass = next((action for action in actions if isinstance(action, Pass)), None)
    if may_pass is not None:
        return planting if planting is not None and grows(view, view.seat, view.hand[0]) else may_pass
    if planting is not None or any(isinstance(action, GoOn) for action in actions):
        return planting
    if view.phase == 1 and view.hand and view.hand[0] in view.rules.hand_extras:
        return None  # the first hand card is not a bean
    harvests = [action for action in actions if isinstance(action, Harvest)]
    must_harvest = view.phase in (1, 3) or len(harvests) == len(actions)
    return min(harvests, key=lambda action: harvest_cost(view, action.field)) if harvests and must_harvest else None


class Miser:
    """Farms and never trades."""

    name = "miser-1"

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        for action in actions:
            if isinstance(action, (Decline, EndTrading)):
                return action
        return farming_action(view, actions) or actions[0]

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return None
