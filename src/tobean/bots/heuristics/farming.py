"""Rules of thumb for farming: the field for a card, and the field to give up."""

from typing import Final

from tobean.kernel.actions import Action, DiscardTurned, GoOn, Harvest, MakeOffer, Pass, Plant
from tobean.kernel.cards import pay_tables
from tobean.kernel.observation.determinize import table_with_hidden_cards
from tobean.kernel.observation.observation import Observation
from tobean.kernel.state.position import Row
from tobean.kernel.trade.trade_rules import DEFAULT_TRADE_RULES, offer_allowed

HAND_PHASE: Final = 1
"""The phase in which cards are planted from the hand."""
DUE_PHASE: Final = 3
"""The phase in which cards turned over or set aside are planted."""


def row_pay(view: Observation, row: Row, more: int = 0) -> int:
    """Return what a row would pay with `more` additional cards."""
    if not row:
        return 0
    table = pay_tables(view.rules.beans)[row[-1]]
    return table[min(len(row) + more, len(table) - 1)]


def grows_on_field(view: Observation, seat: int, card: int) -> bool:
    return any(row and row[-1] == card for row in view.fields[seat])


def has_room(view: Observation, seat: int) -> bool:
    return any(not row for row in view.fields[seat])


def harvest_cost(view: Observation, field: int) -> float:
    """Estimate the thalers lost by harvesting a field now: few when it has just reached a payout step."""
    row = view.fields[view.seat][field]
    possible_increase = max(row_pay(view, row, more) - row_pay(view, row) for more in range(1, 4))
    supply = sum(urn[row[-1]] for urn in view.urns) / max(1, sum(sum(urn) for urn in view.urns))
    return possible_increase * min(1.0, 6 * supply) + 0.01 * len(row)


def is_offer_allowed(view: Observation, offer: MakeOffer) -> bool:
    """Whether the game's own trade rules, if any, allow this offer."""
    return first_allowed(view, [offer]) is not None


def first_allowed(view: Observation, offers: list[MakeOffer]) -> MakeOffer | None:
    """Return the first of these offers that the game's own trade rules, if any, allow."""
    if not offers or view.rules.trade_rules is DEFAULT_TRADE_RULES:
        return offers[0] if offers else None
    table = table_with_hidden_cards(view)  # legality does not depend on hidden cards
    for offer in offers:
        if offer_allowed(table, offer):
            return offer
    return None


def best_harvest(view: Observation, actions: list[Action]) -> Harvest | None:
    """Return the harvest that costs least."""
    harvests = [action for action in actions if isinstance(action, Harvest)]
    return min(harvests, key=lambda action: harvest_cost(view, action.field)) if harvests else None


def best_planting(view: Observation, actions: list[Action]) -> Action | None:
    """Return the planting where the kind grows already, else on an empty field; None if nothing can be planted."""
    plantings = [action for action in actions if isinstance(action, Plant)]
    matching = [action for action in plantings if view.fields[view.seat][action.field]]
    if matching:
        return max(matching, key=lambda action: len(view.fields[view.seat][action.field]))
    return plantings[0] if plantings else None


def misfit_discard(view: Observation, actions: list[Action]) -> Action | None:
    """Return the discard of a turned-over card whose kind does not grow here, where that is allowed."""
    for action in actions:
        if isinstance(action, DiscardTurned) and not grows_on_field(view, view.seat, action.card):
            return action
    return None


def farming_action(view: Observation, actions: list[Action]) -> Action | None:
    """Return a planting, a pass or the harvest that planting needs; None if no planting is required."""
    planting = best_planting(view, actions)
    pass_action = next((action for action in actions if isinstance(action, Pass)), None)
    if pass_action is not None:
        # A second card is worth planting only where its kind grows.
        return planting if planting is not None and grows_on_field(view, view.seat, view.hand[0]) else pass_action
    if planting is not None:
        return planting
    if any(isinstance(action, GoOn) for action in actions):
        return None
    if view.phase == HAND_PHASE and view.hand and view.hand[0] in view.rules.hand_extras:
        return None  # the front card is not a bean
    needs_field = view.phase in (HAND_PHASE, DUE_PHASE) or all(isinstance(action, Harvest) for action in actions)
    return best_harvest(view, actions) if needs_field else None
