"""Rules of thumb for Bohnedikt: sacrifices for `miser` and `sprout`, and the edicts that `sprout` uses."""

from typing import Final

from tobean.bots.heuristics.farming import grows_on_field
from tobean.games.bohnedikt.component import GODS_ACRE
from tobean.games.bohnedikt.edicts.edict import edict_of
from tobean.games.bohnedikt.edicts.use import NO_CARD, Invoke
from tobean.games.bohnedikt.sacrifices import Sacrifice
from tobean.kernel.actions import Action, DiscardTurned, Harvest
from tobean.kernel.base.seats import NO_SEAT
from tobean.kernel.cards import pay_tables
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.observation.observation import Observation

MIN_HARVEST_PAY: Final = 3
"""Thalers for which God's acre is harvested immediately."""


def planting_sacrifice(view: Observation, actions: list[Action]) -> Action | None:
    """Sacrifice in phase 1: when cards have to be planted anyway, two that need no harvest are welcome."""
    if view.phase != 1:
        return None
    return next((action for action in actions if isinstance(action, Sacrifice)), None)


def gods_acre_payout(view: Observation, card: int, more: int) -> int:
    """Return the pay of God's acre with `more` additional cards, the last of them `card` (D15)."""
    table = pay_tables(view.rules.beans)[card]
    return table[min(len(view.fields[view.seat][GODS_ACRE]) + more, len(table) - 1)]


def edict_action(view: Observation, actions: list[Action]) -> Action | None:
    """Choose the best sacrifice, the harvest after it, or a gift or discard of a misfit; else None."""
    sacrifices = [action for action in actions if isinstance(action, Sacrifice)]
    if sacrifices:
        return max(sacrifices, key=lambda action: gods_acre_payout(view, action.cards[-1], 2))
    for action in actions:
        if isinstance(action, Harvest) and action.field == GODS_ACRE:
            top = view.fields[view.seat][GODS_ACRE][-1]
            if gods_acre_payout(view, top, 0) >= MIN_HARVEST_PAY:
                return action
    for action in actions:
        if isinstance(action, DiscardTurned) and not grows_on_field(view, view.seat, action.card):
            return action
        if isinstance(action, Invoke) and is_welcome(view, action):
            return action
    return None


def is_welcome(view: Observation, action: Invoke) -> bool:
    """Whether the use brings a card that grows on a field, or removes one that does not; hand cards are not given."""
    edict = edict_of(action.edict)
    gained = edict.gained_cards(view)
    if gained:
        return grows_on_field(view, view.seat, gained[0])
    if action.card == NO_CARD or (action.place != TURNED and edict.receiver(view) != NO_SEAT):
        return False
    return not grows_on_field(view, view.seat, action.card)
