"""Rules of thumb for Rabohnzel and Excalibohn: the abilities and spells that `sprout` uses."""

from typing import Final

from tobean.bots.heuristics.farming import grows_on_field, has_room
from tobean.games.magic.actions import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use
from tobean.games.magic.cards import BEANS, FIELD, HAND, PILE, PRINCESS, SWORD, TRADE
from tobean.kernel.actions import Action, DiscardTurned, Plant
from tobean.kernel.observation.observation import Observation

SPELLS_BY_VALUE: Final = (TRADE, FIELD, HAND)
"""The spells worth a magic bean, the best first."""


def magic_action(view: Observation, actions: list[Action]) -> Action | None:
    """Attack princesses, pluck and draw, keep what matches, and use the simple spells; None if nothing applies."""
    for action in actions:
        if isinstance(action, CounterAttack) or (isinstance(action, Choose) and action.card == PRINCESS):
            return action
    if any(isinstance(action, Keep) for action in actions):
        return planting_of_won_card(view, actions)
    attacks = [action for action in actions if isinstance(action, Use) and is_sword(view, action)]
    if attacks:
        best = max(attacks, key=lambda attack: princess_likelihood(view, attack.target))
        if princess_likelihood(view, best.target):
            return best
    for action in actions:
        if isinstance(action, Use) and not is_sword(view, action) and not action.spells:
            return action
    return activation(view, actions) or simple_spell(view, actions)


def is_sword(view: Observation, action: Use) -> bool:
    return view.fields[view.seat][action.field][-1] == SWORD


def princess_likelihood(view: Observation, seat: int) -> float:
    """Return the likelihood that an attack on this player wins a thaler (R15)."""
    thalers = view.thalers[seat]
    return thalers.count(PRINCESS) / len(thalers) if thalers else 0.0


def planting_of_won_card(view: Observation, actions: list[Action]) -> Action:
    """Plant a card just won where its kind grows, else keep it."""
    for action in actions:
        if isinstance(action, Plant) and grows_on_field(view, view.seat, action.card):
            return action
    return next(action for action in actions if isinstance(action, Keep))


def activation(view: Observation, actions: list[Action]) -> Action | None:
    for spell in SPELLS_BY_VALUE:
        for action in actions:
            if isinstance(action, Use) and action.spells == (spell,):
                return action
            if isinstance(action, (PlayMagic, Activate)) and action.spell == spell:
                return action
    return None


def simple_spell(view: Observation, actions: list[Action]) -> Action | None:
    """Discard what does not match, open a field for it, turn it into a match, or draw more."""
    for action in actions:
        if (
            isinstance(action, DiscardTurned)
            and not grows_on_field(view, view.seat, action.card)
            and not has_room(view, view.seat)
        ):
            return action
    for action in actions:
        if isinstance(action, Cast):
            misfit = action.spell in (FIELD, BEANS) and not grows_on_field(view, view.seat, action.card)
            if (misfit and not has_room(view, view.seat)) or action.spell in (TRADE, HAND):
                return action
            if action.spell == PILE and grows_on_field(view, view.seat, view.discard[-1]):
                return action
    return None
