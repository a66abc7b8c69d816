"""Actions that are too many to list, said token by token: offers (T6), calls (T8), the order of discards (K12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.kernel.actions import Action, Call, Harvest, MakeOffer
from tobean.kernel.cards import KIND_OF, kinds_among
from tobean.kernel.dealing import Dealing, offer_allowed
from tobean.kernel.harvest import harvestable, worth
from tobean.kernel.places import ASIDE, TURNED
from tobean.kernel.shared import FIELDS_IN
from tobean.kernel.values import TABLE

if TYPE_CHECKING:
    from tobean.kernel.position import Row
    from tobean.kernel.table import Table
    from tobean.research.alphabet import Alphabet

NO_PLACE: Final = -9
MOST_ORDERS: Final = 256
"""Of the orders of discards that a game's own rule allows, so many are looked at."""


class Draft:
    """An action of one seat that has been begun."""

    def __init__(self, alphabet: Alphabet, table: Table, seat: int) -> None:
        self.alphabet = alphabet
        self.table = table
        self.seat = seat

    def tokens(self) -> list[int]:
        """What can be said next, sorted; never nothing."""
        raise NotImplementedError

    def say(self, token: int) -> Action | None:
        """Say one of these tokens. The action if it is complete now."""
        raise NotImplementedError


# --- offers ------------------------------------------------------------------------------------------------

ANSWERS: Final = 0
ADDRESSEE: Final = 1
PLACES: Final = 2
CARDS: Final = 3
WANTS: Final = 4
"""What an offer says, in this order: places and cards take turns."""


def is_unruled(table: Table) -> bool:
    """Are there no further rules for offers than T1-T8? Then there always is one, and every way leads to one."""
    return type(table.rules.dealing) is Dealing


def is_bean(table: Table, card: int) -> bool:
    """Is it one of the beans of this game? Hands may hold others."""
    deck = table.frame.deck
    return card < len(deck) and deck[card] > 0


