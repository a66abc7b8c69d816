"""Field values: the expected pay of a row that may still grow.

A row is an int: its kind and the number of its cards (0 for an empty field). A `Judge` values the fields of one game;
games with special fields or cards provide a judge of their own (`bots/game_knowledge.py`).
"""

from math import exp
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from tobean.bots.merchant.parameters import MerchantParameters
from tobean.bots.merchant.valuation.plan_tree import PlanNode
from tobean.kernel.actions import Action, BuyField
from tobean.kernel.cards import KIND_OF, pay_tables
from tobean.kernel.observation.observation import Observation
from tobean.kernel.phases.scoring import most_thalers_then_furthest

SIZE_BITS: Final = 6
SIZE_MASK: Final = 63
KIND_BITS: Final = 7
KIND_MASK: Final = 127
ROW_BITS: Final = 14
"""Kind, size, and one bit for use by a judge."""
ROW_MASK: Final = (1 << ROW_BITS) - 1
MARK: Final = 1 << (SIZE_BITS + KIND_BITS)
"""Bit for use by a judge."""
EMPTY: Final = 0

LATER_PILE: Final = 0.45
"""Approximate size of the second draw pile, as a share of all cards."""
SHRINKING: Final = 0.7
"""Size of each further pile relative to the one before."""

MAX_ADDED_CARDS: Final = 9
"""Additional cards of one kind after which the Poisson sum is cut off."""


def row_of(kind: int, size: int) -> int:
    return kind << SIZE_BITS | (size if size < SIZE_MASK else SIZE_MASK)


def kind_of(row: int) -> int:
    return row >> SIZE_BITS & KIND_MASK


def size_of(row: int) -> int:
    return row & SIZE_MASK


def expected_row_pay(pays: list[int], size: int, rate: float) -> float:
    """Return the expected pay of a row of this size if the number of cards to come is Poisson with mean `rate`."""
    last: i64 = len(pays) - 1
    final_size: i64 = size
    total = 0.0
    remaining = 1.0
    probability = exp(-rate)
    added = 1.0
    while added <= MAX_ADDED_CARDS:
        total += probability * pays[final_size if final_size < last else last]
        remaining -= probability
        probability = probability * rate / added
        final_size += 1
        added += 1.0
    return total + max(0.0, remaining) * pays[final_size if final_size < last else last]


@final
@mypyc_attr(acyclic=True)
class RowValue:
    """Values of one row on one field."""

    def __init__(self, pay: float, worth: float) -> None:
        self.pay = pay
        """Pay of a harvest now."""
        self.worth = worth


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """Values fields from one seat's observation. Games override what differs."""

    def __init__(self, view: Observation, parameters: MerchantParameters) -> None:
        self.fields_interchangeable = True
        """Whether all fields of a seat take the same cards."""
        self.depends_on_supply_only = False
        """Whether values of rows depend on the shares of the kinds alone, and on nothing else on the table. It holds
        for the methods of this class; a subclass that overrides them has to decide for itself."""
        self.uses_game_score = False
        """Whether actions are also valued by the game's score (scoring.py), which may count more than thalers."""
        self.field_price = 3.0
        """Price of a further field (B10)."""
        self.view = view
        self.parameters = parameters
        self.pays: list[list[int]] = pay_tables(view.rules.beans)
        self.shares: list[float] = shares(view, parameters.supply_horizon)
        self.row_values: list[list[list[RowValue | None]]] = [[] for _ in range(view.rules.field_capacity + 1)]
        """Cache of row values: by field, by the row without its size, and by size."""
        self.plans: dict[int, PlanNode] = {}
        """Cache of plans by position; see position_value.py."""

    def update_view(self, view: Observation) -> bool:
        """Move to a later observation, if all cached values still hold for it; return whether they do."""
        if not self.depends_on_supply_only or view.rules is not self.view.rules:
            return False
        if not same_supply(view, self.view) and (
            view.urns != self.view.urns or shares(view, self.parameters.supply_horizon) != self.shares
        ):
            return False
        self.view = view
        return True

    # --- overridable by games ------------------------------------------------------------------------------

    def rows(self, seat: int) -> list[int]:
        rows: list[int] = []
        for row in self.view.fields[seat]:
            rows.append(row_of(row[len(row) - 1], len(row)) if row else EMPTY)
        return rows

    def fits(self, field: int, row: int, card: int) -> bool:
        return row == EMPTY or kind_of(row) == card

    def row_after_planting(self, field: int, row: int, card: int) -> int:
        return row_of(card, size_of(row) + 1)

    def pay(self, field: int, row: int) -> float:
        """Return the pay of a harvest now."""
        table = self.pays[kind_of(row)]
        size = size_of(row)
        return float(table[size] if size < len(table) else table[len(table) - 1])

    def worth(self, field: int, row: int) -> float:
        if row == EMPTY:
            return self.parameters.empty_field_value
        return max(
            self.expected_pay(kind_of(row), size_of(row)),
            self.pay(field, row) + self.parameters.harvestable_share * self.parameters.empty_field_value,
        )

    def beans_to_plant(self, cards: list[int]) -> list[int]:
        """Return the hand cards that will have to be planted, up to the first hidden one."""
        extras = self.view.rules.hand_extras
        beans: list[int] = []
        for card in cards:
            if card < 0:
                break
            if card < len(self.pays) and card not in extras:
                beans.append(card)
        return beans

    def special_value(self, action: Action) -> float | None:
        """Return the gain of an action that plans do not cover, in thalers; None to try it on tables (lookahead.py)."""
        if isinstance(action, BuyField):
            return (
                self.parameters.extra_field_value * expected_draws(self.view) / deck_size(self.view) - self.field_price
            )
        return None

    def extra_value(self, seat: int) -> float:
        """Return the value of other holdings of a seat, such as special cards, in thalers."""
        return 0.0

    def threat(self, seat: int) -> float:
        """Return the expected loss of a seat to the active player, in thalers, unless it acts first."""
        return 0.0

    def rival_value(self) -> float:
        """Return the standing of a scripted opponent, in thalers."""
        return 0.0

    # --- common to all games -------------------------------------------------------------------------------

    def expected_pay(self, kind: int, size: int) -> float:
        """Return the expected pay of `size` cards of a kind together with those to come."""
        pays = self.pays[kind]
        return expected_row_pay(pays, min(size, len(pays) - 1), self.parameters.horizon * self.shares[KIND_OF[kind]])

    def urgency(self, seat: int) -> float:
        """Return the weight of a seat's hand: higher for the player whose turn is next."""
        players = self.view.players
        if players == 1 or not self.parameters.next_turn_weight:
            return 1.0
        wait = (seat - self.view.active - 1) % players
        if wait == players - 1 and self.view.phase == 1:
            wait = 0
        return 1.0 + self.parameters.next_turn_weight * (1.0 - 2.0 * wait / (players - 1))

    def value(self, field: int, row: int) -> float:
        """Return the value of a field with this row, cached."""
        return row_value_of(self, field, row).worth

    def share(self, kind: int) -> float:
        """Return the share of a kind among the cards to come."""
        return self.shares[KIND_OF[kind]]


