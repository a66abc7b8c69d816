"""Edicts in force, from the turning over to the end of phase 3, and what they do to deals (D5, D6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.games.bohnedikt_cards import F1, F2, F7, U1, U2, U3, U4, U5, U6, U7, U8, is_edict
from tobean.games.monastery import NOBODY_YET, monastery
from tobean.kernel.actions import TABLE, TURNED, seat_name
from tobean.kernel.errors import Illegal
from tobean.kernel.events import Event
from tobean.kernel.steps import Step, step_named, vocabulary

if TYPE_CHECKING:
    from tobean.kernel.actions import MakeOffer
    from tobean.kernel.offers import Offer
    from tobean.kernel.table import Table


def in_force(table: Table, edict: int) -> bool:
    return edict in monastery(table).edicts


def right_of(table: Table, seat: int) -> int:
    return (seat - 1) % table.players


def left_of(table: Table, seat: int) -> int:
    return (seat + 1) % table.players


# --- coming into force, and going out of it ----------------------------------------------------------------


class ReadEdicts(Step):
    """Edicts among the two cards just turned over come into force; F1 and F2 are used at once, in order (D5)."""

    def __init__(self) -> None:
        super().__init__("read edicts", phase=2)

    def run(self, table: Table) -> None:
        component = monastery(table)
        component.edicts = tuple([card for card in table.turned[:2] if is_edict(card)])
        component.spent = ()
        component.partner = NOBODY_YET
        for edict in reversed(component.edicts):
            if edict in (F1, F2):
                table.agenda.append(step_named("at once 1" if edict == F1 else "at once 2"))
        if table.events is not None:
            for edict in component.edicts:
                table.events.append(Event("read edict", seat=table.active, cards=(edict,)))


READ_EDICTS: Final = ReadEdicts()
vocabulary("read edicts", lambda count: READ_EDICTS)


class EdictsLapse(Step):
    """With the end of phase 3 no edict is in force any more (D5)."""

    def __init__(self) -> None:
        super().__init__("edicts lapse", phase=3)

    def run(self, table: Table) -> None:
        component = monastery(table)
        component.edicts = ()
        component.spent = ()
        component.partner = NOBODY_YET


EDICTS_LAPSE: Final = EdictsLapse()
vocabulary("edicts lapse", lambda count: EDICTS_LAPSE)


# --- what binds the active player's deals ------------------------------------------------------------------


def check_partner(table: Table, seat: int) -> None:
    """May the active player make a deal with this seat now (U1-U4)?"""
    if in_force(table, U4) and table.deals:
        raise Illegal("D5", "Edict U4 allows one deal at the most, and it has been made.")
    if in_force(table, U1) and seat == right_of(table, table.active):
        raise Illegal("D5", "Edict U1 allows no deals with the right neighbour.")
    if in_force(table, U2) and seat == left_of(table, table.active):
        raise Illegal("D5", "Edict U2 allows no deals with the left neighbour.")
    partner = monastery(table).partner
    if in_force(table, U3) and partner not in (NOBODY_YET, seat):
        raise Illegal("D5", "Edict U3 allows deals with {seat} only, as in the first deal.", seat=seat_name(partner))


def barred(table: Table, seat: int) -> bool:
    """Is no deal possible between this seat and the active player?"""
    if not monastery(table).edicts:
        return False
    try:
        check_partner(table, seat)
    except Illegal:
        return True
    return False


def check_places(table: Table, places: tuple[int, ...]) -> None:
    """May the active player stake cards from there (U5, U6)? Cards set aside are neither (F7)."""
    for place in places:
        if place >= 0 and in_force(table, U5):
            raise Illegal("D5", "Edict U5 allows no hand cards to be staked.")
        if place == TURNED and in_force(table, U6):
            raise Illegal("D5", "Edict U6 allows no turned-over cards to be staked.")


def check_sizes(table: Table, gives: int, gets: int) -> None:
    """Does the active player give enough (U7)?"""
    if in_force(table, U7) and gives <= gets:
        raise Illegal(
            "D5", "Edict U7 demands that {active} gives more cards than they get.", active=seat_name(table.active)
        )


def check_offer(table: Table, action: MakeOffer) -> None:
    """No offer of the sacrifice card (D7), and none that no deal can follow from (D5)."""
    for card in action.cards:
        if card not in table.kinds:
            raise Illegal("D7", "The sacrifice card cannot be traded.")
    if not monastery(table).edicts:
        return
    if action.seat == table.active:
        if in_force(table, U8):
            raise Illegal("D5", "Edict U8 allows {active} no offers.", active=seat_name(table.active))
        check_sizes(table, len(action.cards), len(action.wants))
        check_places(table, action.places)
        if action.to != TABLE:
            check_partner(table, action.to)
        elif all(barred(table, seat) for seat in range(table.players) if seat != table.active):
            raise Illegal("D5", "The edicts in force allow no deal any more.")
    else:
        check_partner(table, action.seat)
        check_sizes(table, len(action.wants), len(action.cards))
        if action.wants and in_force(table, U5) and in_force(table, U6):
            raise Illegal(
                "D5", "Edicts U5 and U6 together leave only gifts to {active}.", active=seat_name(table.active)
            )


def check_deal(table: Table, offer: Offer, seat: int, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Further rules for a deal: the active player may be on either side of it (D5)."""
    if not monastery(table).edicts:
        return
    if seat == table.active:
        check_partner(table, offer.seat)
        check_sizes(table, len(cards), len(offer.cards))
        check_places(table, places)
    else:
        check_partner(table, seat)
        check_sizes(table, len(offer.cards), len(cards))
        check_places(table, offer.places)


def stakes_aside(table: Table, seat: int) -> bool:
    """F7: the active player may stake cards set aside (instead of T5)."""
    return seat == table.active and in_force(table, F7)


def after_deal(table: Table, seat: int, other: int) -> None:
    """The first deal decides for U3; offers that no deal can follow from any more lapse (U3, U4)."""
    component = monastery(table)
    if component.partner == NOBODY_YET:
        component.partner = other if seat == table.active else seat
    if component.edicts:
        table.offers = tuple([offer for offer in table.offers if not dead(table, offer)])


def dead(table: Table, offer: Offer) -> bool:
    if offer.seat != table.active:
        return barred(table, offer.seat)
    if offer.to != TABLE:
        return barred(table, offer.to)
    return all(barred(table, seat) for seat in range(table.players) if seat != table.active)
