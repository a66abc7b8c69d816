"""Actions that are too many to list, built token by token: offers (T6), calls (T8), the order of discards (K12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.kernel.actions import Action, Call, Harvest, MakeOffer
from tobean.kernel.cards import KIND_OF, distinct_kinds
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.state.action_cache import FIELDS_BY_MASK
from tobean.kernel.state.harvest import harvestable, row_payout
from tobean.kernel.trade.trade_rules import TradeRules, offer_allowed

if TYPE_CHECKING:
    from tobean.kernel.state.position import Row
    from tobean.kernel.table import Table
    from tobean.research.tokens.vocabulary import Vocabulary

NO_PLACE: Final = -9
MAX_ORDERS: Final = 256
"""Number of discard orders tried if a game has its own rule for them."""


class ActionBuilder:
    """A partial action of one seat."""

    def __init__(self, vocabulary: Vocabulary, table: Table, seat: int) -> None:
        self.vocabulary = vocabulary
        self.table = table
        self.seat = seat

    def tokens(self) -> list[int]:
        """Return the legal next tokens, sorted; never empty."""
        raise NotImplementedError

    def say(self, token: int) -> Action | None:
        """Add one of the legal tokens. Returns the action once it is complete."""
        raise NotImplementedError


# --- offers ------------------------------------------------------------------------------------------------

ANSWERS: Final = 0
ADDRESSEE: Final = 1
PLACES: Final = 2
CARDS: Final = 3
WANTS: Final = 4
"""The stages of an offer, in this order; PLACES and CARDS alternate."""


def has_no_offer_rules(table: Table) -> bool:
    """Whether there are no rules for offers beyond T1-T8. Then every prefix can be completed to a legal offer."""
    return type(table.rules.trade_rules) is TradeRules


def is_bean(table: Table, card: int) -> bool:
    """Whether a card is one of this game's beans. Hands may contain other cards."""
    deck = table.config.deck
    return card < len(deck) and deck[card] > 0


