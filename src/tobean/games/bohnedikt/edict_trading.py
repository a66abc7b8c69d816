"""Trading under edicts: the gifts of F4 and F5, and the swap that F8 demands (D5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.games.bohnedikt.absence_facts import AbsenceFact, facts_with
from tobean.games.bohnedikt.cards import F4, F5, F8, U5, U6, U7, is_sacrifice
from tobean.games.bohnedikt.component import bohnedikt_component
from tobean.games.bohnedikt.edict_use import NO_CARD, DemandSwap, Invoke, check_usable, mark_used, usable
from tobean.games.bohnedikt.edicts import (
    cannot_trade,
    edict_against_partner,
    edict_against_places,
    in_force,
    left_of,
    raise_edict_error,
    right_of,
)
from tobean.games.bohnedikt.events import DEMANDED, GAVE, HAS_NONE
from tobean.kernel.actions import Accept, Action, Decline, MakeOffer
from tobean.kernel.agenda import Decision, register_step
from tobean.kernel.cards import KIND_OF, distinct_kinds
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.phases.action_cache import FIELDS_BY_MASK, HARVEST_ACTIONS
from tobean.kernel.phases.harvest import harvestable
from tobean.kernel.phases.trading import Trading, check_kinds, execute_deal, find_open_offer, move_to_aside
from tobean.kernel.state.hands import lapse_broken_offers, note_offered_cards
from tobean.kernel.trade.offers import Offer
from tobean.kernel.trade.tradeable_cards import check_offered_cards, payments, tradeable_slots

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table


def check_gift(table: Table, action: Invoke) -> None:
    """Check a gift by F4 or F5: one hand card or turned-over card for a neighbour, without refusal."""
    check_usable(table, action.seat, action.edict)
    if action.edict not in (F4, F5):
        raise Illegal("D5", "{card} is not used now.", card=KindArg(action.edict))
    raise_edict_error(table, edict_against_partner(table, gift_to(table, action.edict)))
    check_own_card(table, action.card, action.place)


def gift_to(table: Table, edict: int) -> int:
    return right_of(table, table.active) if edict == F4 else left_of(table, table.active)


def check_own_card(table: Table, card: int, place: int) -> None:
    """Check a card of the active player: a turned-over card, or a hand card other than the sacrifice card."""
    if place == ASIDE or card == NO_CARD:
        raise Illegal("D5", "This needs a hand card or a turned-over card.")
    check_no_sacrifice((card,))
    check_offered_cards(table, table.active, (card,), (place,))
    raise_edict_error(table, edict_against_places(table, (place,)))


def check_no_sacrifice(cards: tuple[int, ...]) -> None:
    for card in cards:
        if is_sacrifice(card):
            raise Illegal("D7", "A sacrifice card cannot be traded.")


def make_gift(table: Table, action: Invoke) -> None:
    to = gift_to(table, action.edict)
    before = table.offers
    mark_used(table, action.edict)
    move_to_aside(table, action.seat, to, (action.card,), (action.place,))
    table.deals += 1
    table.rules.trade_rules.after_deal(table, action.seat, to)
    if table.events is not None:
        table.events.append(GAVE.of(seat=action.seat, partner=to, cards=(action.card,), places=(action.place,)))
    lapse_broken_offers(table, before)


def check_demand(table: Table, action: DemandSwap) -> None:
    check_usable(table, action.seat, action.edict)
    if action.edict != F8:
        raise Illegal("D5", "{card} is not used now.", card=KindArg(action.edict))
    if action.to == action.seat or not 0 <= action.to < table.players:
        raise Illegal("D5", "The swap is demanded of another player.")
    if in_force(table, U7):
        raise Illegal("D5", "An edict bars a swap of one card for one.")
    raise_edict_error(table, edict_against_partner(table, action.to))
    check_kinds(table, (action.wanted,))
    check_own_card(table, action.card, action.place)


def demand(table: Table, action: DemandSwap) -> None:
    """Make an offer that must be met if possible; nothing else happens until it is answered."""
    mark_used(table, action.edict)
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
                    card=KindArg(F8),
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


class EdictTrading(Trading):
    """Trading with the additional actions of F4, F5 and F8."""

    NAME = "trading by edict"
    PROMPT_KEY = "trading"

    def check(self, table: Table, action: Action) -> None:
        if isinstance(action, Invoke):
            check_gift(table, action)
        elif isinstance(action, DemandSwap):
            check_demand(table, action)
        else:
            if isinstance(action, (MakeOffer, Accept)):
                check_no_sacrifice(action.cards)
            super().check(table, action)

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Invoke):
            make_gift(table, action)
        elif isinstance(action, DemandSwap):
            demand(table, action)
        else:
            super().take(table, action)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        actions = super().list_actions(table, seat)
        if seat == table.active:
            uses = usable_edicts(table)
            if uses:
                cards = own_cards(table)
                for edict, to in uses:
                    for card, place in cards:
                        if edict != F8:
                            actions.append(Invoke(seat, edict, card, place))
                        else:
                            for wanted in table.requestable_kinds:
                                actions.append(DemandSwap(seat, F8, to, card, place, wanted))
        return actions

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        if bohnedikt_component(table).edicts and has_usable_edict(table):
            return self.sample_by_edict(table, seat, chance)
        action = self.sample_freely(table, seat, chance)
        if isinstance(action, Accept) and bohnedikt_component(table).edicts:
            offer = find_open_offer(table, action.number)
            if not table.rules.trade_rules.allows_deal(table, offer, seat, action.cards, action.places):
                return self.sample_by_edict(table, seat, chance)
        return action

    def sample_by_edict(self, table: Table, seat: int, chance: Chance) -> Action:
        """Sample uniformly from the listed actions, one offer and one call; the many uses of edicts are counted, not
        created."""
        answers = super().list_actions(table, seat)
        uses = usable_edicts(table) if seat == table.active else NO_EDICT_USES
        cards = own_cards(table) if uses else NO_EDICT_USES
        kinds = len(table.requestable_kinds)
        use_count = 0
        for edict, _ in uses:
            use_count += len(cards) * kinds if edict == F8 else len(cards)
        harvests = FIELDS_BY_MASK[harvestable(table, self, seat)]
        talk = 2 if self.may_talk(table, seat) else 0
        pick = chance.randbelow(talk + len(answers) + use_count + len(harvests) + table.count_anytime_actions(seat))
        if pick < talk:
            return self.sample_talk(table, seat, pick, chance)
        pick -= talk
        if pick < len(answers):
            return answers[pick]
        pick -= len(answers)
        for edict, to in uses:
            if edict == F8:
                if pick < len(cards) * kinds:
                    card, place = cards[pick // kinds]
                    return DemandSwap(seat, F8, to, card, place, table.requestable_kinds[pick % kinds])
                pick -= len(cards) * kinds
            elif pick < len(cards):
                card, place = cards[pick]
                return Invoke(seat, edict, card, place)
            else:
                pick -= len(cards)
        return (
            HARVEST_ACTIONS[seat][harvests[pick]]
            if pick < len(harvests)
            else table.anytime_action_at(seat, pick - len(harvests))
        )


NO_EDICT_USES: Final[list[tuple[int, int]]] = []
"""A shared empty list, never modified."""


def has_usable_edict(table: Table) -> bool:
    """Whether F4, F5 or F8 is in force."""
    for edict in bohnedikt_component(table).edicts:  # noqa: SIM110
        if edict in (F4, F5, F8):
            return True
    return False


def usable_edicts(table: Table) -> list[tuple[int, int]]:
    """Return the uses of F4, F5 and F8 open to the active player, each with the other seat."""
    if not has_usable_edict(table):
        return NO_EDICT_USES
    uses: list[tuple[int, int]] = []
    right, left = gift_to(table, F4), gift_to(table, F5)
    if usable(table, F4) and not cannot_trade(table, right):
        uses.append((F4, right))
    if usable(table, F5) and not cannot_trade(table, left):
        uses.append((F5, left))
    if usable(table, F8) and not in_force(table, U7):
        for to in range(table.players):
            if to != table.active and not cannot_trade(table, to):
                uses.append((F8, to))
    return uses


def own_cards(table: Table) -> list[tuple[int, int]]:
    """Return the active player's cards that F4, F5 and F8 may take, each with its location."""
    cards: list[tuple[int, int]] = []
    if not in_force(table, U6):
        for card in distinct_kinds(table.turned):
            cards.append((card, TURNED))
    if not in_force(table, U5):
        hand = table.hands[table.active]
        for position in range(len(hand)):
            if not is_sacrifice(hand[position]):
                cards.append((hand[position], position))
    return cards


EDICT_TRADING: Final = EdictTrading()
register_step(EdictTrading)
