"""Phase 2: free trading (T1-T8).

The active player's decision stays open until they end it. Meanwhile all players may make offers, answer them and call;
several offers can be open at once. The awaited seat is only a matter of order: unanswered offers come first, then the
active player.
"""

from typing import Final

from mypy_extensions import i64

from tobean.kernel.actions import Accept, Action, Call, Decline, EndTrading, MakeOffer, Withdraw
from tobean.kernel.agenda import Decision, register_step
from tobean.kernel.base.seats import NO_SEAT
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.chance import Chance
from tobean.kernel.errors import Illegal
from tobean.kernel.events import CALLED, DECLINED, ENDED_TRADING, OFFERED, TRADED, WITHDREW
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_locations import ASIDE, TURNED, in_usual_order
from tobean.kernel.notation.input_limits import LAST_TALK_PLY, MAX_CALLS, MAX_CARDS_NAMED, MAX_OPEN_OFFERS
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.state.action_cache import END_TRADING_ACTIONS, FIELDS_BY_MASK, HARVEST_ACTIONS
from tobean.kernel.state.hands import note_offered_cards, remove_card, remove_from_hand, tuple_without
from tobean.kernel.state.harvest import harvestable
from tobean.kernel.table import Table
from tobean.kernel.trade.history_recording import record_deal, record_refused_calls
from tobean.kernel.trade.offer_sampling import sample_accept, sample_any_offer, sample_call, sample_offer
from tobean.kernel.trade.offers import Offer
from tobean.kernel.trade.trade_rules import DEFAULT_TRADE_RULES, check_offer_allowed, offer_allowed
from tobean.kernel.trade.tradeable_cards import check_offered_cards, holds_wanted_cards, payments

MAX_TALK_ATTEMPTS: Final = 8
"""Number of attempts to sample an offer before a call is made instead."""
MAX_OFFER_ATTEMPTS: Final = 64
"""Number of attempts to sample an offer where a call will not do."""


def find_open_offer(table: Table, number: int) -> Offer:
    for offer in table.offers:
        if offer.number == number:
            return offer
    raise Illegal("T7", "Offer {number} is not open any more.", number=number)


def check_talk(table: Table, seat: int) -> None:
    limit = table.talk_limit
    if 0 <= limit <= table.talk[seat]:
        if limit == 0:
            raise Illegal("T8", "At this table nobody makes offers or calls.")
        if limit == 1:
            raise Illegal("T8", "At this table each player makes only one offer or call a turn.")
        raise Illegal("T8", "At this table each player makes at most {limit} offers and calls a turn.", limit=limit)
    if table.ply >= LAST_TALK_PLY:
        raise Illegal("T8", "After {most} actions nobody makes offers and calls any more.", most=LAST_TALK_PLY)


def has_max_offers(table: Table, seat: int) -> bool:
    """Whether this seat has the maximum number of open offers (T7)."""
    if len(table.offers) < MAX_OPEN_OFFERS:
        return False
    own = 0
    for offer in table.offers:
        if offer.seat == seat:
            own += 1
    return own >= MAX_OPEN_OFFERS


def check_kinds(table: Table, cards: tuple[int, ...]) -> None:
    if len(cards) > MAX_CARDS_NAMED:
        raise Illegal("T8", "An offer or a call names at most {most} cards.", most=MAX_CARDS_NAMED)
    for card in cards:
        if card not in table.requestable_kinds:
            raise Illegal("K1", "{card} is not a bean of this game.", card=KindArg(card))


def check_offer(table: Table, action: MakeOffer) -> None:
    seat, to = action.seat, action.to
    if seat == table.active:
        if to != TABLE and (to == seat or not 0 <= to < table.players):
            raise Illegal("T1", "An offer goes to another player or to everyone.")
    elif to != table.active:
        raise Illegal("T1", "You can trade only with {active}, whose turn it is.", active=SeatArg(table.active))
    if not action.cards and not action.wants:
        raise Illegal("T3", "A deal in which neither side gives anything is not a deal.")
    check_talk(table, seat)
    if has_max_offers(table, seat):
        raise Illegal("T7", "One player has at most {most} offers open.", most=MAX_OPEN_OFFERS)
    check_kinds(table, action.wants)
    check_offered_cards(table, seat, action.cards, action.places)
    check_offer_allowed(table, action)
    if action.answers:
        answered = find_open_offer(table, action.answers)
        if not answered.is_for(seat) or answered.seat != to:
            raise Illegal("T7", "Offer {number} cannot be countered like this.", number=action.answers)


