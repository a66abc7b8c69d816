"""PettingZoo's test suite on every game with every number of players: no error, and no warning."""

import warnings
from functools import partial
from types import SimpleNamespace

import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.test.state_test import state_test

from tobean.games import GAMES
from tobean.research.environments import pettingzoo

VARIANTS = [(name, players) for name, rules in GAMES.items() for players in rules.players]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("volunteers", [False, True])
@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_the_api_tests_of_pettingzoo_pass(game: str, players: int, volunteers: bool) -> None:
    module = getattr(pettingzoo, pettingzoo.module_name(game))
    env = partial(module.env, players=players, volunteers=volunteers)
    parallel_env = partial(module.parallel_env, players=players, volunteers=volunteers)
    api_test(env(render_mode="ansi"), num_cycles=1000)
    seed_test(env, num_cycles=300)
    max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel_env))
    parallel_api_test(parallel_env(), num_cycles=300)
    state_test(env(max_cycles=300), parallel_env(), num_cycles=100)  # samples illegal tokens


def test_masks_beside_the_observation() -> None:
    """Several libraries expect the mask there. PettingZoo warns about observations that are not arrays, even for
    its own games.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo.bohnanza_v0.env(mask_in_observation=True), num_cycles=300)
