"""Gymnasium's environment checker on every registered environment."""

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from tobean.research.gymnasium import IDS


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", IDS)
def test_the_environment_checker_of_gymnasium_passes(name: str) -> None:
    check_env(gymnasium.make(name, render_mode="ansi").unwrapped)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_against_merchants_with_volunteers(players: int) -> None:
    env = gymnasium.make("tobean/Bohnanza-v0", players=players, bots=["merchant", "miser"], volunteers=True)
    check_env(env.unwrapped, skip_render_check=True)
