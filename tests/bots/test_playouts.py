"""Estimates by playouts: exact at the end, the same each time, and blind to what a viewer cannot know."""

import pytest

from tests.support.paths import GOLDEN
from tobean.bots.coach.alternatives import MAX_ESTIMATED, alternatives
from tobean.bots.coach.playouts import (
    OPEN_CARDS,
    ActionEstimate,
    Estimate,
    action_estimates,
    estimate,
    expected_thalers,
    is_close_to,
    order_draw_pile,
    sampled_table,
)
from tobean.kernel.base.seats import SPECTATOR
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.record.record import parse_record

GAMES = ["bohnanza-3", "rabohnzel-3", "excalibohn-3", "bohnedikt-3", "al-cabohne-2", "al-cabohne-1"]


def tables_of(name: str) -> list[Table]:
    record = parse_record((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))
    return [table.clone() for table, _, _ in record.replay()]


@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_a_game_has_its_result(name: str) -> None:
    end = tables_of(name)[-1]
    result = end.result()
    rival = [result.rival_thalers] if result.rival else []
    for knowledge in (OPEN_CARDS, 0, SPECTATOR):
        found = expected_thalers(end, knowledge, "seed")
        assert [value.mean for value in found] == [*result.thalers, *rival]
        assert {value.error for value in found} == {0.0}


@pytest.mark.parametrize("knowledge", [OPEN_CARDS, 1, SPECTATOR])
def test_the_same_seed_gives_the_same_estimates(knowledge: int) -> None:
    table = tables_of("al-cabohne-2")[300]
    before = table.clone()
    found = expected_thalers(table, knowledge, "seed", 4)
    assert expected_thalers(table, knowledge, "seed", 4) == found
    assert expected_thalers(table, knowledge, "another", 4) != found
    assert table == before


@pytest.mark.long
@pytest.mark.parametrize("name", ["bohnanza-3", "al-cabohne-2"])
def test_estimates_of_a_seat_do_not_depend_on_hidden_cards(name: str) -> None:
    tables = tables_of(name)
    table = tables[len(tables) * 4 // 5]
    other = determinize(observe(table, 1), "another deal")
    assert other.hands[1] == table.hands[1]
    assert other.hands != table.hands
    assert observe(other, 1) == observe(table, 1)
    assert expected_thalers(other, 1, "seed", 2) == expected_thalers(table, 1, "seed", 2)
    assert expected_thalers(other, OPEN_CARDS, "seed", 2) != expected_thalers(table, OPEN_CARDS, "seed", 2)
    assert alternatives(other, 1, 1, "seed", trials=1) == alternatives(table, 1, 1, "seed", trials=1)


def test_playouts_meet_the_remaining_cards_in_the_same_order() -> None:
    tables = tables_of("bohnanza-3")
    early, late = tables[0].clone(), tables[60].clone()
    order_draw_pile(early, "seed")
    order_draw_pile(late, "seed")
    assert early.bag_size == late.bag_size == 0
    assert len(late.stack) == tables[60].bag_size < len(early.stack)
    remaining = iter(early.stack)
    assert all(card in remaining for card in late.stack), "the late pile is a part of the early one, in its order"
    order_draw_pile(other := tables[0].clone(), "another")
    assert other.stack != early.stack
    assert sorted(other.stack) == sorted(early.stack)


def test_a_record_without_a_talk_limit_is_played_to_its_end() -> None:
    table = tables_of("bohnanza-3")[600].clone()
    table.set_talk_limit(-1)
    sampled = sampled_table(table, OPEN_CARDS, "seed")
    assert sampled.options["talk_limit"] == max(table.talk) + 6
    assert len(expected_thalers(table, 0, "seed", 1)) == 3


def test_mean_and_standard_error() -> None:
    assert estimate([3.0]) == Estimate(3.0, 0.0)
    assert estimate([2.0, 4.0]) == Estimate(3.0, 1.0)


def test_alternatives_are_legal_ranked_and_contain_the_action_of_the_game() -> None:
    record = parse_record((GOLDEN / "bohnanza-3.record").read_text(encoding="utf-8"))
    checked = 0
    for number, (table, _, _) in enumerate(record.replay()):
        if number % 23 or number < 540 or table.over:
            continue
        played = record.moves[number].action
        found = alternatives(table, played.seat, played.seat, "seed", played, trials=1)
        assert played in [item.action for item in found]
        assert len({item.action for item in found}) == len(found)
        values = [item.estimate.mean for item in found if item.estimate is not None]
        assert values == sorted(values, reverse=True)
        assert len(values) in range(1, MAX_ESTIMATED + 2)
        assert next(item for item in found if item.action == played).estimate is not None
        for item in found:
            table.check(item.action)
        checked += 1
    assert checked > 2


@pytest.mark.parametrize("name", GAMES)
def test_the_last_action_leads_to_the_result(name: str) -> None:
    record = parse_record((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))
    before, end = tables_of(name)[-2:]
    last = record.moves[-1].action
    (found,) = action_estimates(before, [last], OPEN_CARDS, "seed", 2)
    assert found == ActionEstimate(float(end.result().thalers[last.seat]), 0.0, is_close=True)


def test_an_action_is_close_unless_the_difference_is_clear() -> None:
    assert is_close_to([4.0, 6.0, 8.0], [4.0, 6.0, 8.0])
    assert is_close_to([4.0, 6.0], [3.8, 5.8])  # 0.2 thalers
    assert not is_close_to([4.0, 9.0, 1.0], [3.0, 8.0, 0.0]), "on each table one thaler less"
    assert is_close_to([4.0, 4.0, 4.0], [0.0, 4.0, 5.0])  # 1 ± 1.5 thalers
