"""The first phases of Al Cabohne: leftovers, tax, plant from the hand (A4-A6).

The solo game has no leftovers, so its phases have other numbers (A17).
"""

from typing import Final

from tobean.games.al_cabohne.actions import Feed
from tobean.games.al_cabohne.cards import BossParameter
from tobean.games.al_cabohne.events import DISCARDED_GROUP, PAID_TAX
from tobean.games.al_cabohne.mafia import give_to_boss, mafia_of, taxed_field
from tobean.kernel.actions import Action, DiscardTurned, GoOn, Pass, Plant
from tobean.kernel.agenda import Decision, PromptContext, Step, register_step
from tobean.kernel.cards import distinct_kinds
from tobean.kernel.errors import Illegal
from tobean.kernel.events import PASSED, PLANTED
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_locations import FRONT, TURNED
from tobean.kernel.notation.parameters import FlagParameter, KindParameter, Parameter, field_parameter
from tobean.kernel.phases.planting import add_plantings, check_field, fields_for, plant
from tobean.kernel.state.action_cache import GO_ON_ACTIONS, PASS_ACTIONS, planting
from tobean.kernel.state.hands import remove_from_hand
from tobean.kernel.table import Table

SOLO_PARAMETER: Final[FlagParameter] = FlagParameter("solo", "solo")
"""Marks steps of the solo game, whose phases have other numbers than those of the game for two."""


# --- shared by the phases ----------------------------------------------------------------------------------


def take_turned(table: Table, card: int) -> list[int]:
    """Take all revealed cards of a kind: they stay together (A4, A9)."""
    group = [card] * table.turned.count(card)
    table.turned = [other for other in table.turned if other != card]
    return group


def plant_group(table: Table, seat: int, card: int, field: int) -> None:
    group = take_turned(table, card)
    table.fields[seat][field] = table.fields[seat][field] + tuple(group)
    if table.events is not None:
        table.events.append(PLANTED.of(seat=seat, field=field, cards=tuple(group)))


def check_turned(table: Table, card: int, rule: str) -> None:
    if card not in table.turned:
        raise Illegal(rule, "No {card} lies revealed.", card=KindArg(card))


def can_act(table: Table) -> bool:
    """Whether the active player can harvest or buy a field. Depends on public facts only."""
    return any(table.fields[table.active]) or bool(table.anytime_actions(table.active))


class ActivePlayerDecision(Decision):
    """A decision of the active player; no other player decides anything in this game (A12)."""

    def __init__(self, phase: int, rule: str) -> None:
        super().__init__(phase)
        self.rule = rule

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal(self.rule, "It is the turn of {active}.", active=SeatArg(table.active))
        self.check_own(table, action)

    def check_own(self, table: Table, action: Action) -> None:
        raise NotImplementedError

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        return self.list_own_actions(table, seat) if seat == table.active else []

    def list_own_actions(self, table: Table, seat: int) -> list[Action]:
        raise NotImplementedError


# --- phase 1: leftovers ------------------------------------------------------------------------------------


