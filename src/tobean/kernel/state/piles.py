"""The draw pile, drawing from it, and its run-outs (K10, K11, K13).

The order of a shuffled pile is unknown to all, so it is not determined before cards are drawn: the pile is a *bag* from
which each card is drawn at random. On top of the bag there may be a *stack* of cards in a known order (from an explicit
deck or a table text).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.agenda import Step, register_step
from tobean.kernel.events import DREW, RAN_OUT, SHUFFLED, TURNED_OVER
from tobean.kernel.notation.parameters import Parameter
from tobean.kernel.state.hands import add_drawn_card

if TYPE_CHECKING:
    from tobean.kernel.table import Table

END_RUN_OUT: Final = "last run-out"
END_NO_CARDS: Final = "no cards for a new pile"


def fill_bag(table: Table, cards: list[int]) -> None:
    for card in cards:
        table.bag[card] = table.bag[card] + 1
    table.bag_size += len(cards)


def draw_card(table: Table) -> int:
    """Draw the top card. Drawing the last one triggers a new pile before anything else happens (K10)."""
    if table.stack:
        card = table.stack.pop()
        table.chance.record_outcome(card)
    else:
        card = table.chance.pick_among(table.bag, table.bag_size, table.kinds)
        table.bag[card] = table.bag[card] - 1
        table.bag_size -= 1
    if table.bag_size == 0 and not table.stack:
        table.agenda.append(RUN_OUT)
    return card


class RunOut(Step):
    """Count a run-out of the draw pile, and go on to a new pile or to the end (K10)."""

    NAME = "run out"

    def run(self, table: Table) -> None:
        table.run_outs += 1
        is_last = table.run_outs >= table.last_run_out
        if table.events is not None:
            table.events.append(RAN_OUT.of(run_out=table.run_outs, last=int(is_last)))
        if is_last:
            no_new_pile(table, END_RUN_OUT)
            return
        table.agenda.append(MAKE_PILE)
        if table.rules.before_new_pile is not None:
            table.rules.before_new_pile(table)


def no_new_pile(table: Table, reason: str) -> None:
    table.no_pile = True
    table.ending = f"{reason} in phase {table.phase}"


RUN_OUT: Final = RunOut()
register_step(RunOut)


class MakePile(Step):
    """Shuffle the discard pile into a new draw pile; if it is empty, that was the last run-out (K10, K11)."""

    NAME = "make pile"

    def run(self, table: Table) -> None:
        if not table.discard:
            no_new_pile(table, END_NO_CARDS)
            return
        fill_bag(table, table.discard)
        table.discard = []
        table.pile += 1
        if table.events is not None:
            table.events.append(SHUFFLED.of(size=table.bag_size))


MAKE_PILE: Final = MakePile()
register_step(MakePile)


class TurnOver(Step):
    """Phase 2: turn over cards of the draw pile one at a time, as far as there are any (K13).

    If the pile runs out, the remaining cards are turned over afterwards.
    """

    NAME = "turn over"
    PARAMETERS = (Parameter("count", 0),)
    SETS = ("turned",)

    def __init__(self, count: int) -> None:
        super().__init__(2)
        self.count = count

    def run(self, table: Table) -> None:
        if table.no_pile:
            return
        for remaining in range(self.count - 1, -1, -1):
            runs_out = table.draw_size == 1
            if runs_out:
                table.agenda.append(TurnOver(remaining))
            card = draw_card(table)
            table.turned.append(card)
            if table.events is not None:
                table.events.append(TURNED_OVER.of(seat=table.active, cards=(card,)))
            if runs_out:
                return


register_step(TurnOver)


class Draw(Step):
    """Phase 4: draw cards to the back of the hand, one after the other (K2).

    Without a pile the game ends here: immediately if it ran out in this phase, and instead of this phase if it ran out
    before. If it runs out and is renewed, the remaining cards are drawn afterwards.
    """

    NAME = "draw"
    PARAMETERS = (Parameter("count", 0),)

    def __init__(self, count: int) -> None:
        super().__init__(4)
        self.count = count

    def run(self, table: Table) -> None:
        if table.no_pile:
            table.finish()
            return
        for remaining in range(self.count - 1, -1, -1):
            runs_out = table.draw_size == 1
            if runs_out:
                table.agenda.append(Draw(remaining))
            receive_drawn(table, draw_card(table))
            if runs_out:
                return


def receive_drawn(table: Table, card: int) -> None:
    """Put a drawn card into the active player's hand; no other seat sees it (I1)."""
    add_drawn_card(table, table.active, card)
    if table.events is not None:
        table.events.append(DREW.of(seat=table.active, cards=(card,), cards_for=1 << table.active))


register_step(Draw)
