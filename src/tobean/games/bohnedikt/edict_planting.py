"""Phase 3 under edicts: F3 and F6 (D5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.games.bohnedikt.cards import F3, F6
from tobean.games.bohnedikt.component import BohnediktComponent, bohnedikt_component
from tobean.games.bohnedikt.edict_use import Invoke, check_usable
from tobean.games.bohnedikt.edicts import in_force
from tobean.games.bohnedikt.events import TOOK_ASIDE
from tobean.kernel.actions import Action, DiscardTurned
from tobean.kernel.agenda import register_step
from tobean.kernel.cards import distinct_kinds
from tobean.kernel.errors import Illegal
from tobean.kernel.events import DISCARDED
from tobean.kernel.message_args import KindArg
from tobean.kernel.notation.card_locations import ASIDE
from tobean.kernel.phases.planting import PlantDue
from tobean.kernel.state.hands import add_to_hand_back, marked_seen_by_all, tuple_without

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.component import Component
    from tobean.kernel.table import Table


class PlantDueByEdict(PlantDue):
    """Phase 3 with the alternatives to planting that F3 and F6 give the active player."""

    NAME = "plant due by edict"
    PROMPT_KEY = "plant due"

    def tells_due_apart(self, component: Component | None) -> bool:
        assert isinstance(component, BohnediktComponent)
        return F3 in component.edicts or F6 in component.edicts

    def check(self, table: Table, action: Action) -> None:
        if isinstance(action, DiscardTurned):
            check_usable(table, action.seat, F3)
            if action.card not in table.turned:
                raise Illegal("D5", "There is no turned-over {card} to discard.", card=KindArg(action.card))
        elif isinstance(action, Invoke):
            check_usable(table, action.seat, action.edict)
            if action.edict != F6:
                raise Illegal("D5", "{card} is not used now.", card=KindArg(action.edict))
            if action.place != ASIDE or action.card not in table.aside[action.seat]:
                raise Illegal("D5", "Only a card set aside goes back to the hand.")
        else:
            super().check(table, action)

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, DiscardTurned):
            table.turned.remove(action.card)
            table.discard.append(action.card)
            if table.events is not None:
                table.events.append(DISCARDED.of(seat=action.seat, cards=(action.card,)))
        elif isinstance(action, Invoke):
            table.aside[action.seat] = tuple_without(table.aside[action.seat], action.card)
            add_to_hand_back(table, action.seat, action.card, marked_seen_by_all(table.pile))
            if table.events is not None:
                table.events.append(TOOK_ASIDE.of(seat=action.seat, cards=(action.card,)))
        else:
            super().take(table, action)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        actions = super().list_actions(table, seat)
        if seat == table.active:
            if in_force(table, F3):
                for card in distinct_kinds(table.turned):
                    actions.append(DiscardTurned(seat, card))
            if in_force(table, F6):
                for card in distinct_kinds(table.aside[seat]):
                    actions.append(Invoke(seat, F6, card, ASIDE))
        return actions

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        for edict in bohnedikt_component(table).edicts:
            if edict in (F3, F6):
                return chance.choice(table.legal_actions(seat))
        return super().sample(table, seat, chance)


PLANT_DUE_BY_EDICT: Final = PlantDueByEdict()
register_step(PlantDueByEdict)