class Leftovers(ActivePlayerDecision):
    """The decision about the opponent's leftovers: plant or discard them kind by kind, in any order (A4)."""

    NAME = "leftovers"

    def __init__(self) -> None:
        super().__init__(1, "A4")

    def done(self, table: Table) -> bool:
        return not table.turned

    def check_own(self, table: Table, action: Action) -> None:
        if isinstance(action, DiscardTurned):
            check_turned(table, action.card, "A4")
        elif isinstance(action, Plant) and action.place == TURNED:
            check_turned(table, action.card, "A4")
            check_field(table, action.seat, action.card, action.field)
        else:
            raise Illegal("A4", "Plant or discard each kind that was left for you.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Plant):
            plant_group(table, action.seat, action.card, action.field)
        elif isinstance(action, DiscardTurned):
            group = take_turned(table, action.card)
            table.discard.extend(group)
            if table.events is not None:
                table.events.append(DISCARDED_GROUP.of(seat=action.seat, cards=tuple(group)))

    def list_own_actions(self, table: Table, seat: int) -> list[Action]:
        actions: list[Action] = [DiscardTurned(seat, card) for card in distinct_kinds(table.turned)]
        add_plantings(table, seat, tuple(table.turned), TURNED, actions)
        return actions


LEFTOVERS: Final = Leftovers()
register_step(Leftovers)


# --- phase 2: tax ------------------------------------------------------------------------------------------


class Tax(ActivePlayerDecision):
    """The decision before the mafia takes its cards: the player may harvest, then goes on (A5).

    It is skipped if no boss collects a kind that the player grows.
    """

    NAME = "tax"
    PARAMETERS = (SOLO_PARAMETER,)

    def __init__(self, solo: bool) -> None:
        super().__init__(1 if solo else 2, "A5")
        self.solo = solo
        self.can_go_on = True

    def done(self, table: Table) -> bool:
        return all(taxed_field(table, table.active, boss) < 0 for boss in range(len(mafia_of(table).rows)))

    def check_own(self, table: Table, action: Action) -> None:
        if not isinstance(action, GoOn):
            raise Illegal("A5", "The mafia is about to take its cards: harvest, or go on.")

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()

    def list_own_actions(self, table: Table, seat: int) -> list[Action]:
        return [GO_ON_ACTIONS[seat]]


register_step(Tax)


class Collect(Step):
    """The step in which a boss takes a card of his kind from the player's field, even the only one (A5)."""

    NAME = "collect"
    PARAMETERS = (BossParameter("boss"), SOLO_PARAMETER)

    def __init__(self, boss: int, solo: bool) -> None:
        super().__init__(1 if solo else 2)
        self.boss = boss
        self.solo = solo

    def fits(self, table: Table) -> bool:
        return self.boss < len(mafia_of(table).rows)

    def run(self, table: Table) -> None:
        seat = table.active
        field = taxed_field(table, seat, self.boss)
        if field < 0:
            return
        row = table.fields[seat][field]
        card = row[-1]
        table.fields[seat][field] = row[:-1]
        if table.events is not None:
            table.events.append(PAID_TAX.of(seat=seat, boss=self.boss, cards=(card,)))
        give_to_boss(table, self.boss, [card])


register_step(Collect)


# --- phase 3: plant ----------------------------------------------------------------------------------------


MAX_PLANTED: Final = 2


NOT_PLANTED: Final = -1
"""The first card and its field unless exactly one card has been planted."""


class PlantOwn(ActivePlayerDecision):
    """The decision to plant from the hand: the front card must, the next may be planted (A6); then harvest (A12).

    Two cards of different kinds go on two different fields, two of one kind on the same; so the first card and its
    field are stored, even if that field has been harvested since. Before the reveal the player goes on, unless nothing
    else is possible.
    """

    NAME = "plant own"
    PARAMETERS = (
        Parameter("planted", maximum=MAX_PLANTED),
        SOLO_PARAMETER,
        KindParameter("first", default=NOT_PLANTED),
        field_parameter("onto", default=NOT_PLANTED),
    )

    def __init__(self, planted: int, solo: bool, first: int = NOT_PLANTED, onto: int = NOT_PLANTED) -> None:
        super().__init__(2 if solo else 3, "A6")
        self.can_go_on = True
        self.planted = planted
        """Number of cards planted in this phase."""
        self.solo = solo
        self.first = first
        """The card that was planted first, while a second one may follow."""
        self.onto = onto
        """The field on which it was planted."""

    def fits(self, table: Table) -> bool:
        if not super().fits(table) or (self.first == NOT_PLANTED) != (self.onto == NOT_PLANTED):
            return False
        return (self.first == NOT_PLANTED) == (self.planted != 1) and self.onto < len(table.fields[table.active])

    def prompt_key(self, position: PromptContext) -> str:
        if self.planted == MAX_PLANTED or not position.hands[position.active]:
            return "plant own, planted"
        return "plant own, second" if self.planted else self.NAME

    def is_finished(self, table: Table) -> bool:
        return self.planted == MAX_PLANTED or not table.hands[table.active]

    def done(self, table: Table) -> bool:
        return self.is_finished(table) and not can_act(table)

    def check_own(self, table: Table, action: Action) -> None:
        is_finished = self.is_finished(table)
        if isinstance(action, Plant) and not is_finished:
            front = table.hands[action.seat][0]
            if action.place != FRONT or action.card != front:
                raise Illegal("A6", "You can plant only the front card of your hand now.")
            check_field(table, action.seat, front, action.field)
            self.check_second(front, action.field)
        elif isinstance(action, Plant):
            raise Illegal("A6", "You cannot plant another card of your hand in this phase.")
        elif isinstance(action, Feed):
            raise Illegal("A6", "In this phase the mafia is given nothing.")
        elif isinstance(action, GoOn):
            if not is_finished:
                raise Illegal("A6", "Plant the front card first, or pass if one has been planted already.")
        elif not isinstance(action, Pass):
            raise Illegal("A6", "Now you plant cards of your hand on your fields.")
        elif self.planted == 0 and not is_finished:
            raise Illegal("A6", "You must plant the front card of your hand.")
        elif is_finished:
            raise Illegal("A6", "There is nothing to pass: go on to the next phase.")

    def check_second(self, card: int, field: int) -> None:
        """Check that different kinds go on different fields and the same kind on the same field (A6)."""
        if self.allows_second(card, field):
            return
        if card == self.first:
            raise Illegal(
                "A6",
                "Two cards of one kind go on the same field: {card} on field {field} again.",
                card=KindArg(card),
                field=self.onto + 1,
            )
        raise Illegal(
            "A6",
            "Two cards of different kinds go on two fields: {card} not on field {field}, like the first.",
            card=KindArg(card),
            field=self.onto + 1,
        )

    def allows_second(self, card: int, field: int) -> bool:
        return self.first == NOT_PLANTED or (card == self.first) == (field == self.onto)

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, Plant):
            if self.planted == 0:
                table.agenda.append(PlantOwn(1, self.solo, action.card, action.field))
            else:
                table.agenda.append(BOTH_PLANTED[self.solo])
            remove_from_hand(table, action.seat, 0)
            plant(table, action.seat, action.card, action.field)
        elif isinstance(action, Pass) and table.events is not None:
            table.events.append(PASSED.of(seat=action.seat))

    def list_own_actions(self, table: Table, seat: int) -> list[Action]:
        if self.is_finished(table):
            return [GO_ON_ACTIONS[seat]]
        actions: list[Action] = [PASS_ACTIONS[seat]] if self.planted else []
        front = table.hands[seat][0]
        for field in fields_for(table, seat, front):
            if self.allows_second(front, field):
                actions.append(planting(seat, front, FRONT, field))
        return actions


register_step(PlantOwn)
BOTH_PLANTED: Final[list[Step]] = [PlantOwn(MAX_PLANTED, solo) for solo in (False, True)]
"""Steps are immutable, so all tables share them."""
