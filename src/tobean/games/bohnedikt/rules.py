"""Bohnedikt (D1-D16): edicts bind or help the active player, sacrifice cards plant two beans at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tobean.games.bohnanza.cards import BEANS
from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean.games.bohnedikt.cards import EDICTS, SACRIFICES, TWO_KINDS, back_of, is_edict
from tobean.games.bohnedikt.edict_planting import PLANT_DUE_BY_EDICT
from tobean.games.bohnedikt.edict_trading import EDICT_TRADING, EdictSwap
from tobean.games.bohnedikt.edicts import EDICTS_LAPSE, DealingByEdict
from tobean.games.bohnedikt.invoking import READ_EDICTS, AtOnce
from tobean.games.bohnedikt.monastery import GODS_ACRE, MONASTERY_GARDEN, monastery, new_monastery
from tobean.games.bohnedikt.sacrifice_phases import FIRST_BEAN, SACRIFICE_OR_DRAW, PlantBehindSacrifice
from tobean.games.bohnedikt.sacrifices import PlaySacrifice, draw_sacrifice
from tobean.games.bohnedikt.tribute import PayTribute, TributeDue, before_new_pile, harvest_closed
from tobean.kernel.blanks import KindBlank
from tobean.kernel.errors import BadCards, Illegal
from tobean.kernel.events import DEALT_HAND
from tobean.kernel.farming import Farming
from tobean.kernel.hands import receive
from tobean.kernel.piles import Draw, MakePile, TurnOver, draw_card
from tobean.kernel.turn import BEFORE_TURNING_OVER, NEXT_PLAYER, START_TURN

if TYPE_CHECKING:
    from tobean.kernel.position import Row
    from tobean.kernel.steps import Step
    from tobean.kernel.table import Table

MOST_CARDS: Final = 6


def deal_hands(table: Table) -> None:
    """Six cards to the right of the starting player, one fewer to each next one; then the sacrifice cards (D2)."""
    seats = [(table.start - 1 - step) % table.players for step in range(table.players)]
    for step, seat in enumerate(seats):
        for _ in range(MOST_CARDS - step):
            receive(table, seat, draw_card(table))
        if table.events is not None:
            hand = tuple(table.hands[seat])
            table.events.append(DEALT_HAND.of(seat=seat, cards=hand, cards_for=1 << seat))
    component = monastery(table)
    for extra in table.rules.extras:
        component.bag[extra.kind] = extra.count
        component.size += extra.count
    if component.size <= table.players:
        raise BadCards("there must be more sacrifice cards than players, not {size}", size=component.size)
    for seat in seats:
        draw_sacrifice(table, seat)
    table.agenda.append(START_TURN)


def grows_in(row: Row) -> int:
    """The kind of a row in a monastery garden: of its first bean that is not an edict; -1 if there is none (D3)."""
    for card in row:
        if not is_edict(card):
            return card
    return -1


class FarmingInTheMonastery(Farming):
    """Edicts grow in the garden only, as jokers (D3); elsewhere the kind planted last counts (D10)."""

    def taking(self, table: Table, seat: int, card: int) -> int:
        if is_edict(card):
            return 1 << MONASTERY_GARDEN
        found = super().taking(table, seat, card) & ~(1 << MONASTERY_GARDEN)
        if grows_in(table.fields[seat][MONASTERY_GARDEN]) in (-1, card):
            found |= 1 << MONASTERY_GARDEN
        return found

    def refuse(self, table: Table, seat: int, card: int, field: int) -> None:
        row = table.fields[seat][field]
        if is_edict(card):
            raise Illegal("D3", "An edict can only be planted in the monastery garden, field 1.")
        if field == MONASTERY_GARDEN:
            raise Illegal(
                "D3", "In this monastery garden only {card} and edicts can be planted.", card=KindBlank(grows_in(row))
            )
        if field == GODS_ACRE:
            raise Illegal("D10", "On this God's acre only {card} can be planted.", card=KindBlank(row[len(row) - 1]))

    def closed(self, table: Table, decision: Step, seat: int) -> str:
        return harvest_closed(table, decision, seat)

    def refuse_harvest(self, table: Table, decision: Step, seat: int, rule: str) -> None:
        if isinstance(decision, TributeDue):
            decision.refuse(table)


RULES: Final = replace(
    BOHNANZA,
    name="bohnedikt",
    title="Bohnedikt",
    edition="AMIGO 01659, rules 1",
    shelf=5,
    prefixes=("K", "T", "I", "O", "B", "D"),
    beans=BEANS + EDICTS,
    fields_rule="D1",
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
    interludes=(AtOnce, EdictSwap, TributeDue, PayTribute, MakePile),
    setup=deal_hands,  # D2
    options=(),
    standing=(PlaySacrifice(),),  # D8
    extras=SACRIFICES,
    hand_extras=tuple(TWO_KINDS),  # D7
    back=back_of,
    effects="edicts",
    component=new_monastery,
    farming=FarmingInTheMonastery(),  # the kernel's harvest fits mixed rows too: it reads the top card only (D15)
    dealing=DealingByEdict(),  # D5
    before_new_pile=before_new_pile,  # D16
)
