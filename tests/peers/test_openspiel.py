"""OpenSpiel's test suite on every game: random simulations with serialization, and a playthrough."""

import doctest
import random

import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

import tobean
from tests.support.paths import DOCS
from tobean.games import GAMES
from tobean.research.openspiel import short_name

VARIANTS = [(name, players) for name, rules in GAMES.items() for players in rules.players]
PAGE = DOCS / "research" / "openspiel.md"


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
    swapped = next(
        other
        for one in range(15)
        for two in range(one)
        for other in [with_swap(state, one, two)]
        if state.history()[one] != state.history()[two]
        and other.play.game.table.hands[0] == state.play.game.table.hands[0]
    )
    assert swapped.information_state_string(0) == states[0]
    assert [swapped.information_state_string(seat) for seat in (1, 2)] != states[1:]


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
        assert state.observation_tensor(seat) == pyspiel.State.observation_tensor(state, seat)
    assert state.observation_tensor() == state.observation_tensor(state.current_player())
    assert state.clone().observation_tensor(1) == state.observation_tensor(1)


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


def test_the_examples_of_the_documentation_page_pass() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried > 5
    assert failed == 0
