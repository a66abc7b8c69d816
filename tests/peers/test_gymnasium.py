"""Gymnasium's environment checker on every registered environment."""

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

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


@pytest.mark.filterwarnings("error")
def test_maskable_ppo_says_no_illegal_token() -> None:
    """sb3-contrib finds the masks of a registered environment without a wrapper, and learns with them."""
    env = gymnasium.make("tobean/AlCabohne-v0", players=2, bots="random", reward="thalers")
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=1, device="cpu")
    model.learn(256)
    seen, _ = env.reset(seed=2)
    over, rewards = False, 0.0
    while not over:
        token, _ = model.predict(seen, action_masks=get_action_masks(env), deterministic=False)
        seen, reward, over, _, info = env.step(int(token))
        assert not info["refused"]
        rewards += reward
    assert rewards == info["thalers"] / 10
