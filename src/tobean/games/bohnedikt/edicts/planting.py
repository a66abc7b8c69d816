"""Phase 3 under edicts that are used instead of planting (D5)."""

from typing import Final

from tobean.games.bohnedikt.component import BohnediktComponent, bohnedikt_component
from tobean.games.bohnedikt.edicts.edict import IN_PLANTING, edict_of
from tobean.games.bohnedikt.edicts.use import NO_EDICT, check_use, edict_used_by, has_edict_for, usable_edicts
from tobean.kernel.actions import Action, Plant
from tobean.kernel.agenda import register_step
from tobean.kernel.chance import Chance
from tobean.kernel.component import Component
from tobean.kernel.phases.planting import PlantDue
from tobean.kernel.table import Table


class PlantDueByEdict(PlantDue):
    """Phase 3 with the alternatives to planting that edicts give the active player."""

    NAME = "plant due by edict"
    PROMPT_KEY = "plant due"

    def distinguishes_turned_from_aside(self, component: Component | None) -> bool:
        assert isinstance(component, BohnediktComponent)
        return has_edict_for(component, IN_PLANTING)

    def check(self, table: Table, action: Action) -> None:
        edict = NO_EDICT if isinstance(action, Plant) else edict_used_by(action, IN_PLANTING)
        if edict != NO_EDICT:
            check_use(table, action, edict, IN_PLANTING)
        else:
            super().check(table, action)

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Plant):
            super().take(table, action)
        else:
            edict_of(edict_used_by(action, IN_PLANTING)).use(table, action)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        actions = super().list_actions(table, seat)
        if seat == table.active:
            for edict in usable_edicts(table, IN_PLANTING):
                actions.extend(edict.list_uses(table))
        return actions

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        component = bohnedikt_component(table)
        if component.edicts and has_edict_for(component, IN_PLANTING):
            return chance.choice(table.legal_actions(seat))
        return super().sample(table, seat, chance)


PLANT_DUE_BY_EDICT: Final = PlantDueByEdict()
register_step(PlantDueByEdict)
