"""Edicts coming into force and being used (D5), including F1 and F2, which are used at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from tobean.games.bohnedikt.cards import F1, F2, is_edict
from tobean.games.bohnedikt.component import NO_PARTNER, bohnedikt_component
from tobean.games.bohnedikt.edicts import in_force
from tobean.games.bohnedikt.events import READ_EDICT
from tobean.kernel.actions import Action, Pass, register_action
from tobean.kernel.agenda import Decision, Step, register_legacy_step, register_step
from tobean.kernel.errors import Illegal
from tobean.kernel.events import PASSED, TOOK_FROM_DISCARD
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.notation.parameters import KindParameter, PlaceParameter, SeatParameter
from tobean.kernel.notation.syntax import ActionSyntax
from tobean.kernel.phases.action_cache import PASS_ACTIONS
from tobean.kernel.state.piles import TurnOver

if TYPE_CHECKING:
    from tobean.kernel.table import Table

NO_CARD: Final = -1


@final
@mypyc_attr(acyclic=True)
class Invoke(Action):
    """Use an edict in force: F1 and F2 alone, F4, F5 and F6 with a card."""

    VERB = "invoke"
    EXAMPLES = ("invoke F1", "invoke F4: Red@2")
    PARAMETERS = (KindParameter("edict"), KindParameter("card", NO_CARD), PlaceParameter("place", TURNED))
    SYNTAX = (ActionSyntax("invoke {edict}"), ActionSyntax("invoke {edict}: {card@place}"))

    def __init__(self, seat: int, edict: int, card: int = NO_CARD, place: int = TURNED) -> None:
        self.seat = seat
        self.edict = edict
        self.card = card
        self.place = TURNED if card == NO_CARD else place


@final
@mypyc_attr(acyclic=True)
class DemandSwap(Action):
    """Use F8: swap an own card for a card of this kind from this player, if they have one."""

    VERB = "demand"
    EXAMPLES = ("invoke F8 on B: turned Red for Soy",)
    PARAMETERS = (
        KindParameter("edict"),
        SeatParameter("to"),
        KindParameter("card"),
        PlaceParameter("place"),
        KindParameter("wanted"),
    )
    SYNTAX = (ActionSyntax("invoke {edict} on {to:other}: {card@place} for {wanted}"),)

    def __init__(self, seat: int, edict: int, to: int, card: int, place: int, wanted: int) -> None:
        self.seat = seat
        self.edict = edict
        self.to = to
        self.card = card
        self.place = place
        self.wanted = wanted


register_action(Invoke, DemandSwap)


def check_usable(table: Table, seat: int, edict: int) -> None:
    if seat != table.active:
        raise Illegal("D5", "Edicts are for the active player, {active}.", active=SeatArg(table.active))
    if not in_force(table, edict):
        raise Illegal("D5", "{card} is not in force.", card=KindArg(edict))
    if not usable(table, edict):
        raise Illegal("D5", "{card} has been used already.", card=KindArg(edict))


def mark_used(table: Table, edict: int) -> None:
    component = bohnedikt_component(table)
    component.used_edicts = (*component.used_edicts, edict)


def usable(table: Table, edict: int) -> bool:
    """Whether the edict is in force and not used up. A custom card set may have an edict twice."""
    component = bohnedikt_component(table)
    left: i64 = 0
    for card in component.edicts:
        if card == edict:
            left += 1
    for card in component.used_edicts:
        if card == edict:
            left -= 1
    return left > 0


# --- F1 and F2, used at once -------------------------------------------------------------------------------


class UseEdictAtOnce(Decision):
    """The decision right after the cards are turned over: one more from the draw pile (F1) or the discard pile (F2)."""

    NAME = "at once"
    PARAMETERS = (KindParameter("edict"),)

    def __init__(self, edict: int) -> None:
        super().__init__(2)
        self.edict = edict

    def fits(self, table: Table) -> bool:
        return self.edict in (F1, F2) and usable(table, self.edict)

    def done(self, table: Table) -> bool:
        return table.no_pile if self.edict == F1 else not table.discard

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal("D5", "Edicts are for the active player, {active}.", active=SeatArg(table.active))
        if isinstance(action, Pass) or (isinstance(action, Invoke) and action == Invoke(action.seat, self.edict)):
            return
        raise Illegal("D5", "{card} is used at once or not at all: use it or pass.", card=KindArg(self.edict))

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, Pass):
            if table.events is not None:
                table.events.append(PASSED.of(seat=action.seat))
            return
        mark_used(table, self.edict)
        if self.edict == F1:
            table.agenda.append(TurnOver(1))
        else:
            card = table.discard.pop()
            table.turned.append(card)
            if table.events is not None:
                table.events.append(TOOK_FROM_DISCARD.of(seat=action.seat, cards=(card,)))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        return [PASS_ACTIONS[seat], Invoke(seat, self.edict)] if seat == table.active else []


register_step(UseEdictAtOnce)
register_legacy_step("at once", lambda packed: UseEdictAtOnce(F1 if packed == 1 else F2))


class ReadEdicts(Step):
    """The step that puts edicts among the two turned-over cards into force; F1 and F2 are used at once, in order
    (D5)."""

    NAME = "read edicts"

    def __init__(self) -> None:
        super().__init__(2)

    def run(self, table: Table) -> None:
        component = bohnedikt_component(table)
        component.edicts = tuple([card for card in table.turned[:2] if is_edict(card)])
        component.used_edicts = ()
        component.partner = NO_PARTNER
        for edict in reversed(component.edicts):
            if edict in (F1, F2):
                table.agenda.append(UseEdictAtOnce(edict))
        if table.events is not None:
            for edict in component.edicts:
                table.events.append(READ_EDICT.of(seat=table.active, cards=(edict,)))


READ_EDICTS: Final = ReadEdicts()
register_step(ReadEdicts)
