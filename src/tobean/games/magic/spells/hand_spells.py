"""The move spell (R25) and the hand spell (R26), which concern the cards of one's own hand."""

from collections.abc import Mapping

from tobean.games.magic.actions import Cast
from tobean.games.magic.component import Magic, MagicEdition
from tobean.games.magic.events import MOVED_CARD
from tobean.games.magic.magic_phase import BeforeDraw
from tobean.games.magic.spells.anytime_spell import AnytimeSpell
from tobean.games.magic.spells.spell import Spell
from tobean.kernel.actions import Action
from tobean.kernel.agenda import Step
from tobean.kernel.errors import Illegal
from tobean.kernel.state.position import Position
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import HandFact


class MoveSpell(AnytimeSpell):
    """Moves a hand card to another position (R25)."""

    def __init__(self) -> None:
        super().__init__(
            "Move",
            8,
            "R25",
            "At any time in your turn, even after you have drawn in phase 4: move one card of your hand to another "
            "position.",
            labels={"cast move": "Use the {spell}: move hand card {number} to position {to}"},
            previews={"cast, move": "Use the {spell}: {kind} from place {number} to place {to} of the hand"},
        )
        self.add_syntax("cast Move {number:from} {to}")

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        size = len(table.hands[action.seat])
        if not 0 <= action.number < size or not 0 <= action.to < size or action.number == action.to:
            raise Illegal("R25", "Move a card of your hand to another place in the hand.")

    def add_casts(self, table: Table, magic: Magic, seat: int, actions: list[Action]) -> None:
        size = len(table.hands[seat])
        for number in range(size):
            for to in range(size):
                if to != number:
                    actions.append(Cast(seat, self.kind, number=number, to=to))

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        move_card(table, action.seat, action.number, action.to)

    def preview(self, action: Cast, seen: Position) -> tuple[str, Mapping[str, object]] | None:
        return "cast, move", {"kind": seen.hands[action.seat][action.number]}


def move_card(table: Table, seat: int, number: int, to: int) -> None:
    """Move one hand card to another position; open offers and hand facts follow (R25, T7, I2)."""
    hand, origins = table.hands[seat], table.origins[seat]
    hand.insert(to, hand.pop(number))
    origins.insert(to, origins.pop(number))
    table.offers = tuple(
        [
            offer.with_places(offer.cards, [position_after_move(place, number, to) for place in offer.places])
            if offer.seat == seat
            else offer
            for offer in table.offers
        ]
    )
    facts: list[HandFact] = []
    for fact in table.shown:
        reach = fact.reach
        if fact.seat == seat and number < reach <= to:
            reach = to + 1
        elif fact.seat == seat and to < reach <= number:
            reach += 1
        facts.append(HandFact(fact.seat, fact.card, fact.count, reach))
    table.shown = tuple(facts)
    if table.events is not None:
        table.events.append(MOVED_CARD.of(seat=seat, position=number, to=to))


def position_after_move(place: int, number: int, to: int) -> int:
    """Return a hand position after the card at `number` went to `to`."""
    if place < 0:
        return place
    if place == number:
        return to
    if number < place <= to:
        return place - 1
    if to <= place < number:
        return place + 1
    return place


class HandSpell(Spell):
    """Draws five cards instead of three (R26)."""

    def __init__(self) -> None:
        super().__init__(
            "Hand",
            9,
            "R26",
            "Before you draw in phase 4, if no deal was made in this turn, not even a gift: draw five cards instead of "
            "three.",
            previews={"cast, hand": "Use the {spell}: draw five cards instead of three"},
        )

    def is_window(self, edition: MagicEdition, step: Step) -> bool:
        return isinstance(step, BeforeDraw)

    def keeps_window_open(self, table: Table, magic: Magic, step: Step) -> bool:
        return self.is_window(magic.edition, step) and self.is_possible(table, magic, table.active)

    def is_possible(self, table: Table, magic: Magic, seat: int) -> bool:
        return table.deals == 0

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        if not self.is_possible(table, magic, action.seat):
            raise Illegal("R26", "A deal was made in phase 2.")

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        magic.two_more = True