@final
class OfferBuilder(ActionBuilder):
    """An offer or counter-offer: recipient, own cards in the usual order, `end`, wanted kinds, `end`."""

    def __init__(self, vocabulary: Vocabulary, table: Table, seat: int, counters: bool) -> None:
        super().__init__(vocabulary, table, seat)
        self.stage = ANSWERS if counters else ADDRESSEE
        self.answers = 0
        self.to = TABLE
        self.cards: list[int] = []
        self.places: list[int] = []
        self.wants: list[int] = []
        self.place = NO_PLACE
        """The place given by the last token, whose card is next."""
        self.has_no_game_rules = has_no_offer_rules(table)
        self.forbidden_kinds = table.rules.trade_rules.forbidden_kinds(table)

    # --- legal tokens --------------------------------------------------------------------------------------

    def tokens(self) -> list[int]:
        if self.stage == WANTS:
            return self.want_tokens()
        if self.stage == CARDS:
            return self.card_tokens()
        if self.stage == PLACES:
            return self.place_tokens()
        legal_tokens: list[int] = []
        if self.stage == ADDRESSEE:
            for to in self.addressees():
                if self.can_be_completed(to, self.cards, self.places, self.wants, False):
                    legal_tokens.append(self.vocabulary.seat_token(self.seat, to))
        else:
            for slot in range(len(self.table.offers)):
                offer = self.table.offers[slot]
                concerns = offer.is_for(self.seat) and self.may_go_to(offer.seat)
                if concerns and self.can_be_completed(offer.seat, self.cards, self.places, self.wants, False):
                    legal_tokens.append(self.vocabulary.offers.token(slot))
        legal_tokens.sort()
        return legal_tokens

    def may_go_to(self, to: int) -> bool:
        """Whether the offer may go to this seat (T1)."""
        return self.seat == self.table.active or to == self.table.active

    def addressees(self) -> list[int]:
        table, seat = self.table, self.seat
        if self.answers:
            return [self.to]
        if seat != table.active:
            return [table.active]
        return [TABLE, *[other for other in range(table.players) if other != seat]]

    def place_tokens(self) -> list[int]:
        vocabulary, table = self.vocabulary, self.table
        legal_tokens: list[int] = []
        if len(self.cards) < vocabulary.most_given:
            for place in (ASIDE, TURNED):
                for card in self.pool(place, self.cards, self.places):
                    if self.can_give(card, place):
                        legal_tokens.append(vocabulary.places.token(place))
                        break
            hand = table.hands[self.seat]
            for position in range(self.first_position(self.places), len(hand)):
                if is_bean(table, hand[position]) and self.can_give(hand[position], position):
                    legal_tokens.append(vocabulary.places.token(position))
        if self.can_be_completed(self.to, self.cards, self.places, self.wants, True):
            legal_tokens.append(vocabulary.end)
        legal_tokens.sort()
        return legal_tokens

    def card_tokens(self) -> list[int]:
        vocabulary, place = self.vocabulary, self.place
        if place >= 0:
            return [vocabulary.cards.token(self.table.hands[self.seat][place])]
        legal_tokens: list[int] = []
        for card in distinct_kinds(self.pool(place, self.cards, self.places)):
            if self.can_give(card, place):
                legal_tokens.append(vocabulary.cards.token(card))
        legal_tokens.sort()
        return legal_tokens

    def want_tokens(self) -> list[int]:
        vocabulary = self.vocabulary
        legal_tokens: list[int] = []
        if len(self.wants) < vocabulary.most_wanted:
            for kind in self.table.requestable_kinds:
                if self.wants and kind < self.wants[-1]:
                    continue
                if self.has_no_game_rules or self.can_be_completed(
                    self.to, self.cards, self.places, [*self.wants, kind], True
                ):
                    legal_tokens.append(vocabulary.wants.token(kind))
        if self.allowed(self.to, self.cards, self.places, self.wants):
            legal_tokens.append(vocabulary.end)
        legal_tokens.sort()
        return legal_tokens

    def can_give(self, card: int, place: int) -> bool:
        """Whether the offer can continue with this card."""
        if self.has_no_game_rules:
            return True
        return self.can_be_completed(self.to, [*self.cards, card], [*self.places, place], self.wants, False)

    def first_position(self, places: list[int]) -> int:
        """Return the first hand position the next card can come from: the usual order goes from front to back."""
        return places[-1] + 1 if places and places[-1] >= 0 else 0

    def pool(self, place: int, cards: list[int], places: list[int]) -> list[int]:
        """Return the cards that can be staked next from a place other than the hand, in the usual order."""
        table, seat = self.table, self.seat
        if places and places[-1] > place:
            return []
        if place == TURNED:
            available = table.turned.copy() if seat == table.active else []
        elif table.aside[seat] and table.rules.trade_rules.may_offer_aside(table, seat):
            available = list(table.aside[seat])
        else:
            available = []
        last = -1
        for index in range(len(cards)):
            if places[index] == place:
                available.remove(cards[index])
                last = cards[index]
        available = [card for card in available if card >= last and is_bean(table, card) and self.may_be_named(card)]
        available.sort()
        return available

    # --- completability ------------------------------------------------------------------------------------

    def can_be_completed(self, to: int, cards: list[int], places: list[int], wants: list[int], given: bool) -> bool:
        """Whether the offer can be completed to a legal one. `given`: all own cards have been named.

        Without additional rules it always can. With them some continuations are tried: cards of one place, then wants
        of one kind. After each token of such a continuation the rest of it is found again, so no partial offer is a
        dead end.
        """
        if self.has_no_game_rules or self.has_legal_wants(to, cards, places, wants):
            return True
        if given:
            return False
        room = self.vocabulary.most_given - len(cards)
        for pool_place in (ASIDE, TURNED):
            more_cards, more_places = cards.copy(), places.copy()
            for card in self.pool(pool_place, cards, places)[:room]:
                more_cards.append(card)
                more_places.append(pool_place)
                if self.has_legal_wants(to, more_cards, more_places, wants):
                    return True
        more_cards, more_places = cards.copy(), places.copy()
        hand = self.table.hands[self.seat]
        for position in range(self.first_position(places), len(hand)):
            card = hand[position]
            if len(more_cards) < self.vocabulary.most_given and card in self.table.kinds and self.may_be_named(card):
                more_cards.append(card)
                more_places.append(position)
                if self.has_legal_wants(to, more_cards, more_places, wants):
                    return True
        return False

    def has_legal_wants(self, to: int, cards: list[int], places: list[int], wants: list[int]) -> bool:
        """Whether there is a legal offer of these cards for these kinds and some more of one of them."""
        asked = wants.copy()
        kinds = wants[-1:] or [kind for kind in self.table.requestable_kinds if self.may_be_named(kind)][:1]
        while True:
            if self.allowed(to, cards, places, asked):
                return True
            if len(asked) >= self.vocabulary.most_wanted or not kinds:
                return False
            asked.append(kinds[0])

    def allowed(self, to: int, cards: list[int], places: list[int], wants: list[int]) -> bool:
        if not cards and not wants:
            return False
        if self.has_no_game_rules:
            return True
        offer = MakeOffer(self.seat, to, tuple(cards), tuple(places), tuple(wants), self.answers)
        return offer_allowed(self.table, offer)

    def may_be_named(self, card: int) -> bool:
        return not self.forbidden_kinds or KIND_OF[card] not in self.forbidden_kinds

    # --- adding tokens -------------------------------------------------------------------------------------

    def say(self, token: int) -> Action | None:
        vocabulary = self.vocabulary
        if self.stage == ANSWERS:
            offer = self.table.offers[vocabulary.offers.value(token)]
            self.answers, self.to = offer.number, offer.seat
            self.stage = ADDRESSEE
        elif self.stage == ADDRESSEE:
            self.to = vocabulary.seat_of(self.seat, token)
            self.stage = PLACES
        elif self.stage == PLACES:
            if token == vocabulary.end:
                self.stage = WANTS
            else:
                self.place = vocabulary.places.value(token)
                self.stage = CARDS
        elif self.stage == CARDS:
            self.cards.append(vocabulary.cards.value(token))
            self.places.append(self.place)
            self.stage = PLACES
        elif token == vocabulary.end:
            return MakeOffer(self.seat, self.to, tuple(self.cards), tuple(self.places), tuple(self.wants), self.answers)
        else:
            self.wants.append(vocabulary.wants.value(token))
        return None


