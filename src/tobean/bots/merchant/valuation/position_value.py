"""Position values: the best plan for planting the due cards and the first cards of the hand.

Planting is enumerated exactly: every field a card can go to, every harvest that makes room for it (K5, K7), and the
harvest of a row that is started again. All fields of a seat are one int, so that plans that lead to the same fields are
merged. The results are cached with the judge, as a tree: the plans for some cards extend those for one card less.
"""

from typing import Final, final

from tobean.bots.merchant.parameters import MerchantParameters
from tobean.bots.merchant.valuation import card_multiset
from tobean.bots.merchant.valuation.field_value import (
    EMPTY,
    ROW_BITS,
    ROW_MASK,
    SIZE_MASK,
    Judge,
    kind_of,
    row_value_of,
    size_of,
)
from tobean.bots.merchant.valuation.plan_tree import VALUE_NOT_COMPUTED, Plan, PlanNode, add_plan, find_sibling
from tobean.kernel.observation.observation import Observation

LOOK_AHEAD: Final = 3
"""Hand cards included in the plan."""


MAX_ORDERED_CARDS: Final = 4
"""Up to this many due cards are planned in every order; more are planted by kind."""
FIELD_BITS: Final = 4
"""Bits for the number of fields in the cache key."""


def pack_rows(rows: list[int]) -> int:
    state = 0
    for field in range(len(rows) - 1, -1, -1):
        state = state << ROW_BITS | rows[field]
    return state


def may_harvest(state: int, fields: int, field: int) -> bool:
    """Whether this field may be harvested (K7)."""
    size = state >> ROW_BITS * field & SIZE_MASK
    if size != 1:
        return size > 1
    return all(state >> ROW_BITS * other & SIZE_MASK <= 1 for other in range(fields))


def plans_after_planting(
    judge: Judge, fields: int, plans: Plan | None, card: int, reached: Plan | None = None
) -> Plan | None:
    """Extend the plans by planting one more card, and add the results to `reached`."""
    interchangeable = judge.fields_interchangeable
    plan = plans
    while plan is not None:
        state, earned = plan.state, plan.earned
        plan = plan.next_plan
        placed = empty = longer_rows = False
        for field in range(fields):
            shift = ROW_BITS * field
            row = state >> shift & ROW_MASK
            if row == EMPTY:
                empty = True
                continue
            if row & SIZE_MASK > 1:
                longer_rows = True
            if not judge.fits(field, row, card):
                continue
            placed = True
            rest = state & ~(ROW_MASK << shift)
            longer = judge.row_after_planting(field, row, card)
            pay = row_value_of(judge, field, row).pay
            if pay > 0.0:
                restarted = judge.row_after_planting(field, EMPTY, card)
                if pay + row_value_of(judge, field, restarted).worth > row_value_of(
                    judge, field, longer
                ).worth and may_harvest(state, fields, field):
                    reached = add_plan(reached, rest | restarted << shift, earned + pay)
                    continue
            reached = add_plan(reached, rest | longer << shift, earned)
        if placed and interchangeable:
            continue
        if empty:
            for field in range(fields):
                shift = ROW_BITS * field
                if state >> shift & ROW_MASK == EMPTY and judge.fits(field, EMPTY, card):
                    reached = add_plan(reached, state | judge.row_after_planting(field, EMPTY, card) << shift, earned)
                    placed = True
                    if interchangeable:
                        break
        if not placed:
            reached = plans_after_harvest(judge, fields, state, earned, longer_rows, card, reached)
    return reached


def plans_after_harvest(
    judge: Judge, fields: int, state: int, earned: float, longer_rows: bool, card: int, reached: Plan | None
) -> Plan | None:
    """Add the plans that harvest a field for a card which fits on no field as it is; if none can, the card is left."""
    placed = False
    for field in range(fields):
        shift = ROW_BITS * field
        row = state >> shift & ROW_MASK
        if longer_rows and row & SIZE_MASK <= 1:
            continue  # a single bean stays while another field has more (K7)
        if judge.fits(field, EMPTY, card):
            pay = row_value_of(judge, field, row).pay
            rest = state & ~(ROW_MASK << shift)
            reached = add_plan(reached, rest | judge.row_after_planting(field, EMPTY, card) << shift, earned + pay)
            placed = True
    return reached if placed else add_plan(reached, state, earned)


def grows_on_field(state: int, fields: int, card: int) -> bool:
    for field in range(fields):
        row = state >> ROW_BITS * field & ROW_MASK
        if size_of(row) and kind_of(row) == card:
            return True
    return False


def best_plan_value(judge: Judge, fields: int, plans: Plan | None) -> float:
    best = -1000.0
    plan = plans
    while plan is not None:
        total = plan.earned
        state = plan.state
        for field in range(fields):
            total += row_value_of(judge, field, state & ROW_MASK).worth
            state >>= ROW_BITS
        if total > best:
            best = total
        plan = plan.next_plan
    return best


