"""Edicts come into force; using one that is (D5), and F1 and F2, which are used at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from tobean.games.bohnedikt.cards import F1, F2, is_edict
from tobean.games.bohnedikt.edicts import in_force
from tobean.games.bohnedikt.events import READ_EDICT
from tobean.games.bohnedikt.monastery import NOBODY_YET, monastery
from tobean.kernel.actions import Action, Pass, register_action
from tobean.kernel.blanks import KindBlank, SeatBlank
from tobean.kernel.errors import Illegal
from tobean.kernel.events import PASSED, TOOK_FROM_DISCARD
from tobean.kernel.forms import Form
from tobean.kernel.piles import TurnOver
from tobean.kernel.places import TURNED
from tobean.kernel.shared import PASSES
from tobean.kernel.steps import Decision, Step, register_packed, register_step
from tobean.kernel.values import KindValue, PlaceValue, SeatValue

if TYPE_CHECKING:
    from tobean.kernel.table import Table

NO_CARD: Final = -1


@final
@mypyc_attr(acyclic=True)
class Invoke(Action):
    """Use an edict in force: F1 and F2 alone, F4, F5 and F6 with a card."""

    VERB = "invoke"
    EXAMPLES = ("invoke F1", "invoke F4: Red@2")
    VALUES = (KindValue("edict"), KindValue("card", NO_CARD), PlaceValue("place", TURNED))
    FORMS = (Form("invoke {edict}"), Form("invoke {edict}: {card@place}"))

    def __init__(self, seat: int, edict: int, card: int = NO_CARD, place: int = TURNED) -> None:
        self.seat = seat
        self.edict = edict
        self.card = card
        self.place = TURNED if card == NO_CARD else place


@final
@mypyc_attr(acyclic=True)
class DemandSwap(Action):
    """Use F8: an own card for a card of that kind from that player, if they hold one."""

    VERB = "demand"
    EXAMPLES = ("invoke F8 on B: turned Red for Soy",)
    VALUES = (KindValue("edict"), SeatValue("to"), KindValue("card"), PlaceValue("place"), KindValue("wanted"))
    FORMS = (Form("invoke {edict} on {to:other}: {card@place} for {wanted}"),)

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
        raise Illegal("D5", "Edicts are for the active player, {active}.", active=SeatBlank(table.active))
    if not in_force(table, edict):
        raise Illegal("D5", "{card} is not in force.", card=KindBlank(edict))
    if not usable(table, edict):
        raise Illegal("D5", "{card} has been used already.", card=KindBlank(edict))


def spend(table: Table, edict: int) -> None:
    component = monastery(table)
    component.spent = (*component.spent, edict)


def usable(table: Table, edict: int) -> bool:
    """Is it in force, and not yet used up? A card set of one's own may have an edict twice."""
    component = monastery(table)
    left: i64 = 0
    for card in component.edicts:
        if card == edict:
            left += 1
    for card in component.spent:
        if card == edict:
            left -= 1
    return left > 0


# --- at once: F1 and F2 ------------------------------------------------------------------------------------


class AtOnce(Decision):
    """Right after the turning over, before any trading: one card more, from the draw pile or from the discard pile."""

    NAME = "at once"
    VALUES = (KindValue("edict"),)

    def __init__(self, edict: int) -> None:
        super().__init__(2)
        self.edict = edict

    def fits(self, table: Table) -> bool:
        return self.edict in (F1, F2) and usable(table, self.edict)

    def done(self, table: Table) -> bool:
        return table.no_pile if self.edict == F1 else not table.discard

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal("D5", "Edicts are for the active player, {active}.", active=SeatBlank(table.active))
        if isinstance(action, Pass) or (isinstance(action, Invoke) and action == Invoke(action.seat, self.edict)):
            return
        raise Illegal("D5", "{card} is used at once or not at all: use it or pass.", card=KindBlank(self.edict))

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, Pass):
            if table.events is not None:
                table.events.append(PASSED.of(seat=action.seat))
            return
        spend(table, self.edict)
        if self.edict == F1:
            table.agenda.append(TurnOver(1))
        else:
            card = table.discard.pop()
            table.turned.append(card)
            if table.events is not None:
                table.events.append(TOOK_FROM_DISCARD.of(seat=action.seat, cards=(card,)))

    def options(self, table: Table, seat: int) -> list[Action]:
        return [PASSES[seat], Invoke(seat, self.edict)] if seat == table.active else []


register_step(AtOnce)
register_packed("at once", lambda packed: AtOnce(F1 if packed == 1 else F2))


class ReadEdicts(Step):
    """Edicts among the two cards just turned over come into force; F1 and F2 are used at once, in order (D5)."""

    NAME = "read edicts"

    def __init__(self) -> None:
        super().__init__(2)

    def run(self, table: Table) -> None:
        component = monastery(table)
        component.edicts = tuple([card for card in table.turned[:2] if is_edict(card)])
        component.spent = ()
        component.partner = NOBODY_YET
        for edict in reversed(component.edicts):
            if edict in (F1, F2):
                table.agenda.append(AtOnce(edict))
        if table.events is not None:
            for edict in component.edicts:
                table.events.append(READ_EDICT.of(seat=table.active, cards=(edict,)))


READ_EDICTS: Final = ReadEdicts()
register_step(ReadEdicts)
