"""Compact state of Al Cabohne: what one seat decides by, small enough to try an action on a copy.

A `CompactState` holds counts instead of cards and nothing that depends on a secret, so a choice made from it is the
same for all tables that look alike to the seat. Trying an action stops at the next chance event.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from tobean.games.al_cabohne.actions import Feed
from tobean.games.al_cabohne.mafia import PRICE, THRESHOLDS, mafia_of
from tobean.games.al_cabohne.phases import Leftovers, PlantOwn, Tax
from tobean.games.al_cabohne.reveal_phases import PlantRevealed
from tobean.kernel.actions import Action, BuyField, DiscardTurned, GoOn, Harvest, Pass, Plant
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.state.position import Row
from tobean.kernel.table import Table

NO_KIND: Final = -1
"""Kind on an empty field."""
NO_ROWS: Final[list[int]] = []

LEFTOVERS: Final = 0
TAX: Final = 1
MUST_PLANT: Final = 2
MAY_PLANT: Final = 3
BEFORE_REVEAL: Final = 4
REVEALED: Final = 5
BEFORE_DRAW: Final = 6
"""Stages of a turn, in their order (A4-A12)."""


def stage_of(table: Table) -> int:
    step = table.agenda[-1]
    if isinstance(step, PlantOwn):
        return BEFORE_REVEAL if step.is_finished(table) else MUST_PLANT + step.planted
    if isinstance(step, PlantRevealed):
        return REVEALED
    if isinstance(step, Tax):
        return TAX
    return LEFTOVERS if isinstance(step, Leftovers) else BEFORE_DRAW


@final
@mypyc_attr(acyclic=True)
class CompactState:
    """Fields, hand and thalers of one seat, the bosses, the revealed cards, and the top of the discard pile."""

    def __init__(
        self,
        pays: list[list[int]],
        stage: int,
        solo: bool,
        kinds: list[int],
        sizes: list[int],
        boss_kinds: list[int],
        boss_sizes: list[int],
        hand: list[int],
        turned: list[int],
        other_kinds: list[int],
        other_sizes: list[int],
    ) -> None:
        self.pays = pays
        self.stage = stage
        self.solo = solo
        self.thalers = 0
        self.mafia_thalers = 0
        self.kinds = kinds
        self.sizes = sizes
        self.boss_kinds = boss_kinds
        self.boss_sizes = boss_sizes
        self.hand = hand
        self.turned = turned
        self.top_kind = NO_KIND
        self.top_run = 0
        self.other_kinds = other_kinds
        self.other_sizes = other_sizes

    def copy(self) -> CompactState:
        """Return a copy. Both share their lists, so a change replaces a list and never modifies it."""
        other = CompactState(
            self.pays, self.stage, self.solo, self.kinds, self.sizes, self.boss_kinds, self.boss_sizes, self.hand,
            self.turned, self.other_kinds, self.other_sizes,
        )  # fmt: skip
        other.thalers = self.thalers
        other.mafia_thalers = self.mafia_thalers
        other.top_kind = self.top_kind
        other.top_run = self.top_run
        return other

    # --- queries -------------------------------------------------------------------------------------------

    def pay(self, card: int, size: int) -> int:
        table = self.pays[card]
        last = len(table) - 1
        return table[size] if size < last else table[last]

    def collecting_boss(self, card: int) -> int:
        """Return the boss that collects this kind, or NO_KIND."""
        for boss in range(len(self.boss_kinds)):
            if self.boss_kinds[boss] == card:
                return boss
        return NO_KIND

    def field_of(self, card: int) -> int:
        for field in range(len(self.kinds)):
            if self.kinds[field] == card:
                return field
        return NO_KIND

    def is_protected(self, field: int) -> bool:
        """Whether K7 forbids harvesting this field."""
        if self.sizes[field] != 1:
            return False
        return max(self.sizes) > 1

    # --- changes -------------------------------------------------------------------------------------------

    def discard(self, card: int, count: int) -> None:
        if count > 0:
            self.top_run = count + (self.top_run if self.top_kind == card else 0)
            self.top_kind = card

    def harvest(self, field: int) -> None:
        card = self.kinds[field]
        paid = self.pay(card, self.sizes[field])
        self.thalers += paid
        self.discard(card, self.sizes[field] - paid)
        self.set_row(field, NO_KIND, 0)

    def set_row(self, field: int, card: int, size: int) -> None:
        kinds, sizes = self.kinds.copy(), self.sizes.copy()
        kinds[field] = card
        sizes[field] = size
        self.kinds, self.sizes = kinds, sizes

    def give_to_boss(self, boss: int, card: int, count: int) -> None:
        """Give cards to a boss; he harvests once the pay of his row reaches his threshold (A1)."""
        kinds, sizes = self.boss_kinds.copy(), self.boss_sizes.copy()
        size = sizes[boss] + count
        paid = self.pay(card, size)
        if paid >= THRESHOLDS[boss]:
            self.mafia_thalers += paid
            self.discard(card, size - paid)
            card, size = NO_KIND, 0
        kinds[boss] = card
        sizes[boss] = size
        self.boss_kinds, self.boss_sizes = kinds, sizes

    def pay_tax(self) -> None:
        """Give every boss a card of the field that grows his kind (A5)."""
        for boss in range(len(self.boss_kinds)):
            card = self.boss_kinds[boss]
            field = self.field_of(card) if card != NO_KIND else NO_KIND
            if field != NO_KIND:
                size = self.sizes[field] - 1
                self.set_row(field, card if size else NO_KIND, size)
                self.give_to_boss(boss, card, 1)

    def take_turned(self, card: int) -> int:
        """Remove the revealed cards of a kind and return their number."""
        count = self.turned.count(card)
        self.turned = [other for other in self.turned if other != card]
        return count

    def plant(self, card: int, count: int, field: int) -> None:
        self.set_row(field, card, self.sizes[field] + count)

    def apply_action(self, action: Action) -> None:
        """Apply an action up to the next chance event."""
        if isinstance(action, Plant):
            if action.place == TURNED:
                self.plant(action.card, self.take_turned(action.card), action.field)
            else:
                self.hand = self.hand[1:]
                self.plant(action.card, 1, action.field)
                self.stage = BEFORE_REVEAL if self.stage == MAY_PLANT or not self.hand else MAY_PLANT
        elif isinstance(action, Harvest):
            self.harvest(action.field)
        elif isinstance(action, Feed):
            if action.place == TURNED:
                self.give_to_boss(action.boss, action.card, self.take_turned(action.card))
            else:
                self.hand = self.hand.copy()
                self.hand.pop(action.place)
                self.give_to_boss(action.boss, action.card, 1)
        elif isinstance(action, GoOn):
            if self.stage == TAX:
                self.pay_tax()
                self.stage = MUST_PLANT if self.hand else BEFORE_REVEAL
            elif self.stage == REVEALED:
                self.stage = BEFORE_DRAW
        elif isinstance(action, Pass):
            self.stage = BEFORE_REVEAL
        elif isinstance(action, DiscardTurned):
            self.discard(action.card, self.take_turned(action.card))
        elif isinstance(action, BuyField):
            self.thalers -= PRICE
            self.kinds = [*self.kinds, NO_KIND]
            self.sizes = [*self.sizes, 0]


def compact_state_of(table: Table, seat: int) -> CompactState:
    """Return the state for this seat. The table may be the real one or one that looks like it to the seat."""
    mafia = mafia_of(table)
    solo = table.players == 1
    kinds, sizes = kinds_and_sizes(table.fields[seat])
    boss_kinds, boss_sizes = kinds_and_sizes(mafia.rows)
    other_kinds, other_sizes = (NO_ROWS, NO_ROWS) if solo else kinds_and_sizes(table.fields[1 - seat])
    state = CompactState(
        table.pays, stage_of(table), solo, kinds, sizes, boss_kinds, boss_sizes, table.hands[seat].copy(),
        table.turned.copy(), other_kinds, other_sizes,
    )  # fmt: skip
    state.thalers = len(table.thalers[seat])
    state.mafia_thalers = len(mafia.thalers)
    discard = table.discard
    if discard:
        state.top_kind = discard[-1]
        index = len(discard) - 1
        while index >= 0 and discard[index] == state.top_kind:
            index -= 1
        state.top_run = len(discard) - 1 - index
    return state


def kinds_and_sizes(rows: list[Row]) -> tuple[list[int], list[int]]:
    kinds: list[int] = []
    sizes: list[int] = []
    for row in rows:
        kinds.append(row[0] if row else NO_KIND)
        sizes.append(len(row))
    return kinds, sizes