@final
class SeatValuation:
    """Value of one seat's fields with given due and hand cards. The judge caches the plans."""

    def __init__(self, judge: Judge, rows: list[int], urgency: float) -> None:
        self.judge = judge
        self.fields = len(rows)
        self.urgency = urgency
        self.state = pack_rows(rows)
        key = self.state << FIELD_BITS | self.fields
        node = judge.plans.get(key)
        if node is None:
            node = judge.plans[key] = PlanNode(EMPTY, None)
            node.plans = Plan(self.state, 0.0, None)
        self.node: PlanNode = node
        """Root of the cached plans for these fields: the one in which nothing is planted."""

    def value(self, due: list[int], hand: list[int]) -> float:
        """Return the value of the fields with these due and hand cards, beans only."""
        return self.value_of_multiset(card_multiset.multiset_of(due), hand)

    def value_of_multiset(self, due: int, hand: list[int]) -> float:
        """As `value`, with the due cards as a multiset."""
        parameters = self.judge.parameters
        urgency = self.urgency
        node = self.node_for_due(due)
        value = self.node_value(node)
        total = (
            1.0
            - urgency * (parameters.first_card_weight + parameters.second_card_weight + parameters.third_card_weight)
        ) * value
        size = len(hand)
        for count in range(1, LOOK_AHEAD + 1):
            if count <= size:
                node = self.node_with_hand_card(node, hand[count - 1])
                value = self.node_value(node)
            total += urgency * hand_weight(parameters, count) * value
        if size > LOOK_AHEAD:
            share = parameters.later_card_share
            if share:
                for place in range(LOOK_AHEAD, size):
                    total += share * self.growth(hand[place])
        return total

    def growth(self, card: int) -> float:
        """Return what one more card of a kind that grows here adds."""
        for field in range(self.fields):
            row = self.state >> ROW_BITS * field & ROW_MASK
            if row != EMPTY and self.judge.fits(field, row, card):
                return self.judge.value(field, self.judge.row_after_planting(field, row, card)) - self.judge.value(
                    field, row
                )
        return 0.0

    # --- plan tree -----------------------------------------------------------------------------------------

    def node_value(self, node: PlanNode) -> float:
        if node.best_value == VALUE_NOT_COMPUTED:
            node.best_value = best_plan_value(self.judge, self.fields, node.plans)
        return node.best_value

    def node_for_due(self, due: int) -> PlanNode:
        node = self.node
        remaining = due
        while remaining != card_multiset.EMPTY_MULTISET:
            card = remaining & card_multiset.CARD_MASK
            remaining >>= card_multiset.CARD_BITS
            child = find_sibling(node.first_due_child, card)
            if child is None:
                child = node.first_due_child = PlanNode(card, node.first_due_child)
            node = child
        if node.plans is None:
            node.plans = self.plans_for_due(due)
        return node

    def node_with_hand_card(self, node: PlanNode, card: int) -> PlanNode:
        """Return the child node with one more card, planted after all others."""
        child = find_sibling(node.first_hand_child, card)
        if child is None:
            child = node.first_hand_child = PlanNode(card, node.first_hand_child)
            child.plans = plans_after_planting(self.judge, self.fields, node.plans, card)
        return child

    def plans_for_due(self, due: int) -> Plan | None:
        """Return the plans for the due cards, in every order of their kinds unless there are too many.

        Any card can be the last, except one whose kind grows here: it needs no room, so it is planted before the higher
        kinds.
        """
        if due >> card_multiset.CARD_BITS * MAX_ORDERED_CARDS != card_multiset.EMPTY_MULTISET:
            return self.plans_by_kind(due)
        plans: Plan | None = None
        remaining = due
        while remaining != card_multiset.EMPTY_MULTISET:
            card = (remaining & card_multiset.CARD_MASK) - 1
            remaining >>= card_multiset.CARD_BITS
            if remaining & card_multiset.CARD_MASK == card + 1:
                continue  # among equal cards it does not matter which is last
            if remaining == card_multiset.EMPTY_MULTISET or not grows_on_field(self.state, self.fields, card):
                before = self.node_for_due(card_multiset.without_card(due, card)).plans
                plans = plans_after_planting(self.judge, self.fields, before, card, plans)
        return plans

    def plans_by_kind(self, due: int) -> Plan | None:
        """Return plans for many cards, planting those first whose kind grows here."""
        cards = card_multiset.multiset_cards(due)
        plans = self.node.plans
        for growing in (True, False):
            for card in cards:
                if grows_on_field(self.state, self.fields, card) == growing:
                    plans = plans_after_planting(self.judge, self.fields, plans, card)
        return plans


def hand_weight(parameters: MerchantParameters, count: int) -> float:
    """Return the weight of the plan with `count` hand cards; the plan without any has the rest."""
    if count == 1:
        return parameters.first_card_weight
    return parameters.second_card_weight if count == 2 else parameters.third_card_weight


def seat_valuation(judge: Judge, seat: int) -> SeatValuation:
    """Return the valuation of a seat's fields as they are."""
    return SeatValuation(judge, judge.rows(seat), judge.urgency(seat))


def due_cards(view: Observation, seat: int) -> list[int]:
    """Return the cards that a seat will have to plant in phase 3 as things stand."""
    due = list(view.aside[seat])
    if seat == view.active:
        due.extend(view.turned)
    return due


def seat_value(judge: Judge, seat: int) -> float:
    """Return the standing of a seat in thalers: those it has, its position, and its other holdings."""
    view = judge.view
    valuation = seat_valuation(judge, seat)
    return (
        len(view.thalers[seat])
        + valuation.value(due_cards(view, seat), judge.beans_to_plant(view.hands[seat]))
        + judge.extra_value(seat)
    )  # fmt: skip
