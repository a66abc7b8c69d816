"""Bohnanza (B1-B10), the base of the other games of the family."""

from typing import Final

from tobean.games.bohnanza.cards import BEANS
from tobean.kernel.actions import Action, BuyField
from tobean.kernel.component import Options
from tobean.kernel.errors import Illegal
from tobean.kernel.events import DEALT_HAND
from tobean.kernel.message_args import SeatArg
from tobean.kernel.phases.planting import PLANT_DUE, PLANT_FIRST
from tobean.kernel.phases.scoring import most_thalers_then_furthest
from tobean.kernel.phases.trading import TRADING
from tobean.kernel.phases.turn import BEFORE_DRAWING, BEFORE_TURNING_OVER, NEXT_PLAYER, START_TURN
from tobean.kernel.rules import AnytimeRule, Option, Rules
from tobean.kernel.state.hands import add_drawn_card
from tobean.kernel.state.harvest import buy_field
from tobean.kernel.state.piles import Draw, TurnOver, draw_card
from tobean.kernel.table import Table

THIRD_FIELD_PRICE: Final = 3


class BuyThirdField(AnytimeRule):
    """The optional third field: once, at any time, for three thalers (B10)."""

    def enabled(self, options: Options) -> bool:
        return bool(options["third_field"])

    def handles(self, action: Action) -> bool:
        return isinstance(action, BuyField)

    def check(self, table: Table, action: Action) -> None:
        if not self.enabled(table.options):
            raise Illegal("B10", "At this table no third field is for sale.")
        if table.decision.blocks_interrupts:
            raise Illegal("B10", "No field can be bought at this moment.")
        if len(table.fields[action.seat]) >= 3:
            raise Illegal("B10", "{seat} has three fields already.", seat=SeatArg(action.seat))
        if len(table.thalers[action.seat]) < THIRD_FIELD_PRICE:
            raise Illegal("B10", "A third field costs {price} thalers.", price=THIRD_FIELD_PRICE)

    def take(self, table: Table, action: Action) -> None:
        buy_field(table, action.seat, THIRD_FIELD_PRICE)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if table.decision.blocks_interrupts or len(table.fields[seat]) >= 3:
            return []
        return [BuyField(seat)] if len(table.thalers[seat]) >= THIRD_FIELD_PRICE else []


def deal_hands(table: Table) -> None:
    """Deal five cards each, seat by seat from the starting player (B2)."""
    for step in range(table.players):
        seat = (table.start + step) % table.players
        for _ in range(table.rules.hand_size):
            add_drawn_card(table, seat, draw_card(table))
        if table.events is not None:
            hand = tuple(table.hands[seat])
            table.events.append(DEALT_HAND.of(seat=seat, cards=hand, cards_for=1 << seat))
    table.agenda.append(START_TURN)


RULES: Final = Rules(
    name="bohnanza",
    title="Bohnanza",
    edition="AMIGO 01661 (v5), rules 1",
    display_order=1,
    prefixes=("K", "T", "I", "O", "B"),
    beans=BEANS,
    players=(3, 4, 5),
    fields=(3, 2, 2),  # B1
    max_fields=3,
    opens_field="third_field",  # B10
    fields_rule="B1",
    planting_rule="B3",
    trading_rule="B4",
    due_cards_rule="B5",
    buying_rule="B10",
    hand_size=5,  # B2
    last_run_out=(3, 3, 3),  # B7
    turn=(
        PLANT_FIRST,  # B3
        BEFORE_TURNING_OVER,
        TurnOver(2),  # B4
        TRADING,
        PLANT_DUE,  # B5
        BEFORE_DRAWING,
        Draw(3),  # B6
        NEXT_PLAYER,
    ),
    setup=deal_hands,
    score=most_thalers_then_furthest,  # B8, B9
    options=(
        Option("third_field", False, "each may once buy a third field for three thalers (4 or 5 players)", "B10"),
    ),
    anytime_rules=(BuyThirdField(),),
)
