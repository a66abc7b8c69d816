"""Invariants of every game, checked from the positions of its scenarios, where its special rules apply.

Built-in games have other tests, so only some of their scenarios are used, and those that are new in the working tree;
of an installed game all are.
"""

import pytest

import tobean
from tests.support.engine.noninterference import compare_events
from tests.support.engine.scenarios import GameScenario, all_scenarios, new_titles, positions, with_random_chance
from tests.support.engine.tables import BUILTIN_GAMES, apply_checked, checked_walk_from, near_miss_action
from tobean.kernel.actions import Call, GoOn, MakeOffer
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.table import Table
from tobean.kernel.trade.tradeable_cards import MAX_PAYMENTS
from tobean.record.position_entries import entries
from tobean.record.scenarios.invariants import bean_counts
from tobean.record.scenarios.runner import run_scenario
from tobean.record.scenarios.step_checks import broken_invariant

ONE_IN = 12
"""Every twelfth scenario of the built-in games is used."""
MAX_TRIED = 30
"""Maximum number of actions tried per seat and position."""
ACTIONS = 25
NEAR_MISSES = 4


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    scenarios = all_scenarios()
    builtin = [one for one in scenarios if one.game in BUILTIN_GAMES]
    titles = new_titles() | {one.scenario.title for one in builtin[::ONE_IN]}
    selected = [one for one in scenarios if one.game not in BUILTIN_GAMES or one.scenario.title in titles]
    metafunc.parametrize("game_scenario", selected, ids=str)


def check_position(table: Table, chance: Chance) -> None:
    """Checks that listed actions are exactly the legal ones, and that refused ones change nothing."""
    if table.over:
        assert table.result().ranks
        return
    assert table.legal_actions(table.awaited)
    for seat in range(table.players):
        for action in table.legal_actions(seat):
            table.check(action)
            assert tobean.parse_action(repr(action)) == action
        standing = table.anytime_actions(seat)
        assert table.count_anytime_actions(seat) == len(standing)
        assert [table.anytime_action_at(seat, index) for index in range(len(standing))] == standing
    before = entries(table)
    for _ in range(NEAR_MISSES):
        action = near_miss_action(table, chance)
        try:
            table.check(action)
        except tobean.Illegal:
            with pytest.raises(tobean.Illegal):
                table.apply(action)
        else:
            listed = table.legal_actions(action.seat)
            assert isinstance(action, (MakeOffer, Call)) or len(listed) >= MAX_PAYMENTS or action in listed
    assert entries(table) == before


def test_the_scenario_passes(game_scenario: GameScenario) -> None:
    assert run_scenario(game_scenario.scenario).failures == ()


def test_every_action_at_scenario_positions_keeps_invariants(game_scenario: GameScenario) -> None:
    chance = chance_from(game_scenario.scenario.title)
    for table in positions(game_scenario.scenario):
        beans = bean_counts(table)
        assert broken_invariant(table, beans) is None
        check_position(table, chance)
        before = entries(table)
        for seat in range(table.players if not table.over else 0):
            for action in table.legal_actions(seat)[:MAX_TRIED]:
                after = table.clone()
                after.events = []
                apply_checked(after, action, beans)
                check_position(after, chance)
                assert after.events or isinstance(action, GoOn), f"{action!r} has no text for any seat"
                for event in after.events:
                    assert set(event.data) == {value.name for value in event.kind.parameters}, event
        assert entries(table) == before


def test_random_walks_from_scenario_positions(game_scenario: GameScenario) -> None:
    chance = chance_from(f"walk {game_scenario.scenario.title}")
    for table in positions(game_scenario.scenario):
        for walked in checked_walk_from(with_random_chance(table, game_scenario.scenario.title), chance, ACTIONS):
            check_position(walked, chance)


def test_secrets_are_kept_at_scenario_positions(game_scenario: GameScenario) -> None:
    chance = chance_from(f"secrets {game_scenario.scenario.title}")
    for table in positions(game_scenario.scenario):
        for seat in range(table.players if not table.over else 0):
            other = tobean.determinize(tobean.observe(table, seat), chance)
            compare_events(table, seat, other, chance)
