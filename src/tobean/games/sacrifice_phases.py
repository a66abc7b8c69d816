"""What sacrifice cards do to phase 1 (D11, D12), and the moment before the draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from tobean.games.bohnedikt_cards import SHOWN, is_sacrifice
from tobean.games.knowledge import Lack, with_fact
from tobean.games.monastery import monastery
from tobean.games.sacrifices import discard_sacrifice, draw_sacrifice, possesses, ways_to_sacrifice
from tobean.kernel.actions import FRONT, PASSES, Action, Pass, Plant, planting, seat_name
from tobean.kernel.cards import kind_named, name_of
from tobean.kernel.errors import Illegal
from tobean.kernel.events import Event
from tobean.kernel.hands import leave
from tobean.kernel.planting import check_field, fields_for, plant, sample_front
from tobean.kernel.steps import Decision, vocabulary
from tobean.kernel.turn import LastChance
from tobean.kernel.words import VERBS

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table


@final
@mypyc_attr(acyclic=True)
class DropSacrifice(Action):
    """Discard the sacrifice card in front of the hand, without having both its kinds (D11)."""

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card

    def words(self) -> str:
        return f"drop {name_of(self.card)}"


def read_drop(seat: int, rest: str, names: Sequence[str]) -> Action:
    return DropSacrifice(seat, kind_named(rest))


VERBS["drop"] = read_drop


class PlantBehindSacrifice(Decision):
    """Phase 1: as in Bohnanza, but a sacrifice card in front has to go first (B3, D11, D12).

    `count` is 0 before the first bean, 1 when a second one may be planted, 2 when it must be.
    """

    def __init__(self, count: int) -> None:
        super().__init__("plant or sacrifice", phase=1, count=count)

    def done(self, table: Table) -> bool:
        # Without a bean the sacrifice card stays (D12).
        return len(table.hands[table.active]) < 2

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal("B3", "{active} is planting now.", active=seat_name(table.active))
        front = table.hands[action.seat][0]
        if isinstance(action, Plant):
            if is_sacrifice(front):
                raise Illegal("D11", "The sacrifice card in front must be played or discarded first.")
            if action.place != FRONT or action.card != front:
                raise Illegal("B3", "Only the front card of the hand can be planted now.")
            check_field(table, action.seat, front, action.field)
        elif isinstance(action, Pass):
            if self.count == 0:
                raise Illegal("B3", "The first card of the hand must be planted.")
            if self.count == 2:
                raise Illegal("D11", "The card that was behind the sacrifice card must be planted now.")
        elif isinstance(action, DropSacrifice):
            if not is_sacrifice(front) or action.card != front:
                raise Illegal("D11", "Only the sacrifice card in front of the hand is discarded.")
            if possesses(table, action.seat):
                raise Illegal("D11", "Both kinds of the sacrifice card are there: it must be played.")
        else:
            raise Illegal("B3", "In phase 1 the active player plants from the hand.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Plant):
            table.agenda.pop()
            if self.count == 0:
                table.agenda.append(PHASE_ONE[1])
            leave(table, action.seat, 0)
            plant(table, action.seat, action.card, action.field)
        elif isinstance(action, DropSacrifice):
            table.agenda.pop()
            table.agenda.append(PHASE_ONE[0] if self.count == 0 else PHASE_ONE[2])
            drop_sacrifice(table, action.seat)
        else:
            table.agenda.pop()
            if table.events is not None:
                table.events.append(Event("passed", seat=action.seat))

    def options(self, table: Table, seat: int) -> list[Action]:
        found: list[Action] = []
        if seat != table.active:
            return found
        front = table.hands[seat][0]
        if not is_sacrifice(front):
            for field in fields_for(table, seat, front):
                found.append(planting(seat, front, FRONT, field))
        elif not possesses(table, seat):
            found.append(DropSacrifice(seat, front))
        elif self.count == 0:
            found.extend(ways_to_sacrifice(table, seat))
        if self.count == 1:
            found.append(PASSES[seat])
        return found

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        if seat != table.active or is_sacrifice(table.hands[seat][0]):
            return chance.choice(table.legal_actions(seat))
        return sample_front(table, seat, 1 if self.count == 1 else 0, chance)


def drop_sacrifice(table: Table, seat: int) -> None:
    """All see that one of the two kinds is missing (I2)."""
    component = monastery(table)
    card = leave(table, seat, 0)
    reach = len(table.hands[seat])
    component.lacks = with_fact(component.lacks, Lack(seat, SHOWN[card], reach))
    discard_sacrifice(table, card)
    if table.events is not None:
        table.events.append(Event("discarded sacrifice", seat=seat, cards=(card,)))
    draw_sacrifice(table, seat)


PHASE_ONE: Final[list[PlantBehindSacrifice]] = [PlantBehindSacrifice(count) for count in range(3)]
vocabulary("plant or sacrifice", lambda count: PHASE_ONE[count])


# --- before the draw ---------------------------------------------------------------------------------------


class SacrificeOrDraw(LastChance):
    """The end of phase 3: a sacrifice now, or after the draw, puts the new sacrifice card at another place (D8, D9).

    Others are free to wait; but when there is nothing to draw any more the game is about to end, for them too.
    """

    def done(self, table: Table) -> bool:
        for seat in range(table.players):
            if (seat == table.active or table.no_pile) and len(table.hands[seat]) > 2:
                return False
        return super().done(table)


SACRIFICE_OR_DRAW: Final = SacrificeOrDraw("sacrifice or draw", 4, 4)
vocabulary("sacrifice or draw", lambda count: SacrificeOrDraw("sacrifice or draw", 4, count))
