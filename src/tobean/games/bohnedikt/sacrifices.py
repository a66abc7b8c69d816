"""Sacrifice cards: playing them at any time, and drawing new ones (D7-D9, D13)."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from tobean.games.bohnedikt.cards import SACRIFICE_KINDS, SHOWN, is_sacrifice
from tobean.games.bohnedikt.component import GODS_ACRE, bohnedikt_component
from tobean.games.bohnedikt.events import DREW_SACRIFICE, SACRIFICED, SHUFFLED_SACRIFICES
from tobean.kernel.actions import Action, register_action
from tobean.kernel.cards import sorted_cards
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.notation.parameters import CardsParameter, PlaceParameter
from tobean.kernel.notation.syntax import ActionSyntax
from tobean.kernel.phases.planting import plant
from tobean.kernel.rules import NO_ACTIONS, AnytimeRule
from tobean.kernel.state.hands import NO_PILE, add_to_hand_back, lapse_broken_offers, remove_from_hand, tuple_without
from tobean.kernel.table import Table


@final
@mypyc_attr(acyclic=True)
class Sacrifice(Action):
    """Play one's own sacrifice card: plant these two cards on God's acre, in this order (D9)."""

    VERB = "sacrifice"
    EXAMPLES = ("sacrifice Red@2, aside Green",)
    PARAMETERS = (CardsParameter("cards"), PlaceParameter("places"))
    SYNTAX = (ActionSyntax("sacrifice {cards@places}"),)

    def __init__(self, seat: int, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
        self.seat = seat
        self.cards = cards
        self.places = places


register_action(Sacrifice)


# --- playing a sacrifice card ------------------------------------------------------------------------------


class PlaySacrifice(AnytimeRule):
    """Playing a sacrifice card: possible at any time for a player with both kinds (D8, D9)."""

    def handles(self, action: Action) -> bool:
        return isinstance(action, Sacrifice)

    def check(self, table: Table, action: Action) -> None:
        if not isinstance(action, Sacrifice):
            return
        if table.decision.blocks_interrupts:
            raise Illegal("D8", "At this moment no sacrifice card can be played.")
        required = SHOWN[bohnedikt_component(table).sacrifice_cards[action.seat]]
        if sorted_cards(action.cards) != sorted_cards(required):
            raise Illegal("D8", "The sacrifice card shows other kinds than these.")
        for index in range(2):
            self.check_card(table, action, index)

    def check_card(self, table: Table, action: Sacrifice, index: int) -> None:
        """Check that the seat has this card, twice if it is named twice at the same place (D8)."""
        card, place = action.cards[index], action.places[index]
        needed = 1
        if index == 1 and action.cards[0] == card and action.places[0] == place:
            needed = 2
        if place == TURNED:
            available = table.turned.count(card) if action.seat == table.active else 0
        elif place == ASIDE:
            available = table.aside[action.seat].count(card)
        else:
            hand = table.hands[action.seat]
            available = 1 if 0 <= place < len(hand) and hand[place] == card else 0
        if available < needed:
            raise Illegal(
                "D8", "{seat} has no {card} there for the sacrifice.", seat=SeatArg(action.seat), card=KindArg(card)
            )

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Sacrifice):
            play_sacrifice(table, action)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        return sacrifice_actions(table, seat) if self.count_actions(table, seat) else NO_ACTIONS

    def count_actions(self, table: Table, seat: int) -> int:
        ways = count_ways(table, seat)
        if ways == 0:
            return 0
        decision = table.decision
        if decision.blocks_interrupts:
            return 0
        if decision.must_plant_front and seat == table.active and is_sacrifice(table.hands[seat][0]):
            return 0  # the decision itself offers it (D11)
        return ways

    def action_at(self, table: Table, seat: int, index: int) -> Action:
        return sacrifice_action_at(table, seat, index)

    def is_publicly_possible(self, table: Table, seat: int) -> bool:
        """Return whether the seat has two cards besides the sacrifice card, so that the other players cannot rule it
        out."""
        return len(table.hands[seat]) + len(table.aside[seat]) > 2


def can_sacrifice(table: Table, seat: int) -> bool:
    """Whether this seat has both kinds of its sacrifice card: in the hand, turned over, or set aside (D8)."""
    return count_ways(table, seat) > 0


def count_ways(table: Table, seat: int) -> int:
    """Count the `sacrifice_actions` without creating them: none unless the seat has both kinds (D8)."""
    first, second = SHOWN[bohnedikt_component(table).sacrifice_cards[seat]]
    if first == second:
        return len(sacrifice_actions(table, seat))
    firsts: i64 = 0
    seconds: i64 = 0
    for card in table.hands[seat]:
        if card == first:
            firsts += 1
        elif card == second:
            seconds += 1
    aside = table.aside[seat]
    if aside:
        firsts += 1 if first in aside else 0
        seconds += 1 if second in aside else 0
    if seat == table.active:
        first_turned: i64 = 0
        second_turned: i64 = 0
        for card in table.turned:
            if card == first:
                first_turned = 1
            elif card == second:
                second_turned = 1
        firsts += first_turned
        seconds += second_turned
    return 2 * firsts * seconds


def sacrifice_actions(table: Table, seat: int) -> list[Action]:
    """List all choices of cards and of their order (D9)."""
    first, second = SHOWN[bohnedikt_component(table).sacrifice_cards[seat]]
    actions: list[Action] = []
    second_places = places_of(table, seat, second)
    for place in places_of(table, seat, first):
        for other in second_places:
            if first != second:
                actions.append(Sacrifice(seat, (first, second), (place, other)))
                actions.append(Sacrifice(seat, (second, first), (other, place)))
            elif place != other or (place < 0 and holds_two(table, seat, first, place)):
                actions.append(Sacrifice(seat, (first, second), (place, other)))
    return actions


def sacrifice_action_at(table: Table, seat: int, index: int) -> Action:
    """Return the action at this index of `sacrifice_actions`."""
    first, second = SHOWN[bohnedikt_component(table).sacrifice_cards[seat]]
    if first == second:
        return sacrifice_actions(table, seat)[index]
    second_places = places_of(table, seat, second)
    place = places_of(table, seat, first)[index // 2 // len(second_places)]
    other = second_places[index // 2 % len(second_places)]
    if index % 2 == 0:
        return Sacrifice(seat, (first, second), (place, other))
    return Sacrifice(seat, (second, first), (other, place))


def places_of(table: Table, seat: int, card: int) -> list[int]:
    """Return the locations of cards of a kind that a seat may sacrifice, equal ones once (D8)."""
    places: list[int] = []
    if table.aside[seat] and card in table.aside[seat]:
        places.append(ASIDE)
    if seat == table.active and table.turned and card in table.turned:
        places.append(TURNED)
    hand = table.hands[seat]
    for position in range(len(hand)):
        if hand[position] == card:
            places.append(position)
    return places


def holds_two(table: Table, seat: int, card: int, place: int) -> bool:
    return (table.turned.count(card) if place == TURNED else table.aside[seat].count(card)) >= 2


def play_sacrifice(table: Table, action: Sacrifice) -> None:
    """Discard the sacrifice card, plant both beans at once, and draw a new card (D9)."""
    seat = action.seat
    before = table.offers
    hand = table.hands[seat]
    card = bohnedikt_component(table).sacrifice_cards[seat]
    first, second = action.places
    for position in range(len(hand) - 1, -1, -1):
        if position in (first, second) or hand[position] == card:
            remove_from_hand(table, seat, position)
    for index in range(2):
        if action.places[index] == TURNED:
            table.turned.remove(action.cards[index])
        elif action.places[index] == ASIDE:
            table.aside[seat] = tuple_without(table.aside[seat], action.cards[index])
    discard_sacrifice(table, card)
    if table.events is not None:
        table.events.append(SACRIFICED.of(seat=seat, cards=(card,)))
    for bean in action.cards:
        plant(table, seat, bean, GODS_ACRE)
    lapse_broken_offers(table, before)
    draw_sacrifice(table, seat)


def discard_sacrifice(table: Table, card: int) -> None:
    component = bohnedikt_component(table)
    component.discard += (card,)


def draw_sacrifice(table: Table, seat: int) -> None:
    """Draw a sacrifice card to the back of the hand; drawing the last one makes a new pile (D9, D13)."""
    component = bohnedikt_component(table)
    card = table.chance.pick_among(component.bag, component.size, SACRIFICE_KINDS)
    component.draw(seat, card)
    add_to_hand_back(table, seat, card, NO_PILE)
    if table.events is not None:
        table.events.append(DREW_SACRIFICE.of(seat=seat, cards=(card,), cards_for=1 << seat))
    if component.size == 0:
        for discarded in component.discard:
            component.bag[discarded] += 1
        component.size = len(component.discard)
        component.discard = ()
        component.older_piles = (*component.older_piles, ())
        if table.events is not None:
            table.events.append(SHUFFLED_SACRIFICES.of(size=component.size))
