"""Planting: from the front of the hand, and due cards after trading."""

from typing import Final

from tobean.kernel.actions import Action, Pass, Plant
from tobean.kernel.agenda import Decision, PromptContext, Step, register_step
from tobean.kernel.cards import SINGLE_CARD
from tobean.kernel.chance import Chance
from tobean.kernel.errors import Illegal
from tobean.kernel.events import PASSED, PLANTED
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_locations import ASIDE, FRONT, TURNED
from tobean.kernel.notation.parameters import Parameter
from tobean.kernel.state.action_cache import FIELDS_BY_MASK, HARVEST_ACTIONS, PASS_ACTIONS, planting
from tobean.kernel.state.hands import remove_card, remove_from_hand, tuple_without
from tobean.kernel.state.harvest import harvestable, no_field
from tobean.kernel.state.position import Position
from tobean.kernel.table import Table


def fields_for(table: Table, seat: int, card: int) -> list[int]:
    """Return the fields that accept this card. The list must not be modified."""
    return FIELDS_BY_MASK[table.rules.field_rules.accepting_fields(table, seat, card)]


def names_place(action: Plant, position: Position) -> bool:
    """Whether the label of this planting should mention the place of the card, because it makes a difference."""
    if action.place == FRONT:
        return False
    is_in_both = action.card in position.turned and action.card in position.aside[action.seat]
    return is_in_both and position.agenda[-1].distinguishes_turned_from_aside(position.component)


def check_field(table: Table, seat: int, card: int, field: int) -> None:
    rows = table.fields[seat]
    if not 0 <= field < len(rows):
        raise no_field(table, field, len(rows))
    field_rules = table.rules.field_rules
    accepting = field_rules.accepting_fields(table, seat, card)
    if accepting >> field & 1:
        return
    field_rules.raise_planting_error(table, seat, card, field)
    for row in rows:
        if row and row[-1] == card:
            raise Illegal(
                "K3",
                "{card} cannot go onto field {field}, where {other} grows.",
                card=KindArg(card),
                field=field + 1,
                other=KindArg(rows[field][-1]),
            )
    if accepting:
        raise Illegal("K5", "{card} is a new kind here and needs an empty field.", card=KindArg(card))
    raise Illegal("K5", "There is no room for {card}: harvest a field first.", card=KindArg(card))


def plant(table: Table, seat: int, card: int, field: int) -> None:
    rows = table.fields[seat]
    rows[field] = rows[field] + SINGLE_CARD[card]
    if table.events is not None:
        table.events.append(PLANTED.of(seat=seat, field=field, cards=(card,)))


def sample_front(table: Table, decision: Step, seat: int, may_pass: int, chance: Chance) -> Action:
    """Sample planting the front card, a harvest, an anytime action or, if `may_pass` is 1, a pass, all equally."""
    anytime_count = table.count_anytime_actions(seat)
    front = table.hands[seat][0]
    fields = fields_for(table, seat, front)
    harvests = FIELDS_BY_MASK[harvestable(table, decision, seat)]
    pick = chance.randbelow(len(fields) + len(harvests) + anytime_count + may_pass)
    if pick < len(fields):
        return planting(seat, front, FRONT, fields[pick])
    pick -= len(fields)
    if pick < len(harvests):
        return HARVEST_ACTIONS[seat][harvests[pick]]
    pick -= len(harvests)
    return table.anytime_action_at(seat, pick) if pick < anytime_count else PASS_ACTIONS[seat]


