"""A smoke test of RLlib: PPO with action masks trains on a few games of our environment and reports all figures."""

from math import isfinite
from typing import Any

import gymnasium
import numpy as np
import pytest
import ray
from pettingzoo.utils import BaseWrapper
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from tobean.research.pettingzoo import al_cabohne_v0


class Named(BaseWrapper):  # type: ignore[misc]
    """Observations with the keys and number types that RLlib's masked module requires."""

    def observation_space(self, agent: str) -> Any:
        spaces = self.env.observation_space(agent)
        seen = gymnasium.spaces.Box(0.0, 255.0, spaces["observation"].shape, np.float32)
        mask = gymnasium.spaces.Box(0.0, 1.0, spaces["action_mask"].shape, np.float32)
        return gymnasium.spaces.Dict({"observations": seen, "action_mask": mask})

    def observe(self, agent: str) -> Any:
        seen = self.env.observe(agent)
        return {
            "observations": seen["observation"].astype(np.float32),
            "action_mask": seen["action_mask"].astype(np.float32),
        }


@pytest.fixture
def cluster() -> Any:
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False)  # ignores a running Ray
    yield
    ray.shutdown()


@pytest.mark.filterwarnings("ignore")  # RLlib emits warnings
def test_ppo_with_masks(cluster: Any) -> None:
    name = "tobean two players"
    register_env(name, lambda _: PettingZooEnv(Named(al_cabohne_v0.env(players=2, mask_in_observation=True))))
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [32]})
    config = (
        PPOConfig()
        .environment(name, disable_env_checking=True)  # the checker samples illegal tokens
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
