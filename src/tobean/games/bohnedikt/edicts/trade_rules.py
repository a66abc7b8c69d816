"""Effect of the edicts in force on deals (D5, D6)."""

from typing import Final

from tobean.games.bohnedikt.component import NO_PARTNER, bohnedikt_component
from tobean.games.bohnedikt.edicts.edict import Edict, Restriction, edict_of
from tobean.kernel.actions import MakeOffer
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import SeatArg
from tobean.kernel.notation.card_locations import FRONT, TURNED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer
from tobean.kernel.trade.trade_rules import TradeRules


class NoDeals(Restriction):
    """Several edicts together leave no deal."""

    def error(self, table: Table) -> Illegal:
        return Illegal("D5", "The edicts in force allow no deal any more.")


class GiftsOnly(Restriction):
    """Two edicts together leave the active player no card to give."""

    def error(self, table: Table) -> Illegal:
        return Illegal("D5", "The two edicts in force leave only gifts to {active}.", active=SeatArg(table.active))


NO_DEALS: Final = NoDeals()
GIFTS_ONLY: Final = GiftsOnly()


# --- restrictions on the active player's deals -------------------------------------------------------------


def edict_against_partner(table: Table, seat: int) -> Edict | None:
    """Return the edict that forbids the active player all deals with this seat."""
    found: Edict | None = None
    for kind in bohnedikt_component(table).edicts:
        edict = edict_of(kind)
        if edict.forbids_partner(table, seat) and (found is None or edict.error_rank < found.error_rank):
            found = edict
    return found


def cannot_trade(table: Table, seat: int) -> bool:
    """Whether no deal is possible between this seat and the active player."""
    return edict_against_partner(table, seat) is not None


def no_seat_can_trade(table: Table) -> bool:
    return all(cannot_trade(table, seat) for seat in range(table.players) if seat != table.active)


def edict_against_place(table: Table, place: int) -> Edict | None:
    """Return the edict that forbids the active player to give the card at this place: a position in the hand, TURNED or
    ASIDE."""
    for kind in bohnedikt_component(table).edicts:
        edict = edict_of(kind)
        if edict.forbids_turned_cards if place == TURNED else place >= 0 and edict.forbids_hand_cards:
            return edict
    return None


def edict_against_places(table: Table, places: tuple[int, ...]) -> Edict | None:
    """Return the edict that forbids the active player to give the cards from these places."""
    if bohnedikt_component(table).edicts:
        for place in places:
            edict = edict_against_place(table, place)
            if edict is not None:
                return edict
    return None


def edict_against_sizes(table: Table, gives: int, gets: int) -> Edict | None:
    """Return the edict that forbids the active player to give and get such numbers of cards."""
    for kind in bohnedikt_component(table).edicts:
        edict = edict_of(kind)
        if edict.forbids_sizes(table, gives, gets):
            return edict
    return None


def edict_against_deal(table: Table, partner: int, places: tuple[int, ...], gets: int) -> Edict | None:
    """Return the edict that forbids the active player to give the cards from these places for `gets` others."""
    edict = edict_against_partner(table, partner)
    if edict is None:
        edict = edict_against_sizes(table, len(places), gets)
    return edict_against_places(table, places) if edict is None else edict


def edict_against_accepting(table: Table, offer: Offer, seat: int, places: tuple[int, ...]) -> Edict | None:
    """Return the edict that forbids this seat to accept this offer with the cards from these places.

    The active player may be on either side.
    """
    if not bohnedikt_component(table).edicts:
        return None
    if seat == table.active:
        return edict_against_deal(table, offer.seat, places, len(offer.places))
    return edict_against_deal(table, seat, offer.places, len(places))


def edict_against_offers(table: Table) -> Edict | None:
    """Return the edict that forbids the active player to make offers."""
    for kind in bohnedikt_component(table).edicts:
        edict = edict_of(kind)
        if edict.forbids_offers:
            return edict
    return None


def restriction_on_offer(table: Table, action: MakeOffer) -> Restriction | None:
    """Return the reason why no deal can follow from this offer (D5)."""
    if not bohnedikt_component(table).edicts:
        return None
    if action.seat != table.active:
        edict = edict_against_partner(table, action.seat)
        if edict is None:
            edict = edict_against_sizes(table, len(action.wants), len(action.cards))
        if edict is None and action.wants and has_nothing_to_give(table):
            return GIFTS_ONLY
        return edict
    edict = edict_against_offers(table)
    if edict is None:
        edict = edict_against_sizes(table, len(action.cards), len(action.wants))
    if edict is None:
        edict = edict_against_places(table, action.places)
    if edict is not None:
        return edict
    if action.to != TABLE:
        return edict_against_partner(table, action.to)
    return NO_DEALS if no_seat_can_trade(table) else None


def has_nothing_to_give(table: Table) -> bool:
    """Whether the active player may give neither hand cards nor turned-over cards."""
    return edict_against_place(table, FRONT) is not None and edict_against_place(table, TURNED) is not None


def raise_error(table: Table, restriction: Restriction | None) -> None:
    if restriction is not None:
        raise restriction.error(table)


class BohnediktTradeRules(TradeRules):
    """Restrictions and permissions of the edicts in force (D5)."""

    def cannot_trade(self, table: Table, seat: int) -> bool:
        return cannot_trade(table, seat)

    def may_offer_aside(self, table: Table, seat: int) -> bool:
        if seat == table.active:
            for kind in bohnedikt_component(table).edicts:
                if edict_of(kind).allows_cards_aside:
                    return True
        return False

    def allows_offer(self, table: Table, action: MakeOffer) -> bool:
        return restriction_on_offer(table, action) is None

    def check_offer(self, table: Table, action: MakeOffer) -> None:
        raise_error(table, restriction_on_offer(table, action))

    def allows_deal(
        self, table: Table, offer: Offer, seat: int, cards: tuple[int, ...], places: tuple[int, ...]
    ) -> bool:
        return edict_against_accepting(table, offer, seat, places) is None

    def check_deal(
        self, table: Table, offer: Offer, seat: int, cards: tuple[int, ...], places: tuple[int, ...]
    ) -> None:
        raise_error(table, edict_against_accepting(table, offer, seat, places))

    def min_deals(self, table: Table) -> int:
        """Count the edicts used that are deals, too (F4, F5), and the first deal."""
        component = bohnedikt_component(table)
        used = sum([edict_of(edict).is_deal for edict in component.used_edicts])
        return max(super().min_deals(table), used, int(component.partner != NO_PARTNER))

    def after_deal(self, table: Table, seat: int, other: int) -> None:
        """Store the partner of the first deal; remove offers that can no longer lead to a deal."""
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