@final
class OfferDraft(Draft):
    """An offer, or a counter-offer: to whom, own cards in the usual order, `end`, wanted kinds, `end`."""

    def __init__(self, alphabet: Alphabet, table: Table, seat: int, counters: bool) -> None:
        super().__init__(alphabet, table, seat)
        self.stage = ANSWERS if counters else ADDRESSEE
        self.answers = 0
        self.to = TABLE
        self.cards: list[int] = []
        self.places: list[int] = []
        self.wants: list[int] = []
        self.place = NO_PLACE
        """The place that was said and whose card is to be said."""
        self.unruled = is_unruled(table)
        self.forbidden = table.rules.dealing.forbidden(table)

    # --- what can be said ----------------------------------------------------------------------------------

    def tokens(self) -> list[int]:
        if self.stage == WANTS:
            return self.want_tokens()
        if self.stage == CARDS:
            return self.card_tokens()
        if self.stage == PLACES:
            return self.place_tokens()
        found: list[int] = []
        if self.stage == ADDRESSEE:
            for to in self.addressees():
                if self.leads_on(to, self.cards, self.places, self.wants, False):
                    found.append(self.alphabet.seat_token(self.seat, to))
        else:
            for slot in range(len(self.table.offers)):
                offer = self.table.offers[slot]
                concerns = offer.is_for(self.seat) and self.may_go_to(offer.seat)
                if concerns and self.leads_on(offer.seat, self.cards, self.places, self.wants, False):
                    found.append(self.alphabet.offers.token(slot))
        found.sort()
        return found

    def may_go_to(self, to: int) -> bool:
        """May the offer go to this seat (T1)?"""
        return self.seat == self.table.active or to == self.table.active

    def addressees(self) -> list[int]:
        table, seat = self.table, self.seat
        if self.answers:
            return [self.to]
        if seat != table.active:
            return [table.active]
        return [TABLE, *[other for other in range(table.players) if other != seat]]

    def place_tokens(self) -> list[int]:
        alphabet, table = self.alphabet, self.table
        found: list[int] = []
        if len(self.cards) < alphabet.most_given:
            for place in (ASIDE, TURNED):
                for card in self.pool(place, self.cards, self.places):
                    if self.can_give(card, place):
                        found.append(alphabet.places.token(place))
                        break
            hand = table.hands[self.seat]
            for position in range(self.first_position(self.places), len(hand)):
                if is_bean(table, hand[position]) and self.can_give(hand[position], position):
                    found.append(alphabet.places.token(position))
        if self.leads_on(self.to, self.cards, self.places, self.wants, True):
            found.append(alphabet.end)
        found.sort()
        return found

    def card_tokens(self) -> list[int]:
        alphabet, place = self.alphabet, self.place
        if place >= 0:
            return [alphabet.cards.token(self.table.hands[self.seat][place])]
        found: list[int] = []
        for card in kinds_among(self.pool(place, self.cards, self.places)):
            if self.can_give(card, place):
                found.append(alphabet.cards.token(card))
        found.sort()
        return found

    def want_tokens(self) -> list[int]:
        alphabet = self.alphabet
        found: list[int] = []
        if len(self.wants) < alphabet.most_wanted:
            for kind in self.table.wanted_kinds:
                if self.wants and kind < self.wants[-1]:
                    continue
                if self.unruled or self.leads_on(self.to, self.cards, self.places, [*self.wants, kind], True):
                    found.append(alphabet.wants.token(kind))
        if self.allowed(self.to, self.cards, self.places, self.wants):
            found.append(alphabet.end)
        found.sort()
        return found

    def can_give(self, card: int, place: int) -> bool:
        """Can the offer go on with this card?"""
        if self.unruled:
            return True
        return self.leads_on(self.to, [*self.cards, card], [*self.places, place], self.wants, False)

    def first_position(self, places: list[int]) -> int:
        """The first position of the hand from which the next card can come: the usual order goes from front to back."""
        return places[-1] + 1 if places and places[-1] >= 0 else 0

    def pool(self, place: int, cards: list[int], places: list[int]) -> list[int]:
        """The cards that can be staked next from a place that is not the hand, in the usual order."""
        table, seat = self.table, self.seat
        if places and places[-1] > place:
            return []
        if place == TURNED:
            there = table.turned.copy() if seat == table.active else []
        elif table.aside[seat] and table.rules.dealing.stakes_aside(table, seat):
            there = list(table.aside[seat])
        else:
            there = []
        last = -1
        for index in range(len(cards)):
            if places[index] == place:
                there.remove(cards[index])
                last = cards[index]
        there = [card for card in there if card >= last and is_bean(table, card) and self.may_be_named(card)]
        there.sort()
        return there

    # --- does it lead to a legal offer? --------------------------------------------------------------------

    def leads_on(self, to: int, cards: list[int], places: list[int], wants: list[int], given: bool) -> bool:
        """Can the offer go on from here to one that is allowed? `given`: all own cards have been named.

        Without further rules it always can. With them some ways on are tried: cards of one place, then wants of one
        kind. Whoever goes such a way finds the rest of it again, so that no draft is a dead end.
        """
        if self.unruled or self.some_wants(to, cards, places, wants):
            return True
        if given:
            return False
        room = self.alphabet.most_given - len(cards)
        for pool_place in (ASIDE, TURNED):
            more_cards, more_places = cards.copy(), places.copy()
            for card in self.pool(pool_place, cards, places)[:room]:
                more_cards.append(card)
                more_places.append(pool_place)
                if self.some_wants(to, more_cards, more_places, wants):
                    return True
        more_cards, more_places = cards.copy(), places.copy()
        hand = self.table.hands[self.seat]
        for position in range(self.first_position(places), len(hand)):
            card = hand[position]
            if len(more_cards) < self.alphabet.most_given and card in self.table.kinds and self.may_be_named(card):
                more_cards.append(card)
                more_places.append(position)
                if self.some_wants(to, more_cards, more_places, wants):
                    return True
        return False

    def some_wants(self, to: int, cards: list[int], places: list[int], wants: list[int]) -> bool:
        """Is there an allowed offer of these cards that asks for these kinds and some more of one of them?"""
        asked = wants.copy()
        kinds = wants[-1:] or [kind for kind in self.table.wanted_kinds if self.may_be_named(kind)][:1]
        while True:
            if self.allowed(to, cards, places, asked):
                return True
            if len(asked) >= self.alphabet.most_wanted or not kinds:
                return False
            asked.append(kinds[0])

    def allowed(self, to: int, cards: list[int], places: list[int], wants: list[int]) -> bool:
        if not cards and not wants:
            return False
        if self.unruled:
            return True
        offer = MakeOffer(self.seat, to, tuple(cards), tuple(places), tuple(wants), self.answers)
        return offer_allowed(self.table, offer)

    def may_be_named(self, card: int) -> bool:
        return not self.forbidden or KIND_OF[card] not in self.forbidden

    # --- saying it -----------------------------------------------------------------------------------------

    def say(self, token: int) -> Action | None:
        alphabet = self.alphabet
        if self.stage == ANSWERS:
            offer = self.table.offers[alphabet.offers.value(token)]
            self.answers, self.to = offer.number, offer.seat
            self.stage = ADDRESSEE
        elif self.stage == ADDRESSEE:
            self.to = alphabet.seat_of(self.seat, token)
            self.stage = PLACES
        elif self.stage == PLACES:
            if token == alphabet.end:
                self.stage = WANTS
            else:
                self.place = alphabet.places.value(token)
                self.stage = CARDS
        elif self.stage == CARDS:
            self.cards.append(alphabet.cards.value(token))
            self.places.append(self.place)
            self.stage = PLACES
        elif token == alphabet.end:
            return MakeOffer(self.seat, self.to, tuple(self.cards), tuple(self.places), tuple(self.wants), self.answers)
        else:
            self.wants.append(alphabet.wants.value(token))
        return None


