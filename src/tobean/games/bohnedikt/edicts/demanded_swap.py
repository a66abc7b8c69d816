"""F8: a swap that the named player cannot refuse while holding the card (D5)."""

from typing import Final

from tobean.games.bohnedikt.absence_facts import AbsenceFact, facts_with
from tobean.games.bohnedikt.component import bohnedikt_component
from tobean.games.bohnedikt.edicts.edict import IN_TRADING, Edict
from tobean.games.bohnedikt.edicts.trade_rules import (
    cannot_trade,
    edict_against_partner,
    edict_against_sizes,
    raise_error,
)
from tobean.games.bohnedikt.edicts.trading import check_no_sacrifice, check_own_card, count_own_cards, own_cards
from tobean.games.bohnedikt.edicts.use import DemandSwap, mark_used
from tobean.games.bohnedikt.events import DEMANDED, HAS_NONE
from tobean.kernel.actions import Accept, Action, Decline
from tobean.kernel.agenda import Decision, register_step
from tobean.kernel.cards import KIND_OF
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.phases.trading import check_kinds, execute_deal, find_open_offer
from tobean.kernel.state.hands import note_offered_cards
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer
from tobean.kernel.trade.tradeable_cards import check_offered_cards, payments, tradeable_slots


class EdictSwap(Decision):
    """The answer to F8: the named player swaps one card of that kind, or has none (D5)."""

    NAME = "edict swap"

    def __init__(self) -> None:
        super().__init__(2)
        self.blocks_interrupts = True

    def fits(self, table: Table) -> bool:
        """Whether the last offer is the demand to be answered."""
        for offer in table.offers:
            if offer.number == table.offer_count:
                return offer.seat == table.active and offer.to >= 0 and len(offer.cards) == len(offer.wants) == 1
        return False

    def awaited(self, table: Table) -> int:
        return find_open_offer(table, table.offer_count).to

    def demanded_offer(self, table: Table) -> int:
        """Return the demand's number. F8 is not an offer, so it may be used even while U8 is in force."""
        return table.offer_count

    def check(self, table: Table, action: Action) -> None:
        offer = find_open_offer(table, table.offer_count)
        if action.seat != offer.to:
            raise Illegal("D5", "{seat} has to answer first.", seat=SeatArg(offer.to))
        if isinstance(action, Accept) and action.number == offer.number:
            check_no_sacrifice(action.cards)
            check_offered_cards(table, action.seat, action.cards, action.places)
            if len(action.cards) != 1 or KIND_OF[action.cards[0]] != offer.wants[0]:
                raise Illegal("T6", "Offer {number} asks for other cards than these.", number=offer.number)
        elif isinstance(action, Decline) and action.number == offer.number:
            if tradeable_slots(table, action.seat, offer.wants[0]):
                raise Illegal(
                    "D5",
                    "{seat} holds what {card} asks for and must swap.",
                    seat=SeatArg(action.seat),
                    card=KindArg(DEMANDED_SWAP.kind),
                )
        else:
            raise Illegal("D5", "{seat} has to answer first.", seat=SeatArg(offer.to))

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, Accept):
            execute_deal(table, action)
            return
        offer = find_open_offer(table, table.offer_count)
        table.offers = tuple([other for other in table.offers if other.number != offer.number])
        component = bohnedikt_component(table)
        component.absence_facts = facts_with(
            component.absence_facts, AbsenceFact(offer.to, offer.wants, len(table.hands[offer.to]))
        )
        if table.events is not None:
            table.events.append(HAS_NONE.of(seat=offer.to, offer=offer.number, wants=offer.wants))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        offer = find_open_offer(table, table.offer_count)
        if seat != offer.to:
            return []
        possible_payments = payments(table, seat, offer.wants)
        if not possible_payments:
            return [Decline(seat, offer.number)]
        return [Accept(seat, offer.number, cards, places) for cards, places in possible_payments]


EDICT_SWAP: Final = EdictSwap()
register_step(EdictSwap)


class DemandedSwap(Edict):
    """Edict F8."""

    def __init__(self) -> None:
        super().__init__(
            "F8",
            "Edict “Demanded swap”",
            "Once in this phase name a player, a kind and one hand card or turned-over card of yours: if they hold "
            "that kind in hand they must swap one such card for yours",
            "“Edict” is a kind, too; the sacrifice card cannot be given. The other player chooses which of the cards "
            "it is. Both cards are set aside, and it counts as a deal of one card for one. A player who holds none "
            "says so, and the edict is used up.",
            IN_TRADING,
        )
        self.verb = DemandSwap.VERB
        self.nested_steps = (EdictSwap,)

    def partners(self, table: Table) -> list[int]:
        if edict_against_sizes(table, 1, 1) is not None:
            return []
        return [seat for seat in range(table.players) if seat != table.active and not cannot_trade(table, seat)]

    def list_uses(self, table: Table) -> list[Action]:
        cards = own_cards(table)
        actions: list[Action] = []
        for to in self.partners(table):
            for card, place in cards:
                for wanted in table.requestable_kinds:
                    actions.append(DemandSwap(table.active, self.kind, to, card, place, wanted))
        return actions

    def count_uses(self, table: Table) -> int:
        return len(self.partners(table)) * count_own_cards(table) * len(table.requestable_kinds)

    def use_at(self, table: Table, index: int) -> Action:
        cards, kinds = own_cards(table), table.requestable_kinds
        to = self.partners(table)[index // (len(cards) * len(kinds))]
        card, place = cards[index // len(kinds) % len(cards)]
        return DemandSwap(table.active, self.kind, to, card, place, kinds[index % len(kinds)])

    def check_use(self, table: Table, action: Action) -> None:
        assert isinstance(action, DemandSwap)
        if action.to == action.seat or not 0 <= action.to < table.players:
            raise Illegal("D5", "The swap is demanded of another player.")
        if edict_against_sizes(table, 1, 1) is not None:
            raise Illegal("D5", "An edict bars a swap of one card for one.")
        raise_error(table, edict_against_partner(table, action.to))
        check_kinds(table, (action.wanted,))
        check_own_card(table, action.card, action.place)

    def use(self, table: Table, action: Action) -> None:
        """Make an offer that must be met if possible; nothing else happens until it is answered."""
        assert isinstance(action, DemandSwap)
        mark_used(table, self.kind)
        table.offer_count += 1
        cards, places = (action.card,), (action.place,)
        offer = Offer(table.offer_count, action.seat, action.to, cards, places, (action.wanted,), 0, 0)
        table.offers = (*table.offers, offer)
        note_offered_cards(table, action.seat, cards, places)
        table.agenda.append(EDICT_SWAP)
        if table.events is not None:
            table.events.append(
                DEMANDED.of(
                    seat=action.seat,
                    to=action.to,
                    offer=offer.number,
                    cards=cards,
                    places=places,
                    wants=offer.wants,
                    places_for=1 << action.seat,
                )
            )


DEMANDED_SWAP: Final = DemandedSwap()
