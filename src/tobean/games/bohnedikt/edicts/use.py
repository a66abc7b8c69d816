"""Edicts coming into force, being used and going out of force (D5)."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from tobean.games.bohnedikt.cards import is_edict
from tobean.games.bohnedikt.component import MAX_EDICTS_IN_FORCE, NO_PARTNER, BohnediktComponent, bohnedikt_component
from tobean.games.bohnedikt.edicts.edict import AT_ONCE, KINDS_BY_VERB, WINDOWS, Edict, edict_of
from tobean.games.bohnedikt.events import READ_EDICT
from tobean.kernel.actions import Action, Pass, register_action
from tobean.kernel.agenda import Decision, Step, register_step
from tobean.kernel.errors import Illegal
from tobean.kernel.events import PASSED
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.notation.parameters import KindParameter, PlaceParameter, SeatParameter
from tobean.kernel.notation.syntax import ActionSyntax
from tobean.kernel.state.action_cache import PASS_ACTIONS
from tobean.kernel.table import Table

NO_CARD: Final = -1
NO_EDICT: Final = -1
NO_EDICTS: Final[list[Edict]] = []
"""A shared empty list, never modified."""


@final
@mypyc_attr(acyclic=True)
class Invoke(Action):
    """Use an edict in force, alone or with a card."""

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
    """Use an edict: swap one's own card for a card of this kind from this player, if they have one."""

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


def is_in_force(table: Table, edict: int) -> bool:
    for card in bohnedikt_component(table).edicts:  # noqa: SIM110 (a loop compiles to faster code)
        if card == edict:
            return True
    return False


def check_usable(table: Table, seat: int, edict: int) -> None:
    if seat != table.active:
        raise Illegal("D5", "Edicts are for the active player, {active}.", active=SeatArg(table.active))
    if not is_in_force(table, edict):
        raise Illegal("D5", "{card} is not in force.", card=KindArg(edict))
    if not is_usable(table, edict):
        raise Illegal("D5", "{card} has been used already.", card=KindArg(edict))


def mark_used(table: Table, edict: int) -> None:
    component = bohnedikt_component(table)
    component.used_edicts = (*component.used_edicts, edict)


def is_usable(table: Table, edict: int) -> bool:
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


def has_edict_for(component: BohnediktComponent, window: int) -> bool:
    """Whether an edict is in force that is used in this window, even if it is used up."""
    for kind in component.edicts:  # noqa: SIM110 (a loop compiles to faster code)
        if kind < len(WINDOWS) and WINDOWS[kind] == window:
            return True
    return False


def usable_edicts(table: Table, window: int) -> list[Edict]:
    """Return the edicts that can be used in this window, each once, in the order of their kinds."""
    component = bohnedikt_component(table)
    if not has_edict_for(component, window):
        return NO_EDICTS
    edicts: list[Edict] = []
    for kind in component.edicts:
        edict = edict_of(kind)
        if edict.window == window and is_usable(table, kind) and not (edicts and edicts[0] is edict):
            edicts.append(edict)
    if len(edicts) == MAX_EDICTS_IN_FORCE and edicts[0].kind > edicts[1].kind:
        edicts.reverse()
    return edicts


def edict_used_by(action: Action, window: int) -> int:
    """Return the edict that this action uses in this window, or NO_EDICT if it is another action."""
    if isinstance(action, Invoke):
        return action.edict
    edict = KINDS_BY_VERB.get(action.VERB, NO_EDICT)
    if edict == NO_EDICT or edict_of(edict).window != window:
        return NO_EDICT
    return action.edict if isinstance(action, DemandSwap) else edict


def check_use(table: Table, action: Action, edict: int, window: int) -> None:
    check_usable(table, action.seat, edict)
    used = edict_of(edict)
    if used.window != window or used.verb != action.VERB:
        raise Illegal("D5", "{card} is not used now.", card=KindArg(edict))
    used.check_use(table, action)


class UseEdictAtOnce(Decision):
    """The decision right after the cards are turned over: use this edict, or do without."""

    NAME = "at once"
    PARAMETERS = (KindParameter("edict"),)

    def __init__(self, edict: int) -> None:
        super().__init__(2)
        self.edict = edict

    def fits(self, table: Table) -> bool:
        return edict_of(self.edict).window == AT_ONCE and is_usable(table, self.edict)

    def done(self, table: Table) -> bool:
        return not edict_of(self.edict).list_uses(table)

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal("D5", "Edicts are for the active player, {active}.", active=SeatArg(table.active))
        if isinstance(action, Pass) or action in edict_of(self.edict).list_uses(table):
            return
        raise Illegal("D5", "{card} is used at once or not at all: use it or pass.", card=KindArg(self.edict))

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if not isinstance(action, Pass):
            edict_of(self.edict).use(table, action)
        elif table.events is not None:
            table.events.append(PASSED.of(seat=action.seat))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        return [PASS_ACTIONS[seat], *edict_of(self.edict).list_uses(table)] if seat == table.active else []


register_step(UseEdictAtOnce)


class ReadEdicts(Step):
    """The step that puts edicts among the two turned-over cards into force. Those used at once are used in order."""

    NAME = "read edicts"
    SETS = ("edicts",)

    def __init__(self) -> None:
        super().__init__(2)

    def run(self, table: Table) -> None:
        component = bohnedikt_component(table)
        component.edicts = tuple([card for card in table.turned[:2] if is_edict(card)])
        for edict in reversed(component.edicts):
            if edict_of(edict).window == AT_ONCE and is_usable(table, edict):
                table.agenda.append(UseEdictAtOnce(edict))
        if table.events is not None:
            for edict in component.edicts:
                table.events.append(READ_EDICT.of(seat=table.active, cards=(edict,)))


READ_EDICTS: Final = ReadEdicts()
register_step(ReadEdicts)


class EdictsLapse(Step):
    """The step that ends all edicts at the end of phase 3 (D5)."""

    NAME = "edicts lapse"

    def __init__(self) -> None:
        super().__init__(3)

    def run(self, table: Table) -> None:
        component = bohnedikt_component(table)
        component.edicts = ()
        component.used_edicts = ()
        component.partner = NO_PARTNER


EDICTS_LAPSE: Final = EdictsLapse()
register_step(EdictsLapse)
