"""Bohnedikt (D1-D16): edicts restrict or help the active player, sacrifice cards plant two beans at once."""

from dataclasses import replace
from typing import Final

from tobean.games.bohnanza.cards import BEANS
from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean.games.bohnedikt.cards import SACRIFICE_PAIRS, SACRIFICES, back_of, is_edict
from tobean.games.bohnedikt.component import GODS_ACRE, MONASTERY_GARDEN, bohnedikt_component, new_component
from tobean.games.bohnedikt.edicts.planting import PLANT_DUE_BY_EDICT
from tobean.games.bohnedikt.edicts.registry import EDICTS, with_edicts
from tobean.games.bohnedikt.edicts.trade_rules import BohnediktTradeRules
from tobean.games.bohnedikt.edicts.trading import EDICT_TRADING
from tobean.games.bohnedikt.edicts.use import EDICTS_LAPSE, READ_EDICTS, UseEdictAtOnce
from tobean.games.bohnedikt.sacrifice_phases import FIRST_BEAN, SACRIFICE_OR_DRAW, PlantBehindSacrifice
from tobean.games.bohnedikt.sacrifices import PlaySacrifice, draw_sacrifice
from tobean.games.bohnedikt.tribute import PayTribute, TributeDue, before_new_pile, rule_against_harvest
from tobean.kernel.agenda import Step
from tobean.kernel.errors import BadCards, Illegal
from tobean.kernel.events import DEALT_HAND
from tobean.kernel.message_args import KindArg
from tobean.kernel.phases.turn import BEFORE_TURNING_OVER, NEXT_PLAYER, START_TURN
from tobean.kernel.state.field_rules import FieldRules
from tobean.kernel.state.hands import add_drawn_card
from tobean.kernel.state.piles import Draw, MakePile, TurnOver, draw_card
from tobean.kernel.state.position import Row
from tobean.kernel.table import Table

MAX_CARDS: Final = 6


def deal_hands(table: Table) -> None:
    """Deal six cards to the right of the starting player, one fewer to each next player; then the sacrifice cards
    (D2)."""
    seats = [(table.start - 1 - step) % table.players for step in range(table.players)]
    for step, seat in enumerate(seats):
        for _ in range(MAX_CARDS - step):
            add_drawn_card(table, seat, draw_card(table))
        if table.events is not None:
            hand = tuple(table.hands[seat])
            table.events.append(DEALT_HAND.of(seat=seat, cards=hand, cards_for=1 << seat))
    component = bohnedikt_component(table)
    for extra in table.rules.extras:
        component.bag[extra.kind] = extra.count
        component.size += extra.count
    if component.size <= table.players:
        raise BadCards("there must be more sacrifice cards than players, not {size}", size=component.size)
    for seat in seats:
        draw_sacrifice(table, seat)
    table.agenda.append(START_TURN)


def kind_in_garden(row: Row) -> int:
    """Return the kind of a row in a monastery garden: that of its first bean other than an edict; -1 if there is
    none (D3)."""
    for card in row:
        if not is_edict(card):
            return card
    return -1


class BohnediktFieldRules(FieldRules):
    """Edicts grow in the garden only, as jokers (D3); elsewhere the kind planted last counts (D10)."""

    def accepting_fields(self, table: Table, seat: int, card: int) -> int:
        if is_edict(card):
            return 1 << MONASTERY_GARDEN
        fields = super().accepting_fields(table, seat, card) & ~(1 << MONASTERY_GARDEN)
        if kind_in_garden(table.fields[seat][MONASTERY_GARDEN]) in (-1, card):
            fields |= 1 << MONASTERY_GARDEN
        return fields

    def raise_planting_error(self, table: Table, seat: int, card: int, field: int) -> None:
        row = table.fields[seat][field]
        if is_edict(card):
            raise Illegal("D3", "An edict can only be planted in the monastery garden, field 1.")
        if field == MONASTERY_GARDEN:
            raise Illegal(
                "D3",
                "In this monastery garden only {card} and edicts can be planted.",
                card=KindArg(kind_in_garden(row)),
            )
        if field == GODS_ACRE:
            raise Illegal("D10", "On this God's acre only {card} can be planted.", card=KindArg(row[len(row) - 1]))

    def harvest_forbidden_by(self, table: Table, decision: Step, seat: int) -> str:
        return rule_against_harvest(table, decision, seat)

    def raise_harvest_error(self, table: Table, decision: Step, seat: int, rule: str) -> None:
        if isinstance(decision, TributeDue):
            decision.refuse(table)


RULES: Final = with_edicts(
    replace(
        BOHNANZA,
        name="bohnedikt",
        title="Bohnedikt",
        edition="AMIGO 01659, rules 1",
        display_order=5,
        prefixes=("K", "T", "I", "O", "B", "D"),
        beans=BEANS,
        opens_field=False,
        fields_rule="D1",
        cards_dealt=(15, 18, 20),  # D2
        turn=(
            PlantBehindSacrifice(FIRST_BEAN),  # D11, D12
            BEFORE_TURNING_OVER,
            TurnOver(2),
            READ_EDICTS,  # D5
            EDICT_TRADING,
            PLANT_DUE_BY_EDICT,
            EDICTS_LAPSE,
            SACRIFICE_OR_DRAW,
            Draw(4),  # D14
            NEXT_PLAYER,
        ),
        nested_steps=(
            UseEdictAtOnce,
            TributeDue,
            PayTribute,
            MakePile,
        ),
        setup=deal_hands,  # D2
        options=(),
        anytime_rules=(PlaySacrifice(),),  # D8
        extras=SACRIFICES,
        hand_extras=tuple(SACRIFICE_PAIRS),  # D7
        back=back_of,
        effect_section="edicts",
        component=new_component,
        # The kernel's harvest reads the top card only, so it fits mixed rows, too (D15).
        field_rules=BohnediktFieldRules(),
        trade_rules=BohnediktTradeRules(),  # D5
        before_new_pile=before_new_pile,  # D16
    ),
    EDICTS,
)