# --- calls -------------------------------------------------------------------------------------------------


@final
class CallDraft(Draft):
    """A call: what one has, `end`, what one wants, `end`; or one half of it."""

    def __init__(self, alphabet: Alphabet, table: Table, seat: int, names_had: bool, names_wanted: bool) -> None:
        super().__init__(alphabet, table, seat)
        self.has: list[int] = []
        self.wants: list[int] = []
        self.had = not names_had
        """What one has, has been said."""
        self.names_wanted = names_wanted

    def tokens(self) -> list[int]:
        alphabet = self.alphabet
        named = self.wants if self.had else self.has
        found: list[int] = []
        if len(named) < alphabet.most_called:
            for kind in self.table.wanted_kinds:
                if not named or kind >= named[-1]:
                    found.append(alphabet.wants.token(kind) if self.had else alphabet.has.token(kind))
        if named:
            found.append(alphabet.end)
        found.sort()
        return found

    def say(self, token: int) -> Action | None:
        if token != self.alphabet.end:
            if self.had:
                self.wants.append(self.alphabet.wants.value(token))
            else:
                self.has.append(self.alphabet.has.value(token))
            return None
        if not self.had and self.names_wanted:
            self.had = True
            return None
        return Call(self.seat, tuple(self.has), tuple(self.wants))


# --- discards ----------------------------------------------------------------------------------------------


def discarded(table: Table, row: Row) -> tuple[int, ...]:
    """What a harvest of this row discards (K6)."""
    return row[: len(row) - worth(table, row)]


def is_mixed(cards: tuple[int, ...]) -> bool:
    return any(card != cards[0] for card in cards)


def opens_discards(table: Table, seat: int) -> bool:
    """Is there a harvest whose discards this seat can put into another order (K12)?"""
    if table.rules.discards is not None:
        return False
    for row in table.fields[seat]:
        if is_mixed(row):
            return bool(orderable(table, seat))
    return False


def orderable(table: Table, seat: int) -> list[int]:
    """The fields that this seat may harvest and whose discards are of several kinds."""
    if table.over:
        return []
    rows = table.fields[seat]
    return [
        field
        for field in FIELDS_IN[harvestable(table, table.decision, seat)]
        if is_mixed(discarded(table, rows[field]))
    ]


def chosen_discards(table: Table, seat: int) -> list[Action]:
    """The harvests with chosen discards that a game's own rule allows (K12)."""
    found: list[Action] = []
    rule = table.rules.discards
    if rule is not None:
        for field in FIELDS_IN[harvestable(table, table.decision, seat)]:
            row = table.fields[seat][field]
            if is_mixed(row):
                for order in orders(row):
                    if not rule(table, seat, field, order):
                        found.append(Harvest(seat, field, order))
    return found


def orders(row: Row) -> list[tuple[int, ...]]:
    """The different sequences of some of these cards, the short ones first."""
    found: list[tuple[int, ...]] = []
    last: list[tuple[int, ...]] = [()]
    for _ in range(len(row)):
        longer: list[tuple[int, ...]] = []
        for order in last:
            for card in kinds_among(row):
                if order.count(card) < row.count(card):
                    longer.append((*order, card))
        found.extend(longer)
        last = longer[:MOST_ORDERS]
    return found


@final
class DiscardDraft(Draft):
    """A harvest with the order of its discards: the field, each card, `end`."""

    def __init__(self, alphabet: Alphabet, table: Table, seat: int) -> None:
        super().__init__(alphabet, table, seat)
        self.field = -1
        self.rest: list[int] = []
        self.order: list[int] = []

    def tokens(self) -> list[int]:
        alphabet = self.alphabet
        if self.field < 0:
            found = [alphabet.fields.token(field) for field in orderable(self.table, self.seat)]
        elif self.rest:
            found = [alphabet.discards.token(card) for card in kinds_among(self.rest)]
        else:
            found = [alphabet.end]
        found.sort()
        return found

    def say(self, token: int) -> Action | None:
        if self.field < 0:
            self.field = self.alphabet.fields.value(token)
            self.rest = list(discarded(self.table, self.table.fields[self.seat][self.field]))
        elif self.rest:
            card = self.alphabet.discards.value(token)
            self.rest.remove(card)
            self.order.append(card)
        else:
            return Harvest(self.seat, self.field, tuple(self.order))
        return None
