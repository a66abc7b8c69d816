"""Card flow (R21) and the enchantment of the players (R24): planting from the front of hands out of turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tobean.kernel.actions import FRONT, GO_ONS, Action, GoOn, Pass, Plant, seat_name
from tobean.kernel.errors import Illegal
from tobean.kernel.events import Event
from tobean.kernel.hands import lapse, leave
from tobean.kernel.harvest import FIELDS_IN
from tobean.kernel.steps import Decision, Step, vocabulary
from tobean.magic.abilities import (
    MAGIC_PHASE,
    check_target_field,
    check_use,
    plant_magically,
    plantings,
    use_options,
)
from tobean.magic.actions import Use
from tobean.magic.component import magic_of
from tobean.magic.phase import use
from tobean.magic.spells import FLOW

if TYPE_CHECKING:
    from tobean.kernel.table import Table


def begin_flow(table: Table, seat: int) -> None:
    magic_of(table).begun = 0
    table.agenda.append(END_FLOW)
    table.agenda.append(CARD_FLOW)


class EndFlow(Step):
    """The spell is turned face down when the flow ends (R16)."""

    def __init__(self) -> None:
        super().__init__("end flow")

    def run(self, table: Table) -> None:
        magic = magic_of(table)
        magic.turn(table.active, FLOW, up=False)
        magic.begun = 0


END_FLOW = EndFlow()
vocabulary("end flow", lambda count: END_FLOW)


def check_front(table: Table, action: Plant, rule: str) -> None:
    front = table.hands[action.seat][0]
    if action.place != FRONT or action.card != front:
        raise Illegal(rule, "Only the front card of the hand can be planted now.")
    check_target_field(table, action.seat, front, action.field)


def plant_front(table: Table, action: Plant) -> None:
    offers = table.offers
    leave(table, action.seat, 0)
    if offers:
        lapse(table, offers)
    fresh = table.phase == MAGIC_PHASE
    plant_magically(table, action.seat, action.card, action.field, fresh)


class CardFlow(Decision):
    """Plant the front card as often in a row as wished; in between only harvests and, in the magic phase, the
    abilities of rows begun during this flow (R21)."""

    def __init__(self) -> None:
        super().__init__("card flow")

    def done(self, table: Table) -> bool:
        return not table.hands[table.active]

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal("R21", "{active} is planting by card flow.", active=seat_name(table.active))
        if isinstance(action, Plant):
            check_front(table, action, "R21")
        elif isinstance(action, Use):
            fields = FIELDS_IN[magic_of(table).begun]
            if table.phase != MAGIC_PHASE or action.field not in fields:
                raise Illegal("R21", "During a card flow only rows begun in it have abilities, in the magic phase.")
            check_use(table, action)
        elif not isinstance(action, GoOn):
            raise Illegal("R21", "During a card flow one plants, harvests, or goes on.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Plant):
            plant_front(table, action)
        elif isinstance(action, Use):
            use(table, action)
        else:
            table.agenda.pop()

    def options(self, table: Table, seat: int) -> list[Action]:
        if seat != table.active:
            return []
        found: list[Action] = [GO_ONS[seat], *plantings(table, seat, table.hands[seat][0])]
        if table.phase == MAGIC_PHASE:
            found.extend(use_options(table, seat, magic_of(table).begun))
        return found


CARD_FLOW = CardFlow()
vocabulary("card flow", lambda count: CARD_FLOW)


def enchant_players(table: Table, seat: int) -> None:
    """All others must plant their front card, clockwise; then the caster may (R24)."""
    table.agenda.append(PlantEnchanted(seat))
    for step in range(table.players - 1, 0, -1):
        table.agenda.append(PlantEnchanted((seat + step) % table.players))


class PlantEnchanted(Decision):
    """Somebody must plant the front card of the hand, the caster may (R24). `count` is the seat."""

    def __init__(self, count: int) -> None:
        super().__init__("plant enchanted", 0, count)

    def fits(self, table: Table) -> bool:
        return self.count < table.players

    def done(self, table: Table) -> bool:
        return not table.hands[self.count]

    def awaited(self, table: Table) -> int:
        return self.count

    def check(self, table: Table, action: Action) -> None:
        if action.seat != self.count:
            raise Illegal("R24", "{seat} is under a spell and plants now.", seat=seat_name(self.count))
        if isinstance(action, Plant):
            check_front(table, action, "R24")
        elif not isinstance(action, Pass) or self.count != table.active:
            raise Illegal("R24", "The front card of the hand must be planted.")

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, Plant):
            plant_front(table, action)
        elif table.events is not None:
            table.events.append(Event("passed", seat=action.seat))

    def options(self, table: Table, seat: int) -> list[Action]:
        if seat != self.count:
            return []
        found: list[Action] = [Pass(seat)] if seat == table.active else []
        found.extend(plantings(table, seat, table.hands[seat][0]))
        return found


vocabulary("plant enchanted", lambda count: PlantEnchanted(count))
