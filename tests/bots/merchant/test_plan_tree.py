"""Plan trees and card multisets, compared with brute force over every planting order."""

from itertools import permutations
from random import Random

import pytest

from tests.support.engine.tables import table_in_mid_game
from tobean.bots.game_knowledge import judge_for
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.merchant.valuation import card_multiset
from tobean.bots.merchant.valuation.field_value import EMPTY, Judge, size_of
from tobean.bots.merchant.valuation.plan_tree import Plan
from tobean.bots.merchant.valuation.position_value import SeatValuation, grows_on_field, plans_after_planting
from tobean.kernel.observation.observation import observe

FARMED = ["bohnanza", "rabohnzel", "bohnedikt"]


def test_a_card_multiset_ignores_order() -> None:
    luck = Random(4)
    for _ in range(200):
        cards = [luck.randrange(127) for _ in range(luck.randrange(12))]
        bundle = card_multiset.multiset_of(cards)
        assert card_multiset.multiset_cards(bundle) == sorted(cards)
        card = luck.randrange(127)
        assert card_multiset.multiset_cards(card_multiset.with_card(bundle, card)) == sorted([*cards, card])
        assert card_multiset.without_card(card_multiset.with_card(bundle, card), card) == bundle
    with pytest.raises(ValueError, match="no card 3"):
        card_multiset.without_card(card_multiset.multiset_of([1, 2, 4]), 3)
    with pytest.raises(ValueError, match="no card 3"):
        card_multiset.without_card(card_multiset.EMPTY_MULTISET, 3)


def may_harvest(rows: list[int], field: int) -> bool:
    """Whether this row may be harvested (K7)."""
    size = size_of(rows[field])
    return size > 1 or (size == 1 and all(size_of(row) <= 1 for row in rows))


def plantings(judge: Judge, rows: list[int], card: int) -> list[tuple[list[int], float]]:
    """Every state that planting one card can lead to, with the thalers earned."""

    def with_row(field: int, row: int) -> list[int]:
        return [row if at == field else other for at, other in enumerate(rows)]

    found: list[tuple[list[int], float]] = []
    for field, row in enumerate(rows):
        if row != EMPTY and judge.fits(field, row, card):
            longer, anew = judge.row_after_planting(field, row, card), judge.row_after_planting(field, EMPTY, card)
            pay = judge.pay(field, row)
            if pay > 0.0 and may_harvest(rows, field) and pay + judge.worth(field, anew) > judge.worth(field, longer):
                found.append((with_row(field, anew), pay))
            else:
                found.append((with_row(field, longer), 0.0))
    if found and judge.fields_interchangeable:
        return found
    free = [field for field, row in enumerate(rows) if row == EMPTY and judge.fits(field, EMPTY, card)]
    found += [(with_row(field, judge.row_after_planting(field, EMPTY, card)), 0.0) for field in free]
    if not found:
        for field, row in enumerate(rows):
            if may_harvest(rows, field) and judge.fits(field, EMPTY, card):
                found.append((with_row(field, judge.row_after_planting(field, EMPTY, card)), judge.pay(field, row)))
    return found or [(rows, 0.0)]


def best_result(judge: Judge, rows: list[int], cards: tuple[int, ...]) -> float:
    if not cards:
        return sum(judge.worth(field, row) for field, row in enumerate(rows))
    return max(earned + best_result(judge, then, cards[1:]) for then, earned in plantings(judge, rows, cards[0]))


def is_tried(valuation: SeatValuation, order: tuple[int, ...]) -> bool:
    """Whether the plan tree tries this order. A kind that already grows needs no field, so it precedes higher kinds."""
    return not any(
        grows_on_field(valuation.state, valuation.fields, card) and max(order[:place], default=card) > card
        for place, card in enumerate(order)
    )


@pytest.mark.parametrize("game", FARMED)
def test_no_random_order_beats_the_plan_tree(game: str) -> None:
    luck = Random(7)
    for seed in range(3):
        table = table_in_mid_game(game, 3, seed)
        judge = judge_for(observe(table, 0), DEFAULT_PARAMETERS)
        kinds = [bean.kind for bean in table.rules.beans]
        for seat in range(3):
            rows = judge.rows(seat)
            valuation = SeatValuation(judge, rows, 1.0)
            for _ in range(12):
                due = [luck.choice(kinds) for _ in range(luck.randrange(5))]
                best = max(best_result(judge, rows, order) for order in permutations(due) if is_tried(valuation, order))
                assert valuation.node_value(valuation.node_for_due(card_multiset.multiset_of(due))) == pytest.approx(
                    best
                )


@pytest.mark.parametrize("game", FARMED)
def test_caching_does_not_change_values(game: str) -> None:
    luck = Random(9)
    table = table_in_mid_game(game, 4, 5)
    view = observe(table, 1)
    used = judge_for(view, DEFAULT_PARAMETERS)
    kinds = [bean.kind for bean in table.rules.beans]
    for _ in range(40):
        due = [luck.choice(kinds) for _ in range(luck.randrange(7))]
        hand = [luck.choice(kinds) for _ in range(luck.randrange(6))]
        fresh = judge_for(view, DEFAULT_PARAMETERS)
        assert SeatValuation(used, used.rows(2), 1.1).value(due, hand) == SeatValuation(
            fresh, fresh.rows(2), 1.1
        ).value(due, hand)


def test_plans_with_equal_fields_are_merged() -> None:
    table = table_in_mid_game("bohnanza", 3, 1)
    judge = judge_for(observe(table, 0), DEFAULT_PARAMETERS)
    card = table.rules.beans[0].kind
    once = Plan(0, 1.0, Plan(0, 3.0, None))
    reached = plans_after_planting(judge, 3, once, card)
    assert reached is not None
    assert reached.next_plan is None
    assert reached.earned == 3.0
