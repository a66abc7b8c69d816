"""Gymnasium's environment checker on every registered environment."""

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import SubprocVecEnv

import tobean
from tobean.research import policy_bot
from tobean.research.environments.gymnasium import IDS


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


@pytest.mark.filterwarnings("ignore:.*render_mode='rgb_array'")  # make_vec_env asks every environment for it
@pytest.mark.parametrize("kind", [None, SubprocVecEnv])
def test_several_environments_of_stable_baselines(kind: type[SubprocVecEnv] | None) -> None:
    """`make_vec_env` creates them by name, the model learns with masks, and plays as a bot with their setting."""
    arguments = {"players": 2, "bots": "random"}
    name = "tobean.research.environments.gymnasium:tobean/AlCabohne-v0"  # other processes have not imported the module
    envs = make_vec_env(name, n_envs=2, seed=1, vec_env_cls=kind, env_kwargs=arguments)
    model = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=64, n_epochs=1, seed=1, device="cpu").learn(128)
    setting = envs.get_attr("setting")[0]
    envs.close()
    bot = policy_bot(lambda view, mask: model.predict(view, action_masks=mask)[0], setting, "ppo")
    assert len(tobean.play_match("al-cabohne", [bot, "random"], seed=1).result.thalers) == 2
