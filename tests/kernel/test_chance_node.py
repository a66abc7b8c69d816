"""Explicit chance nodes: every game stops where chance decides, and reaches the same states as with a seed."""

import pickle
from collections import Counter
from collections.abc import Iterator

import pytest

import tobean
from tests.support.engine.tables import TALK_LIMIT, VARIANTS, random_walk
from tobean.kernel.chance import Chance, chance_from


def recording_chance(seed: object) -> Chance:
    """A generator that records its results."""
    chance = chance_from(seed)
    chance.drawn = []
    return chance


def table_with_explicit_chance(game: str, players: int) -> tobean.Table:
    return tobean.new_game(game, players, collect_events=True, explicit_chance=True, talk_limit=TALK_LIMIT)


def apply_results(table: tobean.Table, results: list[int]) -> None:
    """Applies the recorded chance results, all of them and no others."""
    while table.at_chance:
        outcomes = dict(table.chance_outcomes())
        assert sum(outcomes.values()) == pytest.approx(1.0, abs=1e-12)
        result = results.pop(0)
        assert outcomes[result] > 0
        table.apply_chance(result)
    assert not results


def same_position(one: tobean.Table, other: tobean.Table) -> bool:
    return one.same_as(other) and one.bag == other.bag and one.stack == other.stack


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_set_chance_outcomes_reproduce_a_seeded_game(game: str, players: int) -> None:
    chance = recording_chance(f"{game} {players}")
    assert chance.drawn is not None
    seeded = tobean.new_game(game, players, chance, collect_events=True, talk_limit=TALK_LIMIT)
    table = table_with_explicit_chance(game, players)
    choices = chance_from(f"choices {players}")
    apply_results(table, chance.drawn.copy())
    while True:
        assert same_position(table, seeded)
        assert table.chance_outcomes() == []
        assert table.legal_actions(0) == seeded.legal_actions(0)
        if seeded.over:
            break
        action = seeded.sample_action(choices.choice(seeded.may_act()), choices)
        chance.drawn.clear()
        seeded.apply(action)
        table.apply(action)
        apply_results(table, chance.drawn.copy())
    assert table.result() == seeded.result()
    assert table.events == seeded.events


def chance_actions(table: tobean.Table) -> Iterator[tuple[tobean.Action, list[tuple[int, float]]]]:
    """Each legal action that leads to a chance node, with its first possible results."""
    for action in table.legal_actions(table.awaited):
        tried = table.clone()
        tried.apply(action)
        if tried.at_chance:
            yield action, tried.chance_outcomes()


def first_result(table: tobean.Table, action: tobean.Action, seed: int) -> int:
    """First result of a generator with this seed."""
    drawn: list[int] = []
    tried = table.clone()
    tried.chance = chance_from(seed)
    tried.chance.drawn = drawn
    tried.apply(action)
    return drawn[0]


@pytest.mark.parametrize("game", tobean.GAMES)
def test_probabilities_are_the_frequencies_of_the_generator(game: str) -> None:
    """Chi-square test at a few positions of a game; the seeds are fixed, so the test fails always or never."""
    players = tobean.GAMES[game].players[-1]
    compared = 0
    for table in random_walk(game, players, seed=3):
        if table.over or compared == 6:
            break
        if table.ply % 9 or not table.may_act():
            continue
        waiting = table.clone()
        waiting.stop_at_chance()
        for action, outcomes in chance_actions(waiting):
            tries = 600
            found = Counter(first_result(table, action, seed) for seed in range(tries))
            assert set(found) <= {kind for kind, _ in outcomes}
            distance = sum((found[kind] - tries * share) ** 2 / (tries * share) for kind, share in outcomes)
            degrees_of_freedom = len(outcomes) - 1
            assert distance <= degrees_of_freedom + 4 * (2 * degrees_of_freedom) ** 0.5 + 4
            compared += 1
            break
    assert compared >= 3


def test_no_seat_acts_at_a_chance_node() -> None:
    table = table_with_explicit_chance("bohnanza", 3)
    assert table.at_chance
    assert not table.over
    assert repr(table) == "<Table bohnanza, 3 players, turn 0, ply 0: chance decides>"
    assert len(table.chance_outcomes()) == len(table.kinds)
    assert (table.awaited, table.may_act(), table.legal_actions(0), table.may_talk(0)) == (-1, [], [], False)
    assert not table.allows(tobean.Pass(0))
    for act in (
        lambda: table.apply(tobean.Pass(0)),
        lambda: table.apply_trusted(tobean.Harvest(0, 0)),
        lambda: table.sample_action(0, chance_from(1)),
        lambda: tobean.snapshot(table),
    ):
        with pytest.raises(tobean.ChanceDecides):
            act()


@pytest.mark.parametrize("outcome", [-1, 10**6])
def test_impossible_chance_outcomes_are_refused(outcome: int) -> None:
    table = table_with_explicit_chance("bohnanza", 3)
    with pytest.raises(tobean.BadInput, match="not among the cards"):
        table.apply_chance(outcome)
    seeded = tobean.new_game("bohnanza", 3)
    with pytest.raises(tobean.BadInput, match="nothing to decide"):
        seeded.apply_chance(0)


def test_a_known_order_has_no_chance_nodes() -> None:
    deck = tobean.parse_cards("9 Red, 9 Soy")
    table = tobean.new_game("bohnanza", 3, deck=deck, explicit_chance=True)
    assert not table.at_chance
    assert same_position(table, tobean.new_game("bohnanza", 3, deck=deck))


@pytest.mark.parametrize("game", tobean.GAMES)
def test_tables_at_chance_nodes_can_be_copied_pickled_and_resolved(game: str) -> None:
    players = tobean.GAMES[game].players[0]
    table = table_with_explicit_chance(game, players)
    for _ in range(4):
        table.apply_chance(table.chance_outcomes()[-1][0])
    for other in (table.clone(), pickle.loads(pickle.dumps(table))):
        assert other.chance_outcomes() == table.chance_outcomes()
        assert other == table
        other.resume_random_chance(5)
        assert not other.at_chance
        choices = chance_from(2)
        while not other.over:
            other.apply(other.sample_action(other.awaited, choices))
        assert other.result().thalers
    assert table.at_chance
