"""A smoke test of RLlib: PPO with action masks trains on a few games of our environment and reports all figures."""

from math import isfinite
from typing import Any

import pytest
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

import tobean
from tobean.games import GAMES
from tobean.research.environments.rllib import NAMES, create, register


@pytest.fixture
def cluster() -> Any:
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False)  # ignores a running Ray
    register()  # Ray forgets the names when it is started again, as by another test of this process
    yield
    ray.shutdown()


@pytest.mark.filterwarnings("ignore")  # RLlib emits warnings
def test_ppo_with_masks(cluster: Any) -> None:
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [32]})
    config = (
        PPOConfig()
        .environment(
            "tobean_al_cabohne", env_config={"players": 2}, disable_env_checking=True
        )  # the checker samples illegal tokens
        .env_runners(num_env_runners=0)
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, episode, **_: "all")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"all": module}))
        .training(train_batch_size_per_learner=1500, minibatch_size=256, num_epochs=1)
    )
    algorithm = config.build_algo()
    try:
        found = algorithm.train()
    finally:
        algorithm.stop()
    assert found["env_runners"]["num_episodes"] > 0
    assert found["env_runners"]["num_env_steps_sampled"] >= 1500
    assert isfinite(found["learners"]["all"]["total_loss"])


def test_every_game_is_registered() -> None:
    assert [name.removeprefix("tobean_").replace("_", "-") for name in NAMES] == list(GAMES)
    env = create("bohnanza", {"players": 3})
    seen, _ = env.reset(seed=1)
    [(agent, observation)] = seen.items()
    assert env.observation_spaces[agent].contains(observation)
    with pytest.raises(tobean.BadInput, match="Bohnanza is for 3, 4, 5 players, not 9"):
        create("bohnanza", {"players": 9})
