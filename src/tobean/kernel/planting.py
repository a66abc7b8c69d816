"""Planting: from the front of the hand (B3), and the cards that are due after trading (B5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import Action, Pass, Plant
from tobean.kernel.blanks import KindBlank, SeatBlank
from tobean.kernel.cards import ALONE
from tobean.kernel.errors import Illegal
from tobean.kernel.events import PASSED, PLANTED
from tobean.kernel.hands import leave, take_out, without
from tobean.kernel.harvest import harvestable, no_field
from tobean.kernel.places import ASIDE, FRONT, TURNED
from tobean.kernel.shared import FIELDS_IN, HARVESTS, PASSES, planting
from tobean.kernel.steps import Decision, Position, Step, register_step
from tobean.kernel.values import Value

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.position import Position as Seen
    from tobean.kernel.table import Table


def fields_for(table: Table, seat: int, card: int) -> list[int]:
    """The fields that take this card. Not to be changed."""
    return FIELDS_IN[table.rules.farming.taking(table, seat, card)]


def names_place(action: Plant, seen: Seen) -> bool:
    """Whether a label of this planting says where the card lies: only if that makes a difference."""
    if action.place == FRONT:
        return False
    lies_twice = action.card in seen.turned and action.card in seen.aside[action.seat]
    return lies_twice and seen.agenda[-1].tells_due_apart(seen.component)


def check_field(table: Table, seat: int, card: int, field: int) -> None:
    rows = table.fields[seat]
    if not 0 <= field < len(rows):
        raise no_field(table, field, len(rows))
    farming = table.rules.farming
    fits = farming.taking(table, seat, card)
    if fits >> field & 1:
        return
    farming.refuse(table, seat, card, field)
    for row in rows:
        if row and row[-1] == card:
            raise Illegal(
                "K3",
                "{card} cannot go onto field {field}, where {other} grows.",
                card=KindBlank(card),
                field=field + 1,
                other=KindBlank(rows[field][-1]),
            )
    if fits:
        raise Illegal("K5", "{card} is a new kind here and needs an empty field.", card=KindBlank(card))
    raise Illegal("K5", "There is no room for {card}: harvest a field first.", card=KindBlank(card))


def plant(table: Table, seat: int, card: int, field: int) -> None:
    rows = table.fields[seat]
    rows[field] = rows[field] + ALONE[card]
    if table.events is not None:
        table.events.append(PLANTED.of(seat=seat, field=field, cards=(card,)))


def sample_front(table: Table, decision: Step, seat: int, may_pass: int, chance: Chance) -> Action:
    """Plant the front card somewhere, harvest, do a standing act or, if `may_pass` is 1, pass: all equally likely."""
    extra = table.count_standing(seat)
    front = table.hands[seat][0]
    fits = fields_for(table, seat, front)
    harvests = FIELDS_IN[harvestable(table, decision, seat)]
    pick = chance.below(len(fits) + len(harvests) + extra + may_pass)
    if pick < len(fits):
        return planting(seat, front, FRONT, fits[pick])
    pick -= len(fits)
    if pick < len(harvests):
        return HARVESTS[seat][harvests[pick]]
    pick -= len(harvests)
    return table.standing_action(seat, pick) if pick < extra else PASSES[seat]


class PlantFromHand(Decision):
    """Phase 1: the front card must be planted, the next one may be; never a third (B3).

    With an empty hand there is nothing to do.
    """

    NAME = "plant from hand"
    VALUES = (Value("planted", 0, most=1),)

    def __init__(self, planted: int) -> None:
        super().__init__(1)
        self.planted = planted
        """How many have been planted in this phase."""
        self.must_plant_front = planted == 0

    def question(self, position: Position) -> str:
        return "plant from hand, second" if self.planted else self.NAME

    def done(self, table: Table) -> bool:
        return not table.hands[table.active]

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal("B3", "{active} is planting now.", active=SeatBlank(table.active))
        if isinstance(action, Plant):
            front = table.hands[table.active][0]
            if action.place != FRONT or action.card != front:
                raise Illegal("B3", "You can plant only the front card of your hand now.")
            check_field(table, action.seat, front, action.field)
        elif isinstance(action, Pass):
            if self.planted == 0:
                raise Illegal("B3", "You must plant the front card of your hand.")
        else:
            raise Illegal("B3", "Now you plant from your hand.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Plant):
            if self.planted == 0:
                table.agenda[-1] = PLANT_SECOND
            else:
                table.agenda.pop()
            leave(table, action.seat, 0)
            plant(table, action.seat, action.card, action.field)
        else:
            table.agenda.pop()
            if table.events is not None:
                table.events.append(PASSED.of(seat=action.seat))

    def options(self, table: Table, seat: int) -> list[Action]:
        found: list[Action] = []
        if seat == table.active:
            front = table.hands[seat][0]
            for field in fields_for(table, seat, front):
                found.append(planting(seat, front, FRONT, field))
            if self.planted:
                found.append(PASSES[seat])
        return found

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        if seat != table.active:
            return chance.choice(table.legal_actions(seat))
        return sample_front(table, self, seat, self.planted, chance)


PLANT_FIRST: Final = PlantFromHand(0)
PLANT_SECOND: Final = PlantFromHand(1)
register_step(PlantFromHand)


class PlantDue(Decision):
    """Phase 3: everyone plants the cards set aside, the active player also those turned over and left (B5).

    The active player first, the others clockwise (O1); each in the order they like.
    """

    NAME = "plant due"

    def __init__(self) -> None:
        super().__init__(3)

    def done(self, table: Table) -> bool:
        if table.turned:
            return False
        for cards in table.aside:  # noqa: SIM110
            if cards:
                return False
        return True

    def awaited(self, table: Table) -> int:
        if table.turned:
            return table.active
        seat = table.active
        while not table.aside[seat]:
            seat = seat + 1 if seat + 1 < table.players else 0
            if seat == table.active:
                break
        return seat

    def check(self, table: Table, action: Action) -> None:
        seat = self.awaited(table)
        if action.seat != seat:
            raise Illegal("O1", "{seat} plants first.", seat=SeatBlank(seat))
        if not isinstance(action, Plant):
            raise Illegal("B5", "All cards set aside or turned over must be planted now.")
        if action.place == TURNED:
            if seat != table.active or action.card not in table.turned:
                raise Illegal("B5", "There is no turned-over {card} to plant.", card=KindBlank(action.card))
        elif action.place == ASIDE:
            if action.card not in table.aside[seat]:
                raise Illegal("B5", "You have no {card} set aside.", card=KindBlank(action.card))
        else:
            raise Illegal("B5", "In phase 3 only cards set aside or turned over are planted, none from the hand.")
        check_field(table, seat, action.card, action.field)

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Plant):
            if action.place == TURNED:
                take_out(table.turned, action.card)
            else:
                table.aside[action.seat] = without(table.aside[action.seat], action.card)
            plant(table, action.seat, action.card, action.field)

    def options(self, table: Table, seat: int) -> list[Action]:
        found: list[Action] = []
        if seat != self.awaited(table):
            return found
        if seat == table.active:
            add_plantings(table, seat, tuple(table.turned), TURNED, found)
        add_plantings(table, seat, table.aside[seat], ASIDE, found)
        return found

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        # One due card at random first, then one of the fields that take it, or a harvest.
        turned = len(table.turned) if seat == table.active else 0
        if turned == 0 and seat != self.awaited(table):
            return chance.choice(table.legal_actions(seat))
        pick = chance.below(turned + len(table.aside[seat]))
        if pick < turned:
            place, card = TURNED, table.turned[pick]
        else:
            place, card = ASIDE, table.aside[seat][pick - turned]
        fits = fields_for(table, seat, card)
        harvests = FIELDS_IN[harvestable(table, self, seat)]
        pick = chance.below(len(fits) + len(harvests) + table.count_standing(seat))
        if pick < len(fits):
            return planting(seat, card, place, fits[pick])
        pick -= len(fits)
        return (
            HARVESTS[seat][harvests[pick]]
            if pick < len(harvests)
            else table.standing_action(seat, pick - len(harvests))
        )


def add_plantings(table: Table, seat: int, cards: tuple[int, ...], place: int, found: list[Action]) -> None:
    """All ways to plant one of these cards, each kind once."""
    seen = 0
    for card in cards:
        if seen >> card & 1:
            continue
        seen |= 1 << card
        for field in fields_for(table, seat, card):
            found.append(planting(seat, card, place, field))


PLANT_DUE: Final = PlantDue()
register_step(PlantDue)