def check_addressee(table: Table, offer: Offer, seat: int) -> None:
    if seat != table.active and offer.seat != table.active:
        raise Illegal("T1", "You can trade only with {active}, whose turn it is.", active=SeatArg(table.active))
    if not offer.is_for(seat):
        raise Illegal("T7", "Offer {number} is not for {seat}.", number=offer.number, seat=SeatArg(seat))


def check_accept(table: Table, action: Accept) -> None:
    offer = find_open_offer(table, action.number)
    check_addressee(table, offer, action.seat)
    check_offered_cards(table, action.seat, action.cards, action.places)
    if sorted_cards([KIND_OF[card] for card in action.cards]) != offer.wants:
        raise Illegal("T6", "Offer {number} asks for other cards than these.", number=offer.number)
    table.rules.trade_rules.check_deal(table, offer, action.seat, action.cards, action.places)


def cannot_trade(table: Table, seat: int) -> bool:
    """Whether this seat, if it is not the active one, publicly cannot make a deal with the active player."""
    return seat != table.active and table.rules.trade_rules.cannot_trade(table, seat)


def seat_to_answer(table: Table) -> int:
    """Return the seat whose answer to an offer is awaited; NO_SEAT if all offers have been answered."""
    for offer in table.offers:
        if offer.to != TABLE:
            if not offer.declined >> offer.to & 1 and not cannot_trade(table, offer.to):
                return offer.to
            continue
        seat: i64 = table.active
        for _ in range(table.players):
            if seat != offer.seat and not offer.declined >> seat & 1 and not cannot_trade(table, seat):
                return seat
            seat = seat + 1 if seat + 1 < table.players else 0
    return NO_SEAT


def check_decline(table: Table, action: Decline) -> None:
    offer = find_open_offer(table, action.number)
    check_addressee(table, offer, action.seat)
    if offer.declined >> action.seat & 1:
        raise Illegal(
            "T4", "{seat} has declined offer {number} already.", number=offer.number, seat=SeatArg(action.seat)
        )


def check_call(table: Table, action: Call) -> None:
    if not action.has and not action.wants:
        raise Illegal("T8", "Say what you have, or what you want, or both.")
    check_talk(table, action.seat)
    check_kinds(table, action.has)
    check_kinds(table, action.wants)


# --- effects of the actions --------------------------------------------------------------------------------


def make_offer(table: Table, action: MakeOffer) -> None:
    table.offer_count += 1
    table.talk[action.seat] = table.talk[action.seat] + 1
    cards, places = in_usual_order(action.cards, action.places)
    wants = sorted_cards(action.wants)
    offer = Offer(table.offer_count, action.seat, action.to, cards, places, wants, action.answers, 0)
    if action.answers:
        decline(table, action.seat, action.answers)
    table.offers = table.offers + (offer,)  # noqa: RUF005 - unpacking would build a list first
    note_offered_cards(table, action.seat, cards, places)
    if table.events is not None:
        table.events.append(
            OFFERED.of(
                seat=offer.seat,
                to=offer.to,
                offer=offer.number,
                answers=offer.answers,
                cards=cards,
                places=places,
                wants=wants,
                places_for=1 << offer.seat,
            )
        )


def decline(table: Table, seat: int, number: int) -> None:
    table.offers = tuple(offer.declined_by(seat) if offer.number == number else offer for offer in table.offers)