class PlantFromHand(Decision):
    """Phase 1: the front card must be planted, the next one may be; never a third.

    With an empty hand there is nothing to do.
    """

    NAME = "plant from hand"
    PARAMETERS = (Parameter("planted", 0, maximum=1),)

    def __init__(self, planted: int) -> None:
        super().__init__(1)
        self.planted = planted
        """Number of cards planted in this phase."""
        self.must_plant_front = planted == 0

    def prompt_key(self, position: PromptContext) -> str:
        return "plant from hand, second" if self.planted else self.NAME

    def done(self, table: Table) -> bool:
        return not table.hands[table.active]

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal(table.rules.planting_rule, "{active} is planting now.", active=SeatArg(table.active))
        if isinstance(action, Plant):
            front = table.hands[table.active][0]
            if action.place != FRONT or action.card != front:
                raise Illegal(table.rules.planting_rule, "You can plant only the front card of your hand now.")
            check_field(table, action.seat, front, action.field)
        elif isinstance(action, Pass):
            if self.planted == 0:
                raise Illegal(table.rules.planting_rule, "You must plant the front card of your hand.")
        else:
            raise Illegal(table.rules.planting_rule, "Now you plant from your hand.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Plant):
            if self.planted == 0:
                table.agenda[-1] = PLANT_SECOND
            else:
                table.agenda.pop()
            remove_from_hand(table, action.seat, 0)
            plant(table, action.seat, action.card, action.field)
        else:
            table.agenda.pop()
            if table.events is not None:
                table.events.append(PASSED.of(seat=action.seat))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        actions: list[Action] = []
        if seat == table.active:
            front = table.hands[seat][0]
            for field in fields_for(table, seat, front):
                actions.append(planting(seat, front, FRONT, field))
            if self.planted:
                actions.append(PASS_ACTIONS[seat])
        return actions

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        if seat != table.active:
            return chance.choice(table.legal_actions(seat))
        return sample_front(table, self, seat, self.planted, chance)


PLANT_FIRST: Final = PlantFromHand(0)
PLANT_SECOND: Final = PlantFromHand(1)
register_step(PlantFromHand)


class PlantDue(Decision):
    """Phase 3: all players plant the cards set aside, and the active player also the remaining turned-over ones.

    The active player is first, the others follow clockwise (O1); each chooses the order of the cards.
    """

    NAME = "plant due"

    def __init__(self) -> None:
        super().__init__(3)

    def done(self, table: Table) -> bool:
        if table.turned:
            return False
        for cards in table.aside:  # noqa: SIM110 (a loop compiles to faster code)
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
            raise Illegal("O1", "{seat} plants first.", seat=SeatArg(seat))
        if not isinstance(action, Plant):
            raise Illegal(table.rules.due_cards_rule, "All cards set aside or turned over must be planted now.")
        if action.place == TURNED:
            if seat != table.active or action.card not in table.turned:
                raise Illegal(
                    table.rules.due_cards_rule, "There is no turned-over {card} to plant.", card=KindArg(action.card)
                )
        elif action.place == ASIDE:
            if action.card not in table.aside[seat]:
                raise Illegal(table.rules.due_cards_rule, "You have no {card} set aside.", card=KindArg(action.card))
        else:
            raise Illegal(
                table.rules.due_cards_rule,
                "In phase 3 only cards set aside or turned over are planted, none from the hand.",
            )
        check_field(table, seat, action.card, action.field)

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Plant):
            if action.place == TURNED:
                remove_card(table.turned, action.card)
            else:
                table.aside[action.seat] = tuple_without(table.aside[action.seat], action.card)
            plant(table, action.seat, action.card, action.field)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        actions: list[Action] = []
        if seat != self.awaited(table):
            return actions
        if seat == table.active:
            add_plantings(table, seat, tuple(table.turned), TURNED, actions)
        add_plantings(table, seat, table.aside[seat], ASIDE, actions)
        return actions

    def sample(self, table: Table, seat: int, chance: Chance) -> Action:
        # Samples a due card first, then one of the fields that accept it, or a harvest.
        turned = len(table.turned) if seat == table.active else 0
        if turned == 0 and seat != self.awaited(table):
            return chance.choice(table.legal_actions(seat))
        pick = chance.randbelow(turned + len(table.aside[seat]))
        if pick < turned:
            place, card = TURNED, table.turned[pick]
        else:
            place, card = ASIDE, table.aside[seat][pick - turned]
        fields = fields_for(table, seat, card)
        harvests = FIELDS_BY_MASK[harvestable(table, self, seat)]
        pick = chance.randbelow(len(fields) + len(harvests) + table.count_anytime_actions(seat))
        if pick < len(fields):
            return planting(seat, card, place, fields[pick])
        pick -= len(fields)
        return (
            HARVEST_ACTIONS[seat][harvests[pick]]
            if pick < len(harvests)
            else table.anytime_action_at(seat, pick - len(harvests))
        )


def add_plantings(table: Table, seat: int, cards: tuple[int, ...], place: int, actions: list[Action]) -> None:
    """Append all ways to plant one of these cards, each kind once."""
    seen_kinds = 0
    for card in cards:
        if seen_kinds >> card & 1:
            continue
        seen_kinds |= 1 << card
        for field in fields_for(table, seat, card):
            actions.append(planting(seat, card, place, field))


PLANT_DUE: Final = PlantDue()
register_step(PlantDue)