# --- calls -------------------------------------------------------------------------------------------------


@final
class CallBuilder(ActionBuilder):
    """A call: kinds held, `end`, kinds wanted, `end`; or one half of it."""

    def __init__(self, vocabulary: Vocabulary, table: Table, seat: int, names_had: bool, names_wanted: bool) -> None:
        super().__init__(vocabulary, table, seat)
        self.has: list[int] = []
        self.wants: list[int] = []
        self.has_is_complete = not names_had
        """Whether the kinds held are complete."""
        self.names_wanted = names_wanted

    def tokens(self) -> list[int]:
        vocabulary = self.vocabulary
        named = self.wants if self.has_is_complete else self.has
        legal_tokens: list[int] = []
        if len(named) < vocabulary.most_called:
            for kind in self.table.requestable_kinds:
                if not named or kind >= named[-1]:
                    legal_tokens.append(
                        vocabulary.wants.token(kind) if self.has_is_complete else vocabulary.has.token(kind)
                    )
        if named:
            legal_tokens.append(vocabulary.end)
        legal_tokens.sort()
        return legal_tokens

    def say(self, token: int) -> Action | None:
        if token != self.vocabulary.end:
            if self.has_is_complete:
                self.wants.append(self.vocabulary.wants.value(token))
            else:
                self.has.append(self.vocabulary.has.value(token))
            return None
        if not self.has_is_complete and self.names_wanted:
            self.has_is_complete = True
            return None
        return Call(self.seat, tuple(self.has), tuple(self.wants))


# --- discards ----------------------------------------------------------------------------------------------


def harvest_discards(table: Table, row: Row) -> tuple[int, ...]:
    """Return the cards that a harvest of this row discards (K6)."""
    return row[: len(row) - row_payout(table, row)]


def is_mixed(cards: tuple[int, ...]) -> bool:
    return any(card != cards[0] for card in cards)


def can_order_discards(table: Table, seat: int) -> bool:
    """Whether there is a harvest whose discards this seat can put into another order (K12)."""
    if table.rules.discards is not None:
        return False
    for row in table.fields[seat]:
        if is_mixed(row):
            return bool(orderable_fields(table, seat))
    return False


def orderable_fields(table: Table, seat: int) -> list[int]:
    """Return the fields this seat may harvest whose discards are of several kinds."""
    if table.over:
        return []
    rows = table.fields[seat]
    return [
        field
        for field in FIELDS_BY_MASK[harvestable(table, table.decision, seat)]
        if is_mixed(harvest_discards(table, rows[field]))
    ]


def chosen_discards(table: Table, seat: int) -> list[Action]:
    """Return the harvests with chosen discards that the game's own rule allows (K12)."""
    harvests: list[Action] = []
    rule = table.rules.discards
    if rule is not None:
        for field in FIELDS_BY_MASK[harvestable(table, table.decision, seat)]:
            row = table.fields[seat][field]
            if is_mixed(row):
                for order in discard_orders(row):
                    if not rule(table, seat, field, order):
                        harvests.append(Harvest(seat, field, order))
    return harvests


def discard_orders(row: Row) -> list[tuple[int, ...]]:
    """Return the distinct sequences of some of these cards, shortest first."""
    orders: list[tuple[int, ...]] = []
    last: list[tuple[int, ...]] = [()]
    for _ in range(len(row)):
        longer: list[tuple[int, ...]] = []
        for order in last:
            for card in distinct_kinds(row):
                if order.count(card) < row.count(card):
                    longer.append((*order, card))
        orders.extend(longer)
        last = longer[:MAX_ORDERS]
    return orders


@final
class DiscardBuilder(ActionBuilder):
    """A harvest with the order of its discards: the field, each card, `end`."""

    def __init__(self, vocabulary: Vocabulary, table: Table, seat: int) -> None:
        super().__init__(vocabulary, table, seat)
        self.field = -1
        self.rest: list[int] = []
        self.order: list[int] = []

    def tokens(self) -> list[int]:
        vocabulary = self.vocabulary
        if self.field < 0:
            legal_tokens = [vocabulary.fields.token(field) for field in orderable_fields(self.table, self.seat)]
        elif self.rest:
            legal_tokens = [vocabulary.discards.token(card) for card in distinct_kinds(self.rest)]
        else:
            legal_tokens = [vocabulary.end]
        legal_tokens.sort()
        return legal_tokens

    def say(self, token: int) -> Action | None:
        if self.field < 0:
            self.field = self.vocabulary.fields.value(token)
            self.rest = list(harvest_discards(self.table, self.table.fields[self.seat][self.field]))
        elif self.rest:
            card = self.vocabulary.discards.value(token)
            self.rest.remove(card)
            self.order.append(card)
        else:
            return Harvest(self.seat, self.field, tuple(self.order))
        return None