def move_to_aside(table: Table, seat: int, to: int, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Move cards of one side to the cards set aside of the other (T5)."""
    for index in range(len(cards) - 1, -1, -1):
        if places[index] == TURNED:
            remove_card(table.turned, cards[index])
        elif places[index] == ASIDE:
            table.aside[seat] = tuple_without(table.aside[seat], cards[index])
        else:
            remove_from_hand(table, seat, places[index])
    table.aside[to] = table.aside[to] + cards


def execute_deal(table: Table, action: Accept) -> None:
    """Carry out a deal: the cards change sides all at once (T4), and offers that lost a card lapse (T7)."""
    offer = find_open_offer(table, action.number)
    cards, places = in_usual_order(action.cards, action.places)
    record_deal(table, offer, action)
    before = tuple([other for other in table.offers if other.number != offer.number])
    table.offers = before
    move_to_aside(table, offer.seat, action.seat, offer.cards, offer.places)
    move_to_aside(table, action.seat, offer.seat, cards, places)
    table.deals += 1
    table.offers = tuple(
        [other for other in table.offers if other.still_covered(table.turned, table.aside[other.seat])]
    )
    table.rules.trade_rules.after_deal(table, offer.seat, action.seat)
    # An open offer proves that its cards are still in the hand (I2).
    for other in table.offers:
        note_offered_cards(table, other.seat, other.cards, other.places)
    if table.events is not None:
        table.events.append(
            TRADED.of(
                seat=offer.seat,
                partner=action.seat,
                offer=offer.number,
                cards=offer.cards,
                places=offer.places,
                gets=cards,
                gets_places=places,
            )
        )
        table.record_lapsed_offers(before)


def end_trading(table: Table) -> None:
    """End the phase: all offers lapse (T7), calls are dropped."""
    if table.calls and table.offers:
        record_refused_calls(table)
    table.offers = ()
    table.calls = ()
    for seat in range(table.players):
        table.talk[seat] = 0
    table.agenda.pop()


class Trading(Decision):
    """Phase 2 after the cards are turned over, for as long as the active player likes (T8)."""

    NAME = "trading"

    def __init__(self) -> None:
        super().__init__(2)
        self.is_trading = True

    def awaited(self, table: Table) -> int:
        seat = seat_to_answer(table)
        return table.active if seat == NO_SEAT else seat

    def check(self, table: Table, action: Action) -> None:
        if isinstance(action, MakeOffer):
            check_offer(table, action)
        elif isinstance(action, Accept):
            check_accept(table, action)
        elif isinstance(action, Decline):
            check_decline(table, action)
        elif isinstance(action, Withdraw):
            if find_open_offer(table, action.number).seat != action.seat:
                raise Illegal("T7", "Only its owner can withdraw offer {number}.", number=action.number)
        elif isinstance(action, Call):
            check_call(table, action)
        elif isinstance(action, EndTrading):
            if action.seat != table.active:
                raise Illegal("T8", "Only {active} can end the trading.", active=SeatArg(table.active))
        else:
            raise Illegal(table.rules.trading_rule, "That cannot be done while cards are traded.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, MakeOffer):
            make_offer(table, action)
        elif isinstance(action, Accept):
            execute_deal(table, action)
        elif isinstance(action, Decline):
            decline(table, action.seat, action.number)
            if table.events is not None:
                table.events.append(DECLINED.of(seat=action.seat, offer=action.number))
        elif isinstance(action, Withdraw):
            table.offers = tuple([offer for offer in table.offers if offer.number != action.number])
            if table.events is not None:
                table.events.append(WITHDREW.of(seat=action.seat, offer=action.number))
        elif isinstance(action, Call):
            table.calls = table.calls[1 - MAX_CALLS :] + (action,)  # noqa: RUF005 - unpacking would build a list first
            table.talk[action.seat] = table.talk[action.seat] + 1
            if table.events is not None:
                table.events.append(CALLED.of(seat=action.seat, has=action.has, wants=action.wants))
        else:
            end_trading(table)
            if table.events is not None:
                table.events.append(ENDED_TRADING.of(seat=action.seat))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        actions: list[Action] = []
        for offer in table.offers:
            if offer.seat == seat:
                actions.append(Withdraw(seat, offer.number))
            elif offer.is_for(seat):
                for cards, places in payments(table, seat, offer.wants):
                    if table.rules.trade_rules.allows_deal(table, offer, seat, cards, places):
                        actions.append(Accept(seat, offer.number, cards, places))
                if not offer.declined >> seat & 1:
                    actions.append(Decline(seat, offer.number))
        if seat == table.active:
            actions.append(END_TRADING_ACTIONS[seat])
        return actions

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        action = self.sample_freely(table, seat, chance)
        trade_rules = table.rules.trade_rules
        if isinstance(action, Accept) and trade_rules is not DEFAULT_TRADE_RULES:
            offer = find_open_offer(table, action.number)
            if not trade_rules.allows_deal(table, offer, seat, action.cards, action.places):
                return self.sample_listed(table, seat, chance)
        return action

    def sample_listed(self, table: Table, seat: int, chance: Chance) -> Action:
        """Sample uniformly from the listed actions, one offer and one call."""
        listed = table.legal_actions(seat)
        talk = 2 if self.may_talk(table, seat) else 0
        pick = chance.randbelow(len(listed) + talk)
        return listed[pick] if pick < len(listed) else self.sample_talk(table, seat, pick - len(listed), chance)

    def sample_freely(self, table: Table, seat: int, chance: Chance) -> Action:
        """Sample uniformly from harvests, other anytime actions, ending, one offer, one call, and answers to offers.

        Ignores the game's own rules for deals: an `Accept` may violate them.
        """
        harvests = FIELDS_BY_MASK[harvestable(table, self, seat)]
        anytime_count = table.count_anytime_actions(seat)
        count: i64 = len(harvests) + anytime_count
        if self.may_talk(table, seat):
            count += 2
        if seat == table.active:
            count += 1
        answers: i64 = 0
        own: i64 = seat
        for offer in table.offers:
            if offer.seat == own:
                answers += 1
            elif offer.is_for(own):
                if not offer.declined >> own & 1:
                    answers += 1
                if holds_wanted_cards(table, seat, offer.wants):
                    answers += 1
        pick = chance.randbelow(count + answers)
        if pick >= count:
            return self.sample_answer(table, seat, pick - count, chance)
        if pick < len(harvests):
            return HARVEST_ACTIONS[seat][harvests[pick]]
        pick -= len(harvests)
        if pick < anytime_count:
            return table.anytime_action_at(seat, pick)
        pick -= anytime_count
        if seat == table.active:
            if pick == 0:
                return END_TRADING_ACTIONS[seat]
            pick -= 1
        return self.sample_talk(table, seat, pick, chance)

    def may_talk(self, table: Table, seat: int) -> bool:
        limit: i64 = table.config.talk_limit
        return (limit < 0 or table.talk[seat] < limit) and table.ply < LAST_TALK_PLY

    def sample_talk(self, table: Table, seat: int, pick: int, chance: Chance) -> Action:
        if pick == 0 and not has_max_offers(table, seat):
            for _ in range(MAX_TALK_ATTEMPTS):
                offer = sample_offer(table, seat, chance)
                if offer_allowed(table, offer):
                    return offer
        return sample_call(table, seat, chance)

    def sample_offer(self, table: Table, seat: int, chance: Chance, small: bool) -> MakeOffer:
        if has_max_offers(table, seat):
            raise Illegal("T7", "One player has at most {most} offers open.", most=MAX_OPEN_OFFERS)
        for _ in range(MAX_OFFER_ATTEMPTS):
            offer = sample_offer(table, seat, chance) if small else sample_any_offer(table, seat, chance)
            if offer_allowed(table, offer):
                return offer
        raise Illegal("T8", "{seat} cannot make offers now.", seat=SeatArg(seat))

    def sample_answer(self, table: Table, seat: int, pick: int, chance: Chance) -> Action:
        """Return the withdrawal, refusal or acceptance with this index."""
        for offer in table.offers:
            if offer.seat == seat:
                if pick == 0:
                    return Withdraw(seat, offer.number)
                pick -= 1
            elif offer.is_for(seat):
                if not offer.declined >> seat & 1:
                    if pick == 0:
                        return Decline(seat, offer.number)
                    pick -= 1
                if holds_wanted_cards(table, seat, offer.wants):
                    if pick == 0:
                        return sample_accept(table, seat, offer, chance)
                    pick -= 1
        raise IndexError("answer index out of range")


TRADING: Final = Trading()
register_step(Trading)
