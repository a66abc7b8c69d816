"""Sacrifice cards in phase 1 (D11, D12), and the decision before the draw."""

from typing import Final, final

from mypy_extensions import mypyc_attr

from tobean.games.bohnedikt.absence_facts import AbsenceFact, facts_with
from tobean.games.bohnedikt.cards import SACRIFICE_BACK, SHOWN, is_sacrifice
from tobean.games.bohnedikt.component import bohnedikt_component
from tobean.games.bohnedikt.events import DISCARDED_SACRIFICE
from tobean.games.bohnedikt.sacrifices import can_sacrifice, discard_sacrifice, draw_sacrifice, sacrifice_actions
from tobean.kernel.actions import Action, Pass, Plant, register_action
from tobean.kernel.agenda import Decision, PromptContext, register_step
from tobean.kernel.chance import Chance
from tobean.kernel.errors import Illegal
from tobean.kernel.events import PASSED
from tobean.kernel.message_args import SeatArg
from tobean.kernel.notation.card_locations import FRONT
from tobean.kernel.notation.parameters import KindParameter, Parameter
from tobean.kernel.notation.syntax import ActionSyntax
from tobean.kernel.phases.planting import check_field, fields_for, plant, sample_front
from tobean.kernel.phases.turn import BeforeDrawing
from tobean.kernel.state.action_cache import PASS_ACTIONS, planting
from tobean.kernel.state.hands import remove_from_hand
from tobean.kernel.table import Table


@final
@mypyc_attr(acyclic=True)
class DropSacrifice(Action):
    """Discard the sacrifice card at the front of the hand without having both its kinds (D11)."""

    VERB = "drop"
    EXAMPLES = ("drop Red/Garden",)
    PARAMETERS = (KindParameter("card"),)
    SYNTAX = (ActionSyntax("drop {card}"),)

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card


register_action(DropSacrifice)

FIRST_BEAN: Final = 0
MAY_PLANT: Final = 1
MUST_PLANT: Final = 2
"""Stages of phase 1: before the first bean, when a second one may be planted, and when it must be (D11)."""


class PlantBehindSacrifice(Decision):
    """Phase 1 as in Bohnanza, except that a sacrifice card at the front has to go first (B3, D11, D12)."""

    NAME = "plant or sacrifice"
    PARAMETERS = (Parameter("stage", FIRST_BEAN, maximum=MUST_PLANT),)

    def __init__(self, stage: int) -> None:
        super().__init__(1)
        self.stage = stage
        self.must_plant_front = stage == FIRST_BEAN

    def prompt_key(self, position: PromptContext) -> str:
        hand = position.hands[position.active]
        if hand and (is_sacrifice(hand[0]) or hand[0] == SACRIFICE_BACK):  # the back is public (I2)
            return "plant or sacrifice, in front" + (", second" if self.stage == MAY_PLANT else "")
        return (self.NAME, "plant from hand, second", "plant or sacrifice, must")[self.stage]

    def done(self, table: Table) -> bool:
        # Without a bean the sacrifice card stays (D12).
        return len(table.hands[table.active]) < 2

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal("B3", "{active} is planting now.", active=SeatArg(table.active))
        front = table.hands[action.seat][0]
        if isinstance(action, Plant):
            if is_sacrifice(front):
                raise Illegal("D11", "The sacrifice card in front must be played or discarded first.")
            if action.place != FRONT or action.card != front:
                raise Illegal("B3", "You can plant only the front card of your hand now.")
            check_field(table, action.seat, front, action.field)
        elif isinstance(action, Pass):
            if self.stage == FIRST_BEAN and is_sacrifice(front):
                raise Illegal("D11", "The sacrifice card in front must be played or discarded first.")
            if self.stage == FIRST_BEAN:
                raise Illegal("B3", "You must plant the front card of your hand.")
            if self.stage == MUST_PLANT:
                raise Illegal("D11", "The card that was behind the sacrifice card must be planted now.")
        elif isinstance(action, DropSacrifice):
            if not is_sacrifice(front) or action.card != front:
                raise Illegal("D11", "Only the sacrifice card in front of the hand is discarded.")
            if can_sacrifice(table, action.seat):
                raise Illegal("D11", "Both kinds of the sacrifice card are there: it must be played.")
        else:
            raise Illegal("B3", "Now you plant from your hand.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Plant):
            table.agenda.pop()
            if self.stage == FIRST_BEAN:
                table.agenda.append(PlantBehindSacrifice(MAY_PLANT))
            remove_from_hand(table, action.seat, 0)
            plant(table, action.seat, action.card, action.field)
        elif isinstance(action, DropSacrifice):
            table.agenda.pop()
            table.agenda.append(
                PlantBehindSacrifice(FIRST_BEAN) if self.stage == FIRST_BEAN else PlantBehindSacrifice(MUST_PLANT)
            )
            drop_sacrifice(table, action.seat)
        else:
            table.agenda.pop()
            if table.events is not None:
                table.events.append(PASSED.of(seat=action.seat))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        actions: list[Action] = []
        if seat != table.active:
            return actions
        front = table.hands[seat][0]
        if not is_sacrifice(front):
            for field in fields_for(table, seat, front):
                actions.append(planting(seat, front, FRONT, field))
        elif not can_sacrifice(table, seat):
            actions.append(DropSacrifice(seat, front))
        elif self.stage == FIRST_BEAN:
            actions.extend(sacrifice_actions(table, seat))
        if self.stage == MAY_PLANT:
            actions.append(PASS_ACTIONS[seat])
        return actions

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        if seat != table.active or is_sacrifice(table.hands[seat][0]):
            return chance.choice(table.legal_actions(seat))
        return sample_front(table, self, seat, 1 if self.stage == MAY_PLANT else 0, chance)


def drop_sacrifice(table: Table, seat: int) -> None:
    """Discard the sacrifice card; this shows all players that one of its two kinds is missing (I2)."""
    component = bohnedikt_component(table)
    card = remove_from_hand(table, seat, 0)
    reach = len(table.hands[seat])
    component.absence_facts = facts_with(component.absence_facts, AbsenceFact(seat, SHOWN[card], reach))
    discard_sacrifice(table, card)
    if table.events is not None:
        table.events.append(DISCARDED_SACRIFICE.of(seat=seat, cards=(card,)))
    draw_sacrifice(table, seat)


register_step(PlantBehindSacrifice)


# --- before the draw ---------------------------------------------------------------------------------------


class SacrificeOrDraw(BeforeDrawing):
    """The decision at the end of phase 3, since a sacrifice now or after the draw puts the new card at different places
    (D8, D9).

    The other players can wait; but when there is nothing left to draw the game is about to end, for them too.
    """

    NAME = "sacrifice or draw"
    PROMPT_KEY = "sacrifice or draw"

    def done(self, table: Table) -> bool:
        for seat in range(table.players):
            if (seat == table.active or table.no_pile) and len(table.hands[seat]) > 2:
                return False
        return super().done(table)


SACRIFICE_OR_DRAW: Final = SacrificeOrDraw(4)
register_step(SacrificeOrDraw)
