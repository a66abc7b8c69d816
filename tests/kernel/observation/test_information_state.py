"""Perfect recall of a seat: it grows, contains everything the seat saw and did, and nothing else (I1-I3)."""

import pytest

import tobean
from tests.support.engine.tables import TALK_LIMIT
from tobean.games import GAMES
from tobean.kernel.actions import Action
from tobean.kernel.chance import chance_from


def history_with_events(game: str, players: int, seed: int) -> tobean.History:
    return tobean.History(tobean.new_game(game, players, seed, collect_events=True, talk_limit=TALK_LIMIT))


@pytest.mark.parametrize("game", GAMES)
def test_an_information_state_only_grows_and_has_all_own_actions(game: str) -> None:
    history = history_with_events(game, GAMES[game].players[-1], 3)
    chance = chance_from(3)
    before = history.values(0)
    own: list[Action] = []
    while not history.table.over:
        seats = history.table.may_act()
        action = history.table.sample_action(chance.choice(seats), chance)
        if action.seat == 0:
            own.append(action)
        history.apply(action)
        if history.table.ply % 80 == 0:
            seen = history.values(0)
            assert seen[: len(before)] == before
            assert hash(seen) == hash(history.clone().values(0))
            before = seen
    assert [entry for entry in history.seen_by(0) if isinstance(entry, Action)] == own
    assert len(history.text(0).splitlines()) == len(history.values(0))


def dealt(hands: list[list[int]]) -> tobean.History:
    """A game of three players: chance deals these hands; later results cycle through the possible kinds."""
    history = tobean.History(tobean.new_game("bohnanza", 3, collect_events=True, explicit_chance=True))
    results = [card for hand in hands for card in hand]
    position = 0
    for action in (None, "A plant Blue 1", "A pass"):
        if action is not None:
            history.apply(tobean.parse_action(action))
        while history.table.at_chance:
            outcomes = [kind for kind, _ in history.table.chance_outcomes()]
            history.table.apply_chance(
                results[position] if position < len(results) else outcomes[position % len(outcomes)]
            )
            position += 1
    return history


def test_an_information_state_contains_no_secrets() -> None:
    """The hands of B and C are exchanged: A has the same history in both games, B and C do not."""
    mine, one, two = ([tobean.kind_named(name)] * 5 for name in ("Blue", "Red", "Soy"))
    games = [dealt([mine, one, two]), dealt([mine, two, one])]
    states = [[game.information_state(seat) for seat in range(3)] for game in games]
    assert states[0][0] == states[1][0]
    assert states[0][1] != states[1][1]
    assert "dealt hand: seat A, cards 5 Blue" in states[0][0]
    assert "dealt hand: seat B, cards 5 ?" in states[0][0]
    assert "> A plant Blue 1" in states[0][0]
    assert "> A plant Blue 1" not in states[0][1]
    assert "planted: seat A, field 1, cards Blue" in states[0][1]


def test_a_table_without_recorded_events_has_no_information_state() -> None:
    with pytest.raises(tobean.BadInput, match="collect_events=True"):
        tobean.History(tobean.new_game("bohnanza", 3))


def test_a_copy_is_independent() -> None:
    history = history_with_events("bohnanza", 3, 1)
    other = history.clone()
    other.apply(other.table.legal_actions(0)[0])
    assert history.moves == []
    assert other.values(0)[: len(history.values(0))] == history.values(0)
    assert len(other.values(1)) > len(history.values(1))
