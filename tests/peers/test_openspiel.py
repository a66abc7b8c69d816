"""OpenSpiel's test suite on every game: random simulations with serialization, and a playthrough."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import tobean
from tobean.games import GAMES
from tobean.research.environments.openspiel import short_name
from tobean.research.tokens.rewards import REWARDS, returns_of

VARIANTS = [(name, players) for name, rules in GAMES.items() for players in rules.players]


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_random_simulations(game: str, players: int) -> None:
    made = pyspiel.load_game(short_name(game), {"players": players, "talk_limit": 1})
    pyspiel.random_sim_test(made, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_the_playthrough_generator(game: str, players: int) -> None:
    """Every state of a whole game, with all queries of OpenSpiel."""
    name = f"{short_name(game)}(players={players},talk_limit=0)"
    text = generate_playthrough.playthrough(name, None, seed=7)
    assert text.startswith(f"game: {name}")
    assert "IsTerminal() = True" in text
    assert "provides_information_state_tensor = False" in text
    assert "InformationStateTensor" not in text


def test_information_states_contain_only_what_a_seat_observed() -> None:
    """Two deals that differ only in other hands have the same text for a seat."""
    game = pyspiel.load_game("tobean_bohnanza", {"players": 3})
    rng = random.Random(3)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
    states = [state.information_state_string(seat) for seat in range(3)]
    history, own_hand = state.history(), state.play.game.table.hands[0]
    swaps = (with_swap(state, one, two) for one in range(15) for two in range(one) if history[one] != history[two])
    swapped = next(other for other in swaps if other.play.game.table.hands[0] == own_hand)
    assert swapped.information_state_string(0) == states[0]
    assert [swapped.information_state_string(seat) for seat in (1, 2)] != states[1:]


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_information_states_have_perfect_recall(game: str, players: int) -> None:
    """Equal texts have equal legal actions, and a text contains all earlier actions of its player."""
    made = pyspiel.load_game(short_name(game), {"players": players, "talk_limit": 1})
    legal: dict[tuple[int, str], list[int]] = {}
    state, rng = made.new_initial_state(), random.Random(4)
    while not state.is_terminal():
        if not state.is_chance_node():
            key = state.current_player(), state.information_state_string()
            assert legal.setdefault(key, state.legal_actions()) == state.legal_actions()
        state.apply_action(rng.choice(state.legal_actions()))
    for seat in range(players):
        own = [choice for choice in state.play.choices if choice.seat == seat]
        text = state.information_state_string(seat)
        assert text.count("\n> ") == len(own)
        assert all(f"\n> {choice.action!r} (ply {choice.ply})" in text for choice in own)


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_states_can_be_sampled_from_an_information_state(game: str, players: int) -> None:
    state = pyspiel.load_game(short_name(game), {"players": players, "talk_limit": 1}).new_initial_state()
    rng, sampler = random.Random(4), pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    others: set[str] = set()
    while len(others) < 30 and not state.is_terminal():
        if not state.is_chance_node() and rng.random() < 0.2:
            player = state.current_player()
            sampled = state.resample_from_infostate(player, sampler)
            assert sampled.information_state_string(player) == state.information_state_string(player)
            assert sampled.legal_actions() == state.legal_actions()
            np.testing.assert_array_equal(sampled.observation_tensor(player), state.observation_tensor(player))
            assert sampled.clone().information_state_string(player) == state.information_state_string(player)
            assert sampled.history() == []
            with pytest.raises(tobean.BadInput, match="a sampled state cannot be serialized"):
                sampled.serialize()
            sampled.apply_action(rng.choice(sampled.legal_actions()))
            others.add(str(sampled))
        state.apply_action(rng.choice(state.legal_actions()))
    assert len(others) == 30
    with pytest.raises(tobean.BadInput, match="there is no player"):
        state.resample_from_infostate(players, sampler)


@pytest.mark.parametrize(("game", "players"), [("bohnanza", 3), ("al_cabohne", 2), ("rabohnzel", 3)])
def test_information_set_monte_carlo_tree_search(game: str, players: int) -> None:
    made = pyspiel.load_game(f"tobean_{game}", {"players": players, "talk_limit": 1, "most_given": 1, "most_wanted": 1})
    numbers = np.random.RandomState(3)
    bot = ISMCTSBot(made, RandomRolloutEvaluator(1, numbers), uct_c=1.0, max_simulations=12, random_state=numbers)
    state, rng = made.new_initial_state(), random.Random(3)
    searched = 0
    while searched < 5:
        if state.is_chance_node() or len(state.legal_actions()) < 2:
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        before = str(state)
        policy, action = bot.step_with_policy(state)
        assert action in state.legal_actions()
        assert sum(odds for _, odds in policy) == pytest.approx(1)
        assert str(state) == before
        state.apply_action(action)
        searched += 1


@pytest.mark.parametrize("reward", REWARDS)
def test_returns_follow_the_reward(reward: str) -> None:
    game = pyspiel.load_game("tobean_al_cabohne", {"players": 2, "talk_limit": 0, "reward": reward})
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0]
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.returns() == returns_of(reward, state.play.game.table.result())
    assert all(game.min_utility() <= each <= game.max_utility() for each in state.returns())


@pytest.mark.parametrize("outcome", [-2, 99])  # OpenSpiel itself refuses -1
def test_impossible_chance_outcomes_are_refused(outcome: int) -> None:
    state = pyspiel.load_game("tobean_bohnanza").new_initial_state()
    with pytest.raises(tobean.BadInput, match="there is no outcome"):
        state.apply_action(outcome)
    assert state.history() == []


def test_a_tensor_equals_that_of_openspiel() -> None:
    rng = random.Random(5)
    state = pyspiel.load_game("tobean_bohnanza", {"players": 3}).new_initial_state()
    while state.is_chance_node() or len(state.history()) < 60:
        state.apply_action(rng.choice(state.legal_actions()))
    for seat in range(3):
        np.testing.assert_array_equal(state.observation_tensor(seat), pyspiel.State.observation_tensor(state, seat))
    np.testing.assert_array_equal(state.observation_tensor(), state.observation_tensor(state.current_player()))
    np.testing.assert_array_equal(state.clone().observation_tensor(1), state.observation_tensor(1))
    assert state.observation_tensor(1).any()


@pytest.mark.parametrize("player", [-1, 4])
def test_observations_of_missing_players_are_refused(player: int) -> None:
    state = pyspiel.load_game("tobean_bohnanza").new_initial_state()
    with pytest.raises(tobean.BadInput, match="there is no player"):
        state.observation_tensor(player)


def with_swap(state: pyspiel.State, one: int, two: int) -> pyspiel.State:
    """The same deal with two cards swapped."""
    cards = list(state.history())
    cards[one], cards[two] = cards[two], cards[one]
    other = state.get_game().new_initial_state()
    for card in cards:
        other.apply_action(card)
    return other
