"""Edicts in force, from turning over the cards to the end of phase 3, and their effect on deals (D5, D6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.games.bohnedikt.cards import F7, U1, U2, U3, U4, U5, U6, U7, U8
from tobean.games.bohnedikt.component import NO_PARTNER, bohnedikt_component
from tobean.kernel.agenda import Step, register_step
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import SeatArg
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.trade.trade_rules import TradeRules

if TYPE_CHECKING:
    from tobean.kernel.actions import MakeOffer
    from tobean.kernel.table import Table
    from tobean.kernel.trade.offers import Offer


NO_EDICT: Final = -1
"""Returned if no edict forbids something."""
NO_DEALS: Final = -2
"""Several edicts together leave no deal."""
GIFTS_ONLY: Final = -3
"""U5 and U6 together leave only gifts to the active player."""


def in_force(table: Table, edict: int) -> bool:
    for card in bohnedikt_component(table).edicts:  # noqa: SIM110
        if card == edict:
            return True
    return False


def right_of(table: Table, seat: int) -> int:
    return (seat - 1) % table.players


def left_of(table: Table, seat: int) -> int:
    return (seat + 1) % table.players


# --- going out of force ----------------------------------------------------------------


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


# --- restrictions on the active player's deals -------------------------------------------------------------


def edict_against_partner(table: Table, seat: int) -> int:
    """Return the edict that forbids the active player a deal with this seat (U1-U4), or NO_EDICT."""
    component = bohnedikt_component(table)
    if not component.edicts:
        return NO_EDICT
    if table.deals and in_force(table, U4):
        return U4
    if seat == right_of(table, table.active) and in_force(table, U1):
        return U1
    if seat == left_of(table, table.active) and in_force(table, U2):
        return U2
    if component.partner not in (NO_PARTNER, seat) and in_force(table, U3):
        return U3
    return NO_EDICT


def cannot_trade(table: Table, seat: int) -> bool:
    """Whether no deal is possible between this seat and the active player."""
    return edict_against_partner(table, seat) != NO_EDICT


def no_seat_can_trade(table: Table) -> bool:
    return all(cannot_trade(table, seat) for seat in range(table.players) if seat != table.active)


def edict_against_places(table: Table, places: tuple[int, ...]) -> int:
    """Return the edict that forbids the active player to stake cards from these places, or NO_EDICT. Cards set aside
    are neither hand cards (U5) nor turned-over cards (U6)."""
    for place in places:
        if place >= 0 and in_force(table, U5):
            return U5
        if place == TURNED and in_force(table, U6):
            return U6
    return NO_EDICT


def edict_against_sizes(table: Table, gives: int, gets: int) -> int:
    """Return U7 if the active player does not give enough cards, or NO_EDICT."""
    return U7 if gives <= gets and in_force(table, U7) else NO_EDICT


def edict_against_deal(table: Table, partner: int, places: tuple[int, ...], gets: int) -> int:
    """Return the edict that forbids the active player to give the cards from these places for `gets` others, or
    NO_EDICT."""
    edict = edict_against_partner(table, partner)
    if edict == NO_EDICT:
        edict = edict_against_sizes(table, len(places), gets)
    return edict_against_places(table, places) if edict == NO_EDICT else edict


def edict_against_accepting(table: Table, offer: Offer, seat: int, places: tuple[int, ...]) -> int:
    """Return the edict that forbids this seat to accept this offer with the cards from these places, or NO_EDICT.
    The active player may be on either side."""
    if not bohnedikt_component(table).edicts:
        return NO_EDICT
    if seat == table.active:
        return edict_against_deal(table, offer.seat, places, len(offer.places))
    return edict_against_deal(table, seat, offer.places, len(places))


def edict_against_offer(table: Table, action: MakeOffer) -> int:
    """Return the edict that rules out any deal from this offer, or NO_EDICT (D5)."""
    if not bohnedikt_component(table).edicts:
        return NO_EDICT
    if action.seat != table.active:
        edict = edict_against_partner(table, action.seat)
        if edict == NO_EDICT:
            edict = edict_against_sizes(table, len(action.wants), len(action.cards))
        if edict == NO_EDICT and action.wants and in_force(table, U5) and in_force(table, U6):
            return GIFTS_ONLY
        return edict
    if in_force(table, U8):
        return U8
    edict = edict_against_sizes(table, len(action.cards), len(action.wants))
    if edict == NO_EDICT:
        edict = edict_against_places(table, action.places)
    if edict != NO_EDICT:
        return edict
    if action.to != TABLE:
        return edict_against_partner(table, action.to)
    return NO_DEALS if no_seat_can_trade(table) else NO_EDICT


def raise_edict_error(table: Table, edict: int) -> None:
    """Raise the error for this edict, unless it is NO_EDICT."""
    if edict == U1:
        raise Illegal("D5", "An edict allows no deals with the right neighbour.")
    if edict == U2:
        raise Illegal("D5", "An edict allows no deals with the left neighbour.")
    if edict == U3:
        partner = bohnedikt_component(table).partner
        raise Illegal("D5", "An edict allows deals with {seat} only, as in the first deal.", seat=SeatArg(partner))
    if edict == U4:
        raise Illegal("D5", "An edict allows one deal at the most, and it has been made.")
    if edict == U5:
        raise Illegal("D5", "An edict allows no hand cards in deals.")
    if edict == U6:
        raise Illegal("D5", "An edict allows no turned-over cards in deals.")
    if edict == U7:
        raise Illegal(
            "D5", "An edict demands that {active} gives more cards than they get.", active=SeatArg(table.active)
        )
    if edict == U8:
        raise Illegal("D5", "An edict allows {active} no offers.", active=SeatArg(table.active))
    if edict == NO_DEALS:
        raise Illegal("D5", "The edicts in force allow no deal any more.")
    if edict == GIFTS_ONLY:
        raise Illegal("D5", "The two edicts in force leave only gifts to {active}.", active=SeatArg(table.active))


class BohnediktTradeRules(TradeRules):
    """Restrictions and permissions of the edicts in force (D5)."""

    def cannot_trade(self, table: Table, seat: int) -> bool:
        return cannot_trade(table, seat)

    def may_offer_aside(self, table: Table, seat: int) -> bool:
        """Return whether F7 lets the active player stake cards set aside (instead of T5)."""
        return seat == table.active and in_force(table, F7)

    def allows_offer(self, table: Table, action: MakeOffer) -> bool:
        return edict_against_offer(table, action) == NO_EDICT

    def check_offer(self, table: Table, action: MakeOffer) -> None:
        raise_edict_error(table, edict_against_offer(table, action))

    def allows_deal(
        self, table: Table, offer: Offer, seat: int, cards: tuple[int, ...], places: tuple[int, ...]
    ) -> bool:
        return edict_against_accepting(table, offer, seat, places) == NO_EDICT

    def check_deal(
        self, table: Table, offer: Offer, seat: int, cards: tuple[int, ...], places: tuple[int, ...]
    ) -> None:
        raise_edict_error(table, edict_against_accepting(table, offer, seat, places))

    def after_deal(self, table: Table, seat: int, other: int) -> None:
        """Fix the partner of U3 by the first deal; remove offers from which no deal can follow any more (U3, U4)."""
        component = bohnedikt_component(table)
        if component.partner == NO_PARTNER:
            component.partner = other if seat == table.active else seat
        if component.edicts:
            table.offers = tuple([offer for offer in table.offers if not is_dead_offer(table, offer)])


def is_dead_offer(table: Table, offer: Offer) -> bool:
    if offer.seat != table.active:
        return cannot_trade(table, offer.seat)
    if offer.to != TABLE:
        return cannot_trade(table, offer.to)
    return no_seat_can_trade(table)