def row_value_of(judge: Judge, field: int, row: int) -> RowValue:
    slots = judge.row_values[field]
    slot: i64 = row >> SIZE_BITS
    size: i64 = row & SIZE_MASK
    if slot < len(slots):
        sizes = slots[slot]
        if size < len(sizes):
            row_value = sizes[size]
            if row_value is not None:
                return row_value
    return compute_row_value(judge, field, row)


def compute_row_value(judge: Judge, field: int, row: int) -> RowValue:
    row_value = RowValue(judge.pay(field, row), judge.worth(field, row))
    slots = judge.row_values[field]
    slot, size = row >> SIZE_BITS, row & SIZE_MASK
    while len(slots) <= slot:
        slots.append([])
    sizes = slots[slot]
    while len(sizes) <= size:
        sizes.append(None)
    sizes[size] = row_value
    return row_value


@final
class PlainJudge(Judge):
    """Judge of plain fields, and of games that provide no judge."""

    def __init__(self, view: Observation, parameters: MerchantParameters) -> None:
        super().__init__(view, parameters)
        self.depends_on_supply_only = True
        self.uses_game_score = view.rules.score is not most_thalers_then_furthest


def shares(view: Observation, supply_horizon: float) -> list[float]:
    """Return for each kind its share among the cards to come: unseen ones, then those of the next draw pile.

    The shares add up to less than 1 where the game ends before `supply_horizon` cards have come.
    """
    kinds = len(KIND_OF)
    unseen = [0] * kinds
    total = 0
    for urn in view.urns:
        for card in range(len(urn)):
            count = urn[card]
            if count:
                kind = KIND_OF[card]
                unseen[kind] = unseen[kind] + count
                total += count
    near = min(1.0, view.draw_size / supply_horizon)
    portions = [0.0] * kinds
    for kind in range(kinds):
        if unseen[kind]:
            portions[kind] = near * unseen[kind] / total
    if near < 1.0 and view.run_outs + 1 < last_run_out(view) and view.discard:
        part = (1.0 - near) / len(view.discard)
        for card in view.discard:
            kind = KIND_OF[card]
            portions[kind] = portions[kind] + part
    return portions


def same_supply(view: Observation, other: Observation) -> bool:
    """Whether the cards to come, and so the shares, are the same."""
    return (
        view.draw_size == other.draw_size
        and view.run_outs == other.run_outs
        and view.players == other.players
        and view.urns == other.urns
        and view.discard == other.discard
    )


def last_run_out(view: Observation) -> int:
    return view.rules.last_run_out[view.rules.players.index(view.players)]


def deck_size(view: Observation) -> int:
    return sum([bean.count for bean in view.rules.beans])


def expected_draws(view: Observation) -> float:
    """Estimate how many cards will still be drawn before the game is over."""
    cards = float(view.draw_size)
    pile = LATER_PILE * deck_size(view)
    for _ in range(view.run_outs + 1, last_run_out(view)):
        cards += pile
        pile *= SHRINKING
    return cards
