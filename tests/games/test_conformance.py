"""Invariants of every game, at every decision. New games are tested once they are registered."""

import json
import pickle

import pytest

import tobean
from tests.support.engine.tables import (
    VARIANTS,
    checked_walk_from,
    deck_of,
    near_miss_action,
    new_test_table,
    random_walk,
    seed_range,
    table_in_mid_game,
)
from tobean.kernel.actions import Call, MakeOffer
from tobean.kernel.chance import chance_from
from tobean.kernel.trade.tradeable_cards import MAX_PAYMENTS
from tobean.record.position_entries import entries
from tobean.record.scenarios.invariants import bean_counts

every_variant = pytest.mark.parametrize(("game", "players"), VARIANTS)


@every_variant
@pytest.mark.parametrize("seed", seed_range(3))
def test_tables_can_be_saved_and_a_seat_can_always_act(game: str, players: int, seed: int) -> None:
    table = new_test_table(game, players, seed)
    assert bean_counts(table) == deck_of(game)
    for _ in checked_walk_from(table, chance_from(f"walk {seed}")):
        if not table.over:
            assert table.awaited == table.may_act()[0]
            assert table.legal_actions(table.awaited)
    assert table.awaited == -1
    assert table.may_act() == []
    result = table.result()
    counted = [sum(parts) for parts in result.parts] or [len(pile) for pile in table.thalers]
    assert list(result.thalers) == counted
    assert 1 in table.result().ranks or table.result().rival


@every_variant
def test_listed_actions_are_exactly_the_legal_ones(game: str, players: int) -> None:
    chance = chance_from("near misses")
    accepted = refused = 0
    for ply, table in enumerate(random_walk(game, players, 11)):
        if table.over:
            break
        if ply % 2:
            continue
        for seat in range(players):
            for action in table.legal_actions(seat):
                table.check(action)
        before = entries(table)
        for _ in range(6):
            action = near_miss_action(table, chance)
            try:
                table.check(action)
            except tobean.Illegal as error:
                refused += 1
                assert error.rule
                assert str(error).endswith(f"({error.rule})")
                with pytest.raises(tobean.Illegal, match=f".*\\({error.rule}\\)"):
                    table.apply(action)
            else:
                accepted += 1
                listed = table.legal_actions(action.seat)
                if not isinstance(action, (MakeOffer, Call)) and len(listed) < MAX_PAYMENTS:
                    assert action in listed
        assert entries(table) == before
    assert accepted > 20
    assert refused > 100


@every_variant
def test_standing_actions_are_counted_as_listed(game: str, players: int) -> None:
    for table in random_walk(game, players, 7):
        for seat in range(players if not table.over else 0):
            listed = table.anytime_actions(seat)
            assert table.count_anytime_actions(seat) == len(listed)
            assert [table.anytime_action_at(seat, index) for index in range(len(listed))] == listed
            with pytest.raises(IndexError):
                table.anytime_action_at(seat, len(listed))


@every_variant
@pytest.mark.parametrize("seed", seed_range(2))
def test_a_clone_is_independent(game: str, players: int, seed: int) -> None:
    table = table_in_mid_game(game, players, seed)
    before = entries(table)
    clone = table.clone()
    assert entries(clone) == before
    chance = chance_from(seed)
    while not clone.over:
        clone.apply(clone.sample_action(clone.awaited, chance))
    assert entries(table) == before
    # Both have the same future chance: a clone played with the same choices ends the same.
    again, chance = table.clone(), chance_from(seed)
    while not again.over:
        again.apply(again.sample_action(again.awaited, chance))
    assert entries(again) == entries(clone)


@every_variant
@pytest.mark.parametrize("seed", seed_range(2))
def test_snapshots_and_table_texts_round_trip(game: str, players: int, seed: int) -> None:
    table = table_in_mid_game(game, players, seed)
    text = tobean.table_text(table)
    assert tobean.table_text(tobean.parse_table(text)) == text
    data = json.loads(json.dumps(tobean.snapshot(table)))
    restored = tobean.restore(data)
    assert tobean.snapshot(restored) == tobean.snapshot(table)
    for each in (table, restored):
        chance = chance_from(seed)
        while not each.over:
            each.apply(each.sample_action(each.awaited, chance))
    assert entries(restored) == entries(table)


@every_variant
def test_a_replay_equals_the_game(game: str, players: int) -> None:
    played = tobean.Game(game, players, 1, start=1 % players, talk_limit=5)
    chance = chance_from(1)
    tables = [entries(played.table)]
    events = [played.opening_events]
    while not played.table.over:
        events.append(played.play(played.table.sample_action(played.table.awaited, chance)))
        tables.append(entries(played.table))
    text = played.record.text()
    record = tobean.parse_record(text)
    assert record.text() == text
    replayed = [(entries(table), list(new_events)) for table, _, new_events in record.replay()]
    assert [table for table, _ in replayed] == tables
    assert [new_events for _, new_events in replayed] == events


@every_variant
def test_the_same_seed_gives_the_same_game(game: str, players: int) -> None:
    one, two, other = (
        new_test_table(game, players, 5),
        new_test_table(game, players, 5),
        new_test_table(game, players, 6),
    )
    assert entries(one) == entries(two) != entries(other)


@every_variant
def test_every_action_prints_as_notation_that_reads_back(game: str, players: int) -> None:
    chance = chance_from("notation")
    for table in random_walk(game, players, 3):
        for _ in range(3):
            action = near_miss_action(table, chance)
            if len(getattr(action, "cards", ())) == len(getattr(action, "places", ())):
                read = tobean.parse_action(repr(action))
                assert read == action
                assert type(read) is type(action)


@every_variant
def test_an_action_for_an_old_position_is_refused(game: str, players: int) -> None:
    table = new_test_table(game, players, 1)
    action = table.legal_actions(table.awaited)[0]
    table.apply(action, ply=0)
    before = entries(table)
    with pytest.raises(tobean.StaleAction, match="ply 0.*ply 1"):
        table.apply(table.legal_actions(table.awaited)[0], ply=0)
    assert entries(table) == before


@every_variant
def test_no_action_is_legal_after_the_end(game: str, players: int) -> None:
    for table in random_walk(game, players, 2):
        pass
    for seat in range(players):
        assert table.legal_actions(seat) == []
        assert not table.may_talk(seat)
        with pytest.raises(tobean.Illegal, match="over.*\\(K8\\)"):
            table.apply(tobean.Harvest(seat, 0))


@every_variant
def test_events_have_the_declared_arguments(game: str, players: int) -> None:
    table = new_test_table(game, players, 5)
    table.events = []
    chance = chance_from("events")
    while not table.over:
        seats = table.may_act()
        table.apply(table.sample_action(chance.choice(seats) if chance.randbelow(4) == 0 else seats[0], chance))
    assert len(table.events) > 50
    for event in table.events:
        assert set(event.data) == {value.name for value in event.kind.parameters}, event
        for seat in range(players):
            seen = event.seen_by(seat)
            assert (seen.kind, set(seen.data)) == (event.kind, set(event.data))
        assert pickle.loads(pickle.dumps(event)) == event
