"""Rules of thumb for Al Cabohne, for `miser` and `sprout`."""

from tobean.bots.heuristics.farming import best_harvest, best_planting, grows_on_field, row_pay
from tobean.games.al_cabohne.actions import Feed
from tobean.games.al_cabohne.mafia import Mafia
from tobean.games.al_cabohne.phases import Tax
from tobean.kernel.actions import Action, DiscardTurned, GoOn, Harvest, Pass, Plant
from tobean.kernel.notation.card_locations import TURNED
from tobean.view.observation import Observation


def simple_action(view: Observation, actions: list[Action]) -> Action:
    """Plant where a kind grows or a field is empty, give the rest to the mafia, harvest only when necessary.

    Alone, where all revealed cards have to be planted (A17), harvest a field that pays rather than feed the mafia.
    """
    planting = best_planting(view, actions)
    if isinstance(planting, Plant):
        passing = next((action for action in actions if isinstance(action, Pass)), None)
        if passing is None or view.fields[view.seat][planting.field]:
            return planting
    if view.turned and view.players == 1:
        harvest = best_harvest(view, actions)
        if harvest is not None and row_pay(view, view.fields[view.seat][harvest.field]):
            return harvest
    for action_type in (Pass, GoOn, Feed, DiscardTurned):
        for action in actions:
            if isinstance(action, action_type):
                return action
    return best_harvest(view, actions) or actions[0]


def careful_action(view: Observation, actions: list[Action]) -> Action:
    """Harvest complete rows and those that the tax threatens, plant all it can, feed the mafia the worst cards."""
    for action in actions:
        if isinstance(action, Harvest) and (
            is_complete(view, action.field) or is_threatened_by_tax(view, action.field)
        ):
            return action
    planting = best_planting(view, actions)
    if planting is not None:
        return planting
    feeds = [action for action in actions if isinstance(action, Feed)]
    gifts = [feed for feed in feeds if feed.place == TURNED]
    harvest = best_harvest(view, actions)
    if view.turned and harvest is not None and row_pay(view, view.fields[view.seat][harvest.field]):
        return harvest
    if gifts:
        return min(gifts, key=lambda feed: feeding_cost(view, feed))
    for action in actions:
        if isinstance(action, (Pass, GoOn)):
            return action
    if feeds:
        return min(feeds, key=lambda feed: feeding_cost(view, feed))
    return simple_action(view, actions)


def is_complete(view: Observation, field: int) -> bool:
    """Whether more cards cannot increase the pay of this row."""
    row = view.fields[view.seat][field]
    return bool(row) and row_pay(view, row, more=20) == row_pay(view, row)


def is_threatened_by_tax(view: Observation, field: int) -> bool:
    """Whether the tax would cost this row a payout step (A5); False while no tax is due."""
    row = view.fields[view.seat][field]
    return (
        isinstance(view.agenda[-1], Tax)
        and is_collected(view, row[-1])
        and row_pay(view, row) > row_pay(view, row, more=-1)
    )  # fmt: skip


def is_collected(view: Observation, card: int) -> bool:
    mafia = view.component
    return isinstance(mafia, Mafia) and any(row and row[-1] == card for row in mafia.rows)


def feeding_cost(view: Observation, feed: Feed) -> float:
    """Rank cards to give away: those that grow here, rare ones and those further back in the hand cost more."""
    bean = next(bean for bean in view.rules.beans if bean.kind == feed.card)
    return (
        (2.0 if grows_on_field(view, view.seat, feed.card) else 0.0)
        + 10.0 / bean.steps[0] / bean.count
        + 0.01 * feed.place
    )
