"""The garden: pruning, and whether it has been done this turn (S2, S3)."""

from typing import Final

from tobean.kernel.actions import Action, register_action
from tobean.kernel.agenda import Step, register_step
from tobean.kernel.component import Component, Options
from tobean.kernel.errors import BadInput, Illegal
from tobean.kernel.events import CARDS, DREW, FIELD, SEAT, EventKind
from tobean.kernel.message_args import SeatArg
from tobean.kernel.notation.parameters import FlagParameter, field_parameter
from tobean.kernel.notation.syntax import ActionSyntax
from tobean.kernel.rules import AnytimeRule
from tobean.kernel.state.hands import add_drawn_card
from tobean.kernel.state.harvest import no_field, row_payout
from tobean.kernel.state.piles import draw_card
from tobean.kernel.table import Table
from tobean_bohnsai.cards import BONSAI

PRUNED: Final = EventKind("pruned", SEAT, FIELD, CARDS)
YES_OR_NO: Final = FlagParameter("pruned")
SMALLEST_ROW: Final = 2
"""Minimum number of cards on a field to be pruned."""
SMALLEST_PILE: Final = 2
"""Minimum number of cards in the draw pile to draw one: neither seeds nor shears exhaust it."""


class Garden(Component):
    """Whether the active player has pruned this turn. All may know it."""

    ATTRIBUTES = ("pruned",)

    def __init__(self, pruned: bool = False) -> None:
        self.pruned = pruned

    def copy(self) -> Component:
        return Garden(self.pruned)

    def entries(self) -> dict[str, str]:
        return {"pruned": YES_OR_NO.text(self.pruned)}

    def read(self, found: dict[str, str]) -> None:
        if "pruned" not in found:
            raise BadInput("the entry {key!r} is missing", key="pruned")
        self.pruned = YES_OR_NO.read(found.pop("pruned"))


def new_garden(players: int, options: Options) -> Component:
    return Garden()


def garden_of(table: Table) -> Garden:
    assert isinstance(table.component, Garden)
    return table.component


class ResetPruned(Step):
    """Resets the pruning limit at the start of a turn (S3)."""

    NAME = "reset pruned"

    def run(self, table: Table) -> None:
        garden_of(table).pruned = False


register_step(ResetPruned)


class Prune(Action):
    """Cut the last card off an own field, and draw one (S3)."""

    VERB = "prune"
    EXAMPLES = ("prune 2",)
    PARAMETERS = (field_parameter(),)
    SYNTAX = (ActionSyntax("prune {field}"),)

    def __init__(self, seat: int, field: int) -> None:
        self.seat = seat
        self.field = field


register_action(Prune)


class Pruning(AnytimeRule):
    """Once in each own turn, at any decision of it (S3)."""

    def handles(self, action: Action) -> bool:
        return isinstance(action, Prune)

    def check(self, table: Table, action: Action) -> None:
        assert isinstance(action, Prune)
        rows = table.fields[action.seat]
        if not 0 <= action.field < len(rows):
            raise no_field(table, action.field, len(rows))
        if action.seat != table.active:
            raise Illegal("S3", "Only {active} can prune: it is their turn.", active=SeatArg(table.active))
        if garden_of(table).pruned:
            raise Illegal("S3", "{seat} has pruned this turn already.", seat=SeatArg(action.seat))
        if len(rows[action.field]) < SMALLEST_ROW:
            raise Illegal("S3", "Field {field} has fewer than two cards.", field=action.field + 1)
        if table.draw_size < SMALLEST_PILE:
            raise Illegal("S3", "The draw pile has fewer than two cards.")

    def take(self, table: Table, action: Action) -> None:
        assert isinstance(action, Prune)
        garden_of(table).pruned = True
        rows = table.fields[action.seat]
        cut = rows[action.field][-1]
        rows[action.field] = rows[action.field][:-1]
        table.discard.append(cut)
        if table.events is not None:
            table.events.append(PRUNED.of(seat=action.seat, field=action.field, cards=(cut,)))
        draw(table, action.seat)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != table.active or garden_of(table).pruned or table.draw_size < SMALLEST_PILE:
            return []
        return [Prune(seat, field) for field, row in enumerate(table.fields[seat]) if len(row) >= SMALLEST_ROW]


def draw(table: Table, seat: int) -> None:
    """Draw a card to the back of this seat's hand; the others do not see it (K2, I1)."""
    card = draw_card(table)
    add_drawn_card(table, seat, card)
    if table.events is not None:
        table.events.append(DREW.of(seat=seat, cards=(card,), cards_for=1 << seat))


def sow(table: Table, seat: int, field: int, row: tuple[int, ...]) -> None:
    """After a bonsai harvest, draw a card for every thaler, while the pile has enough cards (S2)."""
    if row[-1] == BONSAI:
        for _ in range(row_payout(table, row)):
            if table.draw_size >= SMALLEST_PILE:
                draw(table, seat)
